// Makes elements, escapes text for HTML, and saves files.

export function makeElement(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "html") element.innerHTML = value; // only for our own texts, because it is not escaped
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const escapeHtml = (text) =>
  String(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

// Save a text or a blob as a file.
/** @param {string} name @param {string | Blob} content @param {string} [type] */
export function saveFile(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  makeElement("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
