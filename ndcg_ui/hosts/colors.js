// Reads colors of somebody else's page.

const OPAQUE = 128; // of 255

// Return red, green, blue and opacity of any CSS color. A canvas converts it.
function readColor(color) {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data;
}

// Return true if a color is dark, by its luma.
export function isDark(color) {
  const [red, green, blue] = readColor(color || "white");
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

// Return the color behind an element: its own or that of the nearest ancestor that has one, or null.
/** @param {Element | null} element @returns {string | null} */
export function findBackground(element) {
  for (let around = element; around; around = around.parentElement) {
    const { backgroundColor } = getComputedStyle(around);
    if (readColor(backgroundColor)[3] >= OPAQUE) return backgroundColor;
  }
  return null;
}
