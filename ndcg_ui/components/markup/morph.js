// Changes the DOM to match new HTML. Only differences are changed, so the focus, an open popover and typed text
// survive.

const KEPT_ATTRIBUTES = ["style"]; // set by scripts, not by Python

// Fill an element and set data-empty. The style sheet needs the attribute, because WebKit does not check a rule
// with :has(:empty) again after a script has filled the element.
/** @param {HTMLElement} root @param {string} html */
export function fill(root, html) {
  const wanted = document.createElement("template");
  wanted.innerHTML = html;
  morphChildren(root, wanted.content);
  root.toggleAttribute("data-empty", !root.firstChild);
}

function morphChildren(have, want) {
  const wanted = [...want.childNodes];
  for (const [place, node] of wanted.entries()) {
    const present = have.childNodes[place];
    if (!present) have.append(node);
    else if (isSameKind(present, node)) morph(present, node);
    else present.replaceWith(node);
  }
  while (have.childNodes.length > wanted.length) have.lastChild.remove();
}

// Return true if a node can be changed into another one. An element of another form is replaced, because its fields
// must not keep the old answers.
function isSameKind(present, node) {
  return (
    present.nodeType === node.nodeType &&
    present.nodeName === node.nodeName &&
    present.namespaceURI === node.namespaceURI &&
    present.dataset?.form === node.dataset?.form &&
    present.id === node.id
  );
}

function morph(present, node) {
  if (present.isEqualNode(node)) return; // the browser compares faster, and most are equal
  if (present.nodeType !== Node.ELEMENT_NODE) {
    present.nodeValue = node.nodeValue;
    return;
  }
  for (const { name } of [...present.attributes]) {
    if (!node.hasAttribute(name) && !KEPT_ATTRIBUTES.includes(name)) present.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (present.getAttribute(name) !== value) present.setAttribute(name, value);
  }
  if (present.nodeName !== "OUTPUT") morphChildren(present, node);
}
