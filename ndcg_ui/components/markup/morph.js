// Makes what is on screen like what is wanted, touching only what differs: focus, a popover that is
// open and what somebody has typed survive.

const OWN = ["style"]; // attributes that the browser's side sets

// An element that is filled by script says whether it is empty: a rule with :has(:empty) is not looked
// at again in WebKit once the element has been filled, and one with an attribute is.
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
    else if (sameKind(present, node)) morph(present, node);
    else present.replaceWith(node);
  }
  while (have.childNodes.length > wanted.length) have.lastChild.remove();
}

// Another form is another question: nothing of the old one stays in its fields.
function sameKind(present, node) {
  return (
    present.nodeType === node.nodeType &&
    present.nodeName === node.nodeName &&
    present.namespaceURI === node.namespaceURI &&
    present.dataset?.form === node.dataset?.form &&
    present.id === node.id
  );
}

function morph(present, node) {
  if (present.isEqualNode(node)) return; // as most are, and the browser sees it soonest
  if (present.nodeType !== Node.ELEMENT_NODE) {
    present.nodeValue = node.nodeValue;
    return;
  }
  for (const { name } of [...present.attributes]) {
    if (!node.hasAttribute(name) && !OWN.includes(name)) present.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (present.getAttribute(name) !== value) present.setAttribute(name, value);
  }
  if (present.nodeName !== "OUTPUT") morphChildren(present, node);
}
