// Saves a chart as a file, with the page's background colour.
import { makeElement } from "../../exhibit/make.js";
import { findHost } from "../../exhibit/host.js";
import { loadPlotly } from "./loading.js";
import { liftDocuments, resolveColours } from "./spec.js";

const SCALES = { SVG: 1, PNG: 2 }; // PNG has twice the pixels, for projectors

// Add a button for each format. Return a function that puts the chart's name into the buttons' titles.
export function makeSaveButtons(view) {
  const buttons = Object.keys(SCALES).map((format) =>
    makeElement("button", { type: "button", onclick: () => saveChart(view, format) }, format),
  );
  view.root.querySelector(".ndcg-figure-save").replaceChildren(...buttons);
  return (name) => {
    for (const button of buttons) button.title = `Save “${name}” as ${button.textContent}`;
  };
}

// Save a chart, even if it is off-screen and not drawn yet.
export async function saveChart(view, format) {
  await loadPlotly(view.data.plotly, findHost(view.root));
  const { data, layout } = view.fit(JSON.parse(resolveColours(liftDocuments(view.data.spec).spec, view.root)));
  delete layout.transition;
  layout.paper_bgcolor = JSON.parse(resolveColours("var(--paper)", view.root));
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
