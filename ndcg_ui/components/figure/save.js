// The chart as a file, on the page's colour.
import { make } from "../../exhibit/make.js";
import { paint } from "./spec.js";

const SCALES = { SVG: 1, PNG: 2 }; // twice the pixels for a projector

// One text button for each format; returns what names them after the chart.
export function saveButtons(view) {
  const buttons = Object.keys(SCALES).map((format) =>
    make("button", { type: "button", onclick: () => save(view, format) }, format),
  );
  view.root.querySelector(".ndcg-figure-save").replaceChildren(...buttons);
  return (name) => {
    for (const button of buttons) button.title = `Save “${name}” as ${button.textContent}`;
  };
}

async function save(view, format) {
  if (!view.last) return;
  const { data, layout } = structuredClone(view.last);
  layout.paper_bgcolor = JSON.parse(paint("var(--paper)", view.root));
  await globalThis.Plotly.downloadImage(
    { data, layout },
    {
      format: format.toLowerCase(),
      scale: SCALES[format],
      width: layout.width,
      height: layout.height,
      filename: view.data.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"),
    },
  );
}
