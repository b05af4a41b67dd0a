// The function that draws each kind of part.

import { pause } from "../exhibit/asking.js";
import board from "./board/board.js";
import { mountControls } from "./controls/controls.js";
import figure from "./figure/figure.js";
import markup from "./markup/markup.js";
import player from "./player/player.js";
import questions from "./questions/questions.js";
import share from "./share/share.js";
import sheet from "./sheet/sheet.js";
import { loadUntilThere } from "../exhibit/version.js";

export const DRAW = { ask: questions, board, controls: mountControls, figure, lab: drawLab, markup, player, share, sheet };

// The code lab's script is large and few pages need it, so it is loaded on demand. A failed load is repeated.
const LAB = "../ndcg-tutor.lab/lab.js";
const fetchLab = () =>
  loadUntilThere(
    new URL(LAB, import.meta.url).href,
    () => import(LAB),
    () => pause(1000),
  );
function drawLab({ parentElement, data, acts }) {
  fetchLab().then(({ default: draw }) => draw({ parentElement, data, acts }));
}
