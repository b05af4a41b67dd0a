// Finds the file of a site in which a link's first screen is prepared.

// Parameters that change only details. With them, the prepared screen is shown until Python's answer replaces it.
const DETAILS = ["step", "unlock", "path", "sheet"];
const DISPLAY_OPTIONS = ["embed", "embed_options", "scale"];

// Return the parameters of a query without the display options.
/** @param {string} query @returns {Record<string, string>} */
export function parseLink(query) {
  return Object.fromEntries([...new URLSearchParams(query)].filter(([name]) => !DISPLAY_OPTIONS.includes(name)));
}

// Return true if the file with the link `own` may be shown for a link, because the link is empty or near `own`.
/** @param {Record<string, string>} own @param {Record<string, string>} link */
export const isShown = (own, link) => !Object.keys(link).length || isNear(own, link);

// Return true if a prepared screen shows a link apart from details. A prepared link without parameters shows none.
/** @param {Record<string, string>} prepared @param {Record<string, string>} link */
export function isNear(prepared, link) {
  const names = Object.keys(prepared);
  if (!names.length || names.some((name) => link[name] !== prepared[name])) return false;
  return Object.keys(link).every((name) => name in prepared || DETAILS.includes(name));
}

// Return the address of the prepared file for a query, with the parameters that the file's link lacks. Return null if
// there is none. `files` has the address of each file by its link.
/** @param {Record<string, string>} files @param {string} query */
export function findPrepared(files, query) {
  const asked = new URLSearchParams(query);
  const link = parseLink(query);
  const found = Object.keys(files).find((one) => isNear(parseLink(one), link));
  if (found === undefined) return null;
  for (const [name] of new URLSearchParams(found)) asked.delete(name);
  const rest = asked.toString();
  return files[found] + (rest && `?${rest}`);
}
