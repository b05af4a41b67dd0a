// The numbers that the card under the pointer would make if it were dropped now, put where they stand
// on the page. All else follows with the server's answer to that order.

import { exact, number } from "./numerals.js";

// `values`: cg, dcg and ndcg.
export function preview(root, values) {
  for (const element of root.querySelectorAll("[data-live]")) {
    const value = values[element.dataset.live];
    if (value === undefined) continue;
    if (element.textContent !== number(value)) element.textContent = number(value);
    const title = exact(value);
    if (element.dataset.value !== undefined) element.dataset.value = title;
    if (element.title !== title) element.title = title;
  }
}
