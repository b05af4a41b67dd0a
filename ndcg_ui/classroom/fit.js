// The wall uses its height: the text is as large as fits, and what is least needed gives way where even
// the smallest that the last row can read would be cut off.

import { find } from "./shared.js";

const SMALLEST = 24; // px, of any text on the wall
const LARGEST = 0.042; // of the wall's height
const CROWDED = 5; // so many parts give way one after the other, as wall.css has them

const screen = find("#screen");
const fits = () => screen.scrollHeight <= screen.clientHeight && screen.scrollWidth <= screen.clientWidth;

// Shows it in a size; whether all of it is to be seen.
function shown(size) {
  screen.style.fontSize = `${size}px`;
  return fits();
}

export function fit() {
  for (let crowded = 0; crowded <= CROWDED; crowded += 1) {
    document.body.dataset.crowded = String(crowded);
    fold(crowded === CROWDED ? 5 : Infinity);
    if (!shown(SMALLEST)) continue;
    let [low, high] = [SMALLEST, Math.max(SMALLEST, LARGEST * screen.clientHeight)];
    while (high - low > 0.5) {
      const size = (low + high) / 2;
      if (shown(size)) low = size;
      else high = size;
    }
    shown(low);
    return;
  }
}

// Groups beyond the first few are one row, with how many they are.
function fold(most) {
  for (const list of screen.querySelectorAll(".bars")) {
    const rows = [...list.children].filter((row) => !row.matches(".more"));
    list.querySelector(".more")?.remove();
    for (const [place, row] of rows.entries()) row.toggleAttribute("hidden", place >= most);
    const rest = rows.slice(most);
    if (!rest.length) continue;
    const sum = rest.reduce((count, { dataset }) => count + Number(dataset.count), 0);
    const more = document.createElement("li");
    more.className = "more";
    more.textContent = `${rest.length} more, with ${sum} together`;
    list.append(more);
  }
}

addEventListener("resize", fit);
document.fonts.ready.then(fit);
