// The words for the outcomes of an answer, from the list that the server puts into the page.

// Return the word for an outcome, or "" for an outcome that has none.
/** @param {string} outcome @returns {string} */
export function findOutcomeWord(outcome) {
  const words = JSON.parse(document.documentElement.dataset.outcomes ?? "{}");
  return words[outcome] ?? "";
}

// Return the word at a bar. The bar of a wrong answer needs none, because the mistake is next to it. An open text has
// no verdict.
/** @param {string} outcome */
export const findBarWord = (outcome) => (["wrong", "open"].includes(outcome) ? "" : findOutcomeWord(outcome));
