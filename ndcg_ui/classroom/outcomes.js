// The words for the outcomes of an answer, from the list that the server puts into the page.

// Returns the word for an outcome, or "" for an outcome that has none.
/** @param {string} outcome @returns {string} */
export function findOutcomeWord(outcome) {
  const words = JSON.parse(document.documentElement.dataset.outcomes ?? "{}");
  return words[outcome] ?? "";
}

// Bars of wrong answers need no word, because the mistake is beside them. Open texts have no verdict.
/** @param {string} outcome */
export const findBarWord = (outcome) => (["wrong", "open"].includes(outcome) ? "" : findOutcomeWord(outcome));
