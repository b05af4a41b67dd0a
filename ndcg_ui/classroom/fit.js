// Fits the wall to its screen. All sizes are multiples of one unit, a hundredth of the width of a 16:9 screen. The unit
// shrinks until everything is visible. If that is not enough, the least important parts are hidden.

import { find } from "./shared.js";

const SMALLEST_TEXT = 24; // px on a wall of 720 px, so that the last row can read it
const SMALLEST_UNIT = 0.5; // as a share of the full unit
const MAX_CROWDED = 5; // wall.css hides one more part for each level
const MAX_GROUPS = { 4: 3, 5: 5 }; // by level; the last level hides the solution, so more groups fit

const screen = find("#screen");

// Apply a unit. Return true if everything is visible. Chips are checked separately, because their cells hide what is
// too wide.
function tryUnit(unit) {
  screen.style.setProperty("--u", `${unit}px`);
  const parts = [screen, ...screen.querySelectorAll(".what:has(.chips)")];
  const isWhole = screen.scrollHeight <= screen.clientHeight;
  return isWhole && parts.every((part) => part.scrollWidth <= part.clientWidth) && isFlowClear();
}

// Return true if the texts next to a flow overlap neither each other nor the edges of the flow. Their places are fixed,
// so they do not make the screen higher.
function isFlowClear() {
  return [...screen.querySelectorAll(".flow ol")].every((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    const boxes = [...list.children].map((row) => row.getBoundingClientRect());
    const tops = [...boxes.map((box) => box.top), bottom];
    const bottoms = [top, ...boxes.map((box) => box.bottom)];
    return tops.every((edge, n) => edge >= bottoms[n] - 1);
  });
}

export function fitWall() {
  const whole = Math.min(screen.clientWidth / 100, screen.offsetHeight / 56.25);
  screen.style.setProperty("--least", `${Math.min(SMALLEST_TEXT, screen.offsetHeight / 30)}px`);
  for (let crowded = 0; crowded <= MAX_CROWDED; crowded += 1) {
    document.body.dataset.crowded = String(crowded);
    const isLast = crowded === MAX_CROWDED;
    delete document.body.dataset.cramped;
    foldGroups(MAX_GROUPS[crowded] ?? 8, isLast ? ".choice, .guess" : ".choice, .guess, .blanks");
    const isPossible = tryUnit(SMALLEST_UNIT * whole);
    if (!isLast && !isPossible) continue; // no larger unit fits either
    if (!isPossible) document.body.dataset.cramped = ""; // wall.css hides the tables of the question
    for (let unit = whole; unit >= SMALLEST_UNIT * whole; unit -= 0.02 * whole) if (tryUnit(unit)) return;
  }
}

// Hide the groups after the first `most`, and add a row with their counts. `whole` is a selector of lists that stay.
function foldGroups(most, whole) {
  const list = find(`#results .rows:not(${whole})`);
  list?.querySelector("li.more")?.remove();
  const rows = [...(list?.children ?? [])];
  rows.forEach((row, place) => (row.hidden = place >= most));
  if (rows.length <= most) return;
  const sum = rows.slice(most).reduce((count, { dataset }) => count + Number(dataset.count), 0);
  list.insertAdjacentHTML("beforeend", `<li class="more">${rows.length - most} more, with ${sum} together</li>`);
}

addEventListener("resize", fitWall);
screen.addEventListener("load", fitWall, true); // an image has no size before it is loaded
document.fonts.addEventListener("loadingdone", fitWall);
