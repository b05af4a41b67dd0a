// The script that all exhibits of a notebook share. STYLE and TEMPLATES are written before it
// (scripts.py).

import { DRAW } from "../../components/draw.js";
import { findHost } from "../../exhibit/host.js";
import { mountInNotebook } from "./host.js";

// The code lab is a separate script, because few lessons need it.
function lab(part) {
  const host = /** @type {import("./host.js").NotebookHost} */ (findHost(part.parentElement));
  host.loadModule("lab").then(({ draw }) => draw(part));
}

function render(view) {
  return mountInNotebook(view, { ...DRAW, lab });
}

export default function () {
  return { initialize: () => ({ render }), render };
}
