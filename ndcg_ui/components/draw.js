// How each kind of part is drawn.

import { hostOf } from "../exhibit/host.js";
import board from "./board/board.js";
import { controls } from "./controls/controls.js";
import figure from "./figure/figure.js";
import markup from "./markup/markup.js";
import player from "./player/player.js";
import questions from "./questions/questions.js";
import sheet from "./sheet/sheet.js";

export const DRAW = { ask: questions, board, controls, figure, lab, markup, player, sheet };

function lab({ parentElement, data, acts }) {
  const host = hostOf(parentElement);
  host.importLab().then(({ default: draw }) => draw({ parentElement, data, acts }));
}
