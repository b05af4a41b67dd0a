// The wall uses its height: everything on it is measured in one unit, a hundredth of a screen of 16 to 9,
// which shrinks until all is to be seen; what is least needed gives way where that is not enough.

import { find } from "./shared.js";

const SMALLEST = 24; // px, of any text on a wall of 720 px, which the last row can read
const SHRUNK = 0.5; // of the unit, at least
const CROWDED = 4; // so many parts give way one after the other, as wall.css has them

const screen = find("#screen");

// Shows it in a unit; whether all of it is to be seen.
function shown(unit) {
  screen.style.setProperty("--u", `${unit}px`);
  return screen.scrollHeight <= screen.clientHeight && screen.scrollWidth <= screen.clientWidth;
}

export function fit() {
  const whole = Math.min(screen.clientWidth / 100, screen.offsetHeight / 56.25);
  screen.style.setProperty("--least", `${Math.min(SMALLEST, screen.offsetHeight / 30)}px`);
  for (let crowded = 0; crowded <= CROWDED; crowded += 1) {
    document.body.dataset.crowded = String(crowded);
    fold(crowded === CROWDED ? 5 : 8);
    for (let unit = whole; unit >= SHRUNK * whole; unit -= 0.02 * whole) if (shown(unit)) return;
  }
}

// Groups beyond the first few are one row, with how many they are; options are all there.
function fold(most) {
  const list = find("#results .rows:not(.choice, .guess, .blanks)");
  list?.querySelector("li.more")?.remove();
  const rows = [...(list?.children ?? [])];
  rows.forEach((row, place) => (row.hidden = place >= most));
  if (rows.length <= most) return;
  const sum = rows.slice(most).reduce((count, { dataset }) => count + Number(dataset.count), 0);
  list.insertAdjacentHTML("beforeend", `<li class="more">${rows.length - most} more, with ${sum} together</li>`);
}

addEventListener("resize", fit);
document.fonts.addEventListener("loadingdone", fit);
