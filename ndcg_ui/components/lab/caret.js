// Keeps the caret in sight: the text area is as wide as its longest line, and what scrolls is the
// box around it. Where the caret stands is measured on the painted letters.

const MARGIN = 24; // px of the box that stay between the caret and its edge

export function followCaret(area, paint, box) {
  const reveal = () => {
    if (document.activeElement !== area) return;
    const x = caretX(area, paint);
    const { left, right } = box.getBoundingClientRect();
    const numbers = parseFloat(getComputedStyle(area).paddingLeft);
    if (x > right - MARGIN) box.scrollLeft += x - right + MARGIN;
    else if (x < left + numbers) box.scrollLeft -= left + numbers - x;
  };
  for (const event of ["input", "keyup", "selectionchange"]) area.addEventListener(event, reveal);
}

function caretX(area, paint) {
  const { selectionStart, selectionEnd, selectionDirection, value } = area;
  const at = selectionDirection === "backward" ? selectionStart : selectionEnd;
  const line = paint.children[value.slice(0, at).split("\n").length - 1];
  const [node, place] = letter(line, at - (value.slice(0, at).lastIndexOf("\n") + 1));
  if (!node) {
    return area.getBoundingClientRect().left + parseFloat(getComputedStyle(area).paddingLeft);
  }
  const range = document.createRange();
  range.setStart(node, place);
  return range.getBoundingClientRect().left;
}

// The text node of a line, and the place in it, that stands before this column.
function letter(line, column) {
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const next = () => /** @type {Text} */ (texts.nextNode());
  let node = next();
  while (node && column > node.length) {
    column -= node.length;
    node = next();
  }
  return [node, column];
}
