// A small browser for Node, with the clock of clock.js: as much of the DOM as our pages use, and what a person does:
// press, type, keys. It has no layout and no style sheets. What it lacks throws an error.

import { writeFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { clock, pass, setRealTimeout, settled } from "./clock.js";

// --- Time ----------------------------------------------------------------------------------------------

const firstDate = Date.now();
globalThis.requestAnimationFrame = (go) => setTimeout(() => go(clock.now), 16);
globalThis.cancelAnimationFrame = globalThis.clearTimeout;
Date.now = () => firstDate + clock.now;

// Waits until something is there; a script that is loaded later needs some real milliseconds.
export async function until(isThere) {
  for (let n = 0; n < 1000 && !isThere(); n++) {
    await settled();
    await new Promise((go) => setRealTimeout(go, 5));
  }
  if (!isThere()) throw new Error(`this did not become true: ${isThere}`);
}

// --- Requests: Python answers them ---------------------------------------------------------------------

const waiting = new Map();
const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
createInterface({ input: process.stdin }).on("line", (line) => {
  const { number, ...answer } = JSON.parse(line);
  waiting.get(number)(answer);
  waiting.delete(number);
});
export const requests = []; // {url, body, secret} of each request of the page
export const failures = []; // a scene adds functions of a request; the first that returns something else than undefined answers it
// Returns an answer as our server sends it.
export const answerJson = (content, status = 200) =>
  new Response(JSON.stringify(content), { status, headers: { "Content-Type": "application/json" } });
let requestCount = 0;

function askPython(url, { method = "GET", body = null, headers = {} } = {}) {
  clock.open += 1;
  const number = ++requestCount;
  return new Promise((answer) => {
    waiting.set(number, answer);
    tell({ number, url, method, body, headers: Object.fromEntries(Object.entries(headers)) });
  }).finally(() => (clock.open -= 1));
}

globalThis.fetch = async (address, options = {}) => {
  const url = new URL(address, location.href);
  const secret = options.headers?.Authorization?.replace("Bearer ", "");
  requests.push({ url: url.pathname + url.search, body: options.body ? JSON.parse(options.body) : null, secret });
  for (const answer of failures) {
    const found = await answer(requests.at(-1));
    if (found !== undefined) return found;
  }
  const { status, headers, text } = await askPython(url.pathname + url.search, options);
  return new Response([204, 304].includes(status) ? null : text, { status, headers });
};

// --- Events ------------------------------------------------------------------------------------------

class SmallEvent {
  constructor(type, { bubbles = false, cancelable = false, ...more } = {}) {
    Object.assign(this, { type, bubbles, cancelable, defaultPrevented: false, target: null, ...more });
  }
  preventDefault() {
    this.defaultPrevented = true;
  }
  stopPropagation() {
    this.stopped = true;
  }
  stopImmediatePropagation() {
    this.stopped = this.ended = true;
  }
  composedPath() {
    return this.path;
  }
}

class Target {
  #listeners = [];
  forgetListeners() {
    this.#listeners = [];
  }
  addEventListener(type, go, options = {}) {
    const { capture = false, once = false, signal } = typeof options === "boolean" ? { capture: options } : (options ?? {});
    if (!go || this.#listeners.some((one) => one.type === type && one.go === go && one.capture === capture)) return;
    this.#listeners.push({ type, go, capture, once });
    signal?.addEventListener("abort", () => this.removeEventListener(type, go, capture));
  }
  removeEventListener(type, go, options = {}) {
    const capture = typeof options === "boolean" ? options : Boolean(options?.capture);
    this.#listeners = this.#listeners.filter((one) => !(one.type === type && one.go === go && one.capture === capture));
  }
  hear(event, capture) {
    event.currentTarget = this;
    for (const one of this.#listeners) {
      if (one.type !== event.type || one.capture !== capture || event.ended) continue;
      if (one.once) this.removeEventListener(one.type, one.go, one.capture);
      if (typeof one.go === "function") one.go.call(this, event);
      else one.go.handleEvent(event);
    }
    if (!capture && typeof this[`on${event.type}`] === "function") this[`on${event.type}`](event);
  }
  dispatchEvent(event) {
    const path = [];
    for (let one = this; one; one = one.parentNode ?? (one === document ? window : null)) path.push(one);
    Object.assign(event, { target: this, path });
    for (const one of [...path].reverse()) if (!event.stopped) one.hear(event, true);
    for (const one of path) if (!event.stopped && (one === this || event.bubbles)) one.hear(event, false);
    return !event.defaultPrevented;
  }
}

// --- Nodes -------------------------------------------------------------------------------------------

class SmallNode extends Target {
  static ELEMENT_NODE = 1;
  static TEXT_NODE = 3;
  parentNode = null;
  childNodes = [];
  get ownerDocument() {
    return document;
  }
  get parentElement() {
    return this.parentNode instanceof SmallElement ? this.parentNode : null;
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling() {
    return this.#beside(1);
  }
  get previousSibling() {
    return this.#beside(-1);
  }
  #beside(by) {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + by] ?? null;
  }
  get isConnected() {
    return this.getRootNode() === document;
  }
  getRootNode() {
    let node = this;
    while (node.parentNode) node = node.parentNode;
    return node;
  }
  contains(other) {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }
  hasChildNodes() {
    return this.childNodes.length > 0;
  }
  insertBefore(node, before) {
    const nodes = node instanceof Fragment ? [...node.childNodes] : [node];
    for (const one of nodes) {
      if (one.contains(this)) throw new Error("a node cannot contain itself");
      one.remove();
      const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
      if (at < 0) throw new Error("the node to insert before is not a child");
      this.childNodes.splice(at, 0, one);
      one.parentNode = this;
    }
    return node;
  }
  appendChild(node) {
    return this.insertBefore(node, null);
  }
  removeChild(node) {
    node.remove();
    return node;
  }
  remove() {
    if (!this.parentNode) return;
    const focused = document.activeElement;
    const all = this.parentNode.childNodes;
    all.splice(all.indexOf(this), 1);
    this.parentNode = null;
    if (focused && this.contains(focused)) document.focused = null;
  }
  append(...nodes) {
    for (const node of nodes) this.appendChild(asNode(node));
  }
  prepend(...nodes) {
    const first = this.firstChild;
    for (const node of nodes) this.insertBefore(asNode(node), first);
  }
  before(...nodes) {
    for (const node of nodes) this.parentNode.insertBefore(asNode(node), this);
  }
  after(...nodes) {
    const next = this.nextSibling;
    for (const node of nodes) this.parentNode.insertBefore(asNode(node), next);
  }
  replaceWith(...nodes) {
    this.before(...nodes);
    this.remove();
  }
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" || text === null ? [] : [String(text)]));
  }
  get children() {
    return this.childNodes.filter((node) => node instanceof SmallElement);
  }
  get childElementCount() {
    return this.children.length;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  *walk() {
    for (const child of this.children) {
      yield child;
      yield* child.walk();
    }
  }
  querySelectorAll(selector) {
    const fits = compile(selector);
    return [...this.walk()].filter((one) => fits(one, this));
  }
  querySelector(selector) {
    const fits = compile(selector);
    for (const one of this.walk()) if (fits(one, this)) return one;
    return null;
  }
  getElementById(id) {
    return [...this.walk()].find((one) => one.id === id) ?? null;
  }
  isEqualNode(other) {
    return outer(this) === outer(other);
  }
}

class Text extends SmallNode {
  nodeType = 3;
  nodeName = "#text";
  constructor(text) {
    super();
    this.nodeValue = String(text);
  }
  get textContent() {
    return this.nodeValue;
  }
  set textContent(text) {
    this.nodeValue = String(text);
  }
}

class Fragment extends SmallNode {
  nodeType = 11;
  nodeName = "#document-fragment";
}

const asNode = (node) => (node instanceof SmallNode ? node : new Text(node));
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const RAW = new Set(["script", "style", "textarea", "title"]);
const SVG = "http://www.w3.org/2000/svg";

class SmallElement extends SmallNode {
  nodeType = 1;
  #attributes = new Map();
  #value = null;
  #checked = null;
  #style = null;
  scrolled = 0; // how often it was scrolled to
  layout = null; // a scene may give its place on the screen
  constructor(tag, namespace = null) {
    super();
    this.localName = namespace === SVG ? tag : tag.toLowerCase();
    this.namespaceURI = namespace ?? "http://www.w3.org/1999/xhtml";
    if (this.localName === "template") this.content = new Fragment();
    if (this.localName === "iframe") this.contentWindow = new FrameWindow();
  }
  get tagName() {
    return this.namespaceURI === SVG ? this.localName : this.localName.toUpperCase();
  }
  get nodeName() {
    return this.tagName;
  }
  // --- Attributes
  get attributes() {
    return [...this.#attributes].map(([name, value]) => ({ name, value }));
  }
  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }
  getAttributeNames() {
    return [...this.#attributes.keys()];
  }
  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
    if (name === "style") this.#style = null;
  }
  hasAttribute(name) {
    return this.#attributes.has(name);
  }
  removeAttribute(name) {
    this.#attributes.delete(name);
    if (name === "style") this.#style = null;
  }
  toggleAttribute(name, is = !this.hasAttribute(name)) {
    if (!is) this.removeAttribute(name);
    else if (!this.hasAttribute(name)) this.setAttribute(name, "");
    return is;
  }
  get dataset() {
    const element = this;
    return new Proxy(
      {},
      {
        get: (_, name) => (typeof name === "string" ? (element.getAttribute(`data-${kebab(name)}`) ?? undefined) : undefined),
        set: (_, name, value) => (element.setAttribute(`data-${kebab(name)}`, value), true),
        has: (_, name) => element.hasAttribute(`data-${kebab(String(name))}`),
        deleteProperty: (_, name) => (element.removeAttribute(`data-${kebab(name)}`), true),
        ownKeys: () =>
          element
            .getAttributeNames()
            .filter((name) => name.startsWith("data-"))
            .map((name) => name.slice(5).replace(/-([a-z])/g, (__, letter) => letter.toUpperCase())),
        getOwnPropertyDescriptor: (_, name) => ({
          value: element.getAttribute(`data-${kebab(name)}`),
          enumerable: true,
          configurable: true,
        }),
      },
    );
  }
  get classList() {
    const names = () => (this.getAttribute("class") ?? "").split(/\s+/).filter(Boolean);
    const write = (list) => this.setAttribute("class", list.join(" "));
    const list = {
      contains: (name) => names().includes(name),
      add: (...more) => write([...new Set([...names(), ...more])]),
      remove: (...gone) => write(names().filter((name) => !gone.includes(name))),
      toggle: (name, is = !names().includes(name)) => {
        if (is !== names().includes(name)) list[is ? "add" : "remove"](name);
        return is;
      },
      [Symbol.iterator]: () => names()[Symbol.iterator](),
    };
    return list;
  }
  get className() {
    return this.getAttribute("class") ?? "";
  }
  set className(text) {
    this.setAttribute("class", text);
  }
  get style() {
    if (!this.#style) {
      const parts = (this.getAttribute("style") ?? "").split(";").map((part) => part.split(/:(.*)/s));
      const set = new Map(parts.filter(([name]) => name.trim()).map(([name, value]) => [name.trim(), value.trim()]));
      const element = this;
      const write = (name, value) => {
        if (value === "" || value === null) set.delete(name);
        else set.set(name, String(value));
        const text = [...set].map((pair) => pair.join(": ")).join("; ");
        if (text) element.#attributes.set("style", text);
        else element.#attributes.delete("style");
      };
      const methods = {
        setProperty: write,
        removeProperty: (name) => write(name, ""),
        getPropertyValue: (name) => set.get(name) ?? "",
      };
      this.#style = new Proxy(methods, {
        get: (_, name) => methods[name] ?? set.get(kebab(name)) ?? "",
        set: (_, name, value) => (write(kebab(name), value), true),
      });
    }
    return this.#style;
  }
  // --- Markup
  get innerHTML() {
    return (this.content ?? this).childNodes.map(outer).join("");
  }
  set innerHTML(html) {
    (this.content ?? this).replaceChildren(...parse(String(html), this).childNodes);
  }
  get outerHTML() {
    return outer(this);
  }
  insertAdjacentHTML(where, html) {
    const nodes = parse(html, this).childNodes;
    const put = { beforebegin: "before", afterbegin: "prepend", beforeend: "append", afterend: "after" }[where];
    this[put](...nodes);
  }
  cloneNode(deep = false) {
    const copy = new SmallElement(this.localName, this.namespaceURI === SVG ? SVG : null);
    for (const { name, value } of this.attributes) copy.setAttribute(name, value);
    if (deep) copy.innerHTML = this.innerHTML;
    return copy;
  }
  // --- The tree
  get nextElementSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get previousElementSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) - 1] ?? null;
  }
  moveBefore(node, before) {
    const focused = document.focused;
    this.insertBefore(node, before);
    document.focused = focused;
  }
  matches(selector) {
    return compile(selector)(this, this);
  }
  closest(selector) {
    const fits = compile(selector);
    for (let one = this; one instanceof SmallElement; one = one.parentNode) if (fits(one, this)) return one;
    return null;
  }
  get innerText() {
    return this.textContent;
  }
  // --- Fields
  get type() {
    const given = this.getAttribute("type");
    if (this.localName === "button") return given ?? "submit";
    if (this.localName === "input") return given ?? "text";
    return given ?? { select: "select-one", textarea: "textarea" }[this.localName] ?? "";
  }
  set type(kind) {
    this.setAttribute("type", kind);
  }
  get value() {
    if (this.localName === "select") return this.selectedOptions[0]?.value ?? "";
    if (this.localName === "option") return this.getAttribute("value") ?? this.textContent;
    if (this.localName === "textarea") return this.#value ?? this.textContent;
    if (["checkbox", "radio"].includes(this.type)) return this.getAttribute("value") ?? "on";
    if (this.localName === "input") return this.#value ?? this.getAttribute("value") ?? "";
    return this.getAttribute("value") ?? undefined;
  }
  set value(text) {
    if (this.localName === "select") {
      for (const option of this.options) option.selected = option.value === String(text);
    } else this.#value = String(text ?? "");
  }
  get defaultValue() {
    return this.getAttribute("value") ?? "";
  }
  get defaultChecked() {
    return this.hasAttribute("checked");
  }
  get defaultSelected() {
    return this.hasAttribute("selected");
  }
  get valueAsNumber() {
    return Number(this.value);
  }
  get checked() {
    return this.#checked ?? this.hasAttribute("checked");
  }
  set checked(is) {
    this.#checked = is;
    if (!is || this.type !== "radio") return;
    for (const other of (this.form ?? document).querySelectorAll("input[type=radio]")) {
      if (other !== this && other.name === this.name && other.form === this.form) other.#checked = false;
    }
  }
  get options() {
    return ["select", "datalist"].includes(this.localName) ? this.querySelectorAll("option") : undefined;
  }
  get selected() {
    const { options } = this.closest("select");
    const chosen = options.filter((one) => one.#checked ?? one.hasAttribute("selected")).at(-1) ?? options[0];
    return chosen === this;
  }
  set selected(is) {
    this.#checked = is;
  }
  get selectedOptions() {
    return this.options.filter((one) => one.selected);
  }
  get selectedIndex() {
    return this.options.findIndex((one) => one.selected);
  }
  get form() {
    const named = this.getAttribute("form");
    return named ? document.getElementById(named) : this.closest("form");
  }
  get elements() {
    const all = this.querySelectorAll("input, select, textarea, button, output, fieldset");
    for (const one of all) {
      if (!one.name || one.name in all) continue;
      const same = all.filter(({ name }) => name === one.name);
      const radios = { get value() { return same.find(({ checked }) => checked)?.value ?? ""; }, set value(text) { for (const radio of same) radio.checked = radio.value === text; } };
      all[one.name] = same.length === 1 ? one : one.type === "radio" ? radios : same;
    }
    return all;
  }
  reset() {
    for (const one of this.querySelectorAll("input, select, textarea, option")) {
      one.#checked = null;
      if (one.type !== "hidden") one.#value = null;
    }
    this.dispatchEvent(new SmallEvent("reset", { bubbles: true }));
  }
  select() {
    this.focus(); // as browsers do
    this.selection = [0, this.value.length];
  }
  get selectionStart() {
    return this.selection?.[0] ?? this.value.length;
  }
  get selectionEnd() {
    return this.selection?.[1] ?? this.value.length;
  }
  setSelectionRange(start, end) {
    this.selection = [start, end];
  }
  setRangeText(text, start = this.selectionStart, end = this.selectionEnd) {
    this.value = this.value.slice(0, start) + text + this.value.slice(end);
    this.selection = [start + text.length, start + text.length];
  }
  get validity() {
    return { badInput: false, valid: true };
  }
  get labels() {
    return [this.closest("label"), ...(this.id ? document.querySelectorAll(`label[for="${this.id}"]`) : [])].filter(Boolean);
  }
  get files() {
    return this.chosenFiles ?? [];
  }
  // --- Tables
  get rows() {
    return this.querySelectorAll("tr");
  }
  get cells() {
    return this.children;
  }
  get cellIndex() {
    return this.parentNode.children.indexOf(this);
  }
  get tHead() {
    return this.querySelector("thead");
  }
  get tBodies() {
    return this.querySelectorAll("tbody");
  }
  // --- Disclosures and popovers
  get open() {
    return this.hasAttribute("open");
  }
  set open(is) {
    if (is === this.open) return;
    this.toggleAttribute("open", is);
    this.#toggled(is);
  }
  #toggled(is) {
    const state = (value) => (value ? "open" : "closed");
    queueMicrotask(() => this.dispatchEvent(new SmallEvent("toggle", { newState: state(is), oldState: state(!is) })));
  }
  showPopover() {
    if (!this.hasAttribute("popover") || this.isPopoverOpen) return;
    this.isPopoverOpen = true;
    this.#toggled(true);
  }
  hidePopover() {
    if (!this.isPopoverOpen) return;
    this.isPopoverOpen = false;
    this.#toggled(false);
    if (this.contains(document.activeElement)) this.popoverOpener?.focus();
  }
  togglePopover() {
    if (this.isPopoverOpen) this.hidePopover();
    else this.showPopover();
  }
  showModal() {
    this.open = true;
  }
  close() {
    this.open = false;
  }
  // --- The screen
  checkVisibility() {
    if (!this.isConnected) return false;
    for (let one = this; one instanceof SmallElement; one = one.parentElement) {
      if (one.hidden || (one.hasAttribute("popover") && !one.isPopoverOpen)) return false;
      const details = one.parentElement;
      if (details?.localName === "details" && !details.open && one.localName !== "summary") return false;
    }
    return true;
  }
  getBoundingClientRect() {
    const { left = 0, top = 0, width = 0, height = 0 } = this.layout ?? {};
    return { left, top, width, height, right: left + width, bottom: top + height, x: left, y: top };
  }
  get offsetWidth() {
    return this.layout?.width ?? 0;
  }
  get offsetHeight() {
    return this.layout?.height ?? 0;
  }
  get clientWidth() {
    return this.layout?.width ?? 0;
  }
  get clientHeight() {
    return this.layout?.height ?? 0;
  }
  get scrollWidth() {
    return this.layout?.width ?? 0;
  }
  get scrollHeight() {
    return this.layout?.height ?? 0;
  }
  scrollIntoView({ behavior = "auto", block = "start" } = {}) {
    this.scrolled += 1;
    this.scrolling = `${behavior} ${block}`;
  }
  animate() {
    return { playState: "finished", cancel: () => {}, finished: Promise.resolve() };
  }
  setPointerCapture() {}
  releasePointerCapture() {}
  getAnimations() {
    return [];
  }
  // --- Focus and presses
  get isFocusable() {
    if (!this.checkVisibility() || this.disabled || this.closest("[inert]")) return false;
    return this.hasAttribute("tabindex") || this.matches("button, input, select, textarea, summary, a[href], iframe");
  }
  focus() {
    const before = document.activeElement;
    if (!this.isFocusable || before === this) return;
    document.focused = this;
    before?.dispatchEvent(new SmallEvent("blur", { relatedTarget: this }));
    before?.dispatchEvent(new SmallEvent("focusout", { bubbles: true, relatedTarget: this }));
    this.dispatchEvent(new SmallEvent("focus", { relatedTarget: before }));
    this.dispatchEvent(new SmallEvent("focusin", { bubbles: true, relatedTarget: before }));
  }
  blur() {
    if (document.activeElement !== this) return;
    document.focused = null;
    this.dispatchEvent(new SmallEvent("blur", { relatedTarget: null }));
    this.dispatchEvent(new SmallEvent("focusout", { bubbles: true, relatedTarget: null }));
  }
  click(detail = 0) {
    if (this.disabled) return;
    const event = new SmallEvent("click", { bubbles: true, cancelable: true, detail, button: 0, isPrimary: true });
    const tick = this.localName === "input" && ["checkbox", "radio"].includes(this.type);
    const before = this.checked;
    if (tick) this.checked = this.type === "radio" || !before;
    if (this.dispatchEvent(event)) this.#activate(tick && this.checked !== before);
    else if (tick) this.checked = before;
  }
  #activate(isTicked) {
    if (isTicked) {
      this.dispatchEvent(new SmallEvent("input", { bubbles: true }));
      this.dispatchEvent(new SmallEvent("change", { bubbles: true }));
    }
    const summary = this.closest("summary");
    if (summary?.parentElement.localName === "details") summary.parentElement.open = !summary.parentElement.open;
    const button = this.closest("button");
    if (button?.type === "submit" && button.form) button.form.requestSubmit(button);
    const popover = button && (button.popoverTargetElement ?? document.getElementById(button.getAttribute("popovertarget") ?? " "));
    if (popover) {
      popover.popoverOpener = button;
      popover[{ show: "showPopover", hide: "hidePopover" }[button.getAttribute("popovertargetaction")] ?? "togglePopover"]();
    }
    const link = this.closest("a[href]");
    if (link?.hasAttribute("download")) downloads.push({ name: link.getAttribute("download"), href: link.href });
    else if (link) location.assign(link.href);
    const label = this.closest("label");
    const field = label && (label.htmlFor ? document.getElementById(label.htmlFor) : label.querySelector("input, select, textarea"));
    if (field && !field.contains(this) && !this.closest("input, select, textarea, button")) field.click();
  }
  requestSubmit(submitter = null) {
    this.dispatchEvent(new SmallEvent("submit", { bubbles: true, cancelable: true, submitter }));
  }
  get htmlFor() {
    return this.getAttribute("for") ?? "";
  }
  get href() {
    const given = this.getAttribute("href");
    return given === null ? "" : new URL(given, document.baseURI).href;
  }
  set href(address) {
    this.setAttribute("href", address);
  }
  get tabIndex() {
    return Number(this.getAttribute("tabindex") ?? (this.isFocusable ? 0 : -1));
  }
  set tabIndex(index) {
    this.setAttribute("tabindex", index);
  }
  get sheet() {
    return {};
  }
  getContext() {
    return { drawImage: () => {}, clearRect: () => {} };
  }
  toBlob(done, type) {
    done(new Blob(["png"], { type }));
  }
}

for (const name of ["pathname", "search", "hash", "origin", "host"]) {
  Object.defineProperty(SmallElement.prototype, name, {
    get() { return new URL(this.href)[name]; },
    set(value) { this.href = Object.assign(new URL(this.href), { [name]: value }).href; },
  });
}
const TEXTS = "id name title src target placeholder download rel alt lang min max step pattern inputMode enterKeyHint autocomplete width height srcdoc";
for (const name of TEXTS.split(" ")) {
  Object.defineProperty(SmallElement.prototype, name, {
    get() { return this.getAttribute(name.toLowerCase()) ?? ""; },
    set(value) { this.setAttribute(name.toLowerCase(), value); },
  });
}
for (const [name, attribute] of Object.entries({ hidden: "hidden", disabled: "disabled", readOnly: "readonly", required: "required", inert: "inert", multiple: "multiple", draggable: "draggable" })) {
  Object.defineProperty(SmallElement.prototype, name, {
    get() { return this.hasAttribute(attribute) || (name === "disabled" && this.matches("fieldset[disabled] :is(input, button, select, textarea)")); },
    set(is) { this.toggleAttribute(attribute, Boolean(is)); },
  });
}
const ARIA = "ariaBusy ariaChecked ariaCurrent ariaDisabled ariaExpanded ariaHidden ariaInvalid ariaLabel ariaLevel ariaLive ariaModal ariaPressed ariaSelected ariaValueNow ariaValueText ariaDescription";
for (const name of ["role", ...ARIA.split(" ")]) {
  const attribute = name === "role" ? name : `aria-${name.slice(4).toLowerCase()}`;
  Object.defineProperty(SmallElement.prototype, name, {
    get() { return this.getAttribute(attribute); },
    set(value) { if (value === null || value === undefined) this.removeAttribute(attribute); else this.setAttribute(attribute, value); },
  });
}

// Element types that scripts ask for with instanceof.
const kindOf = (...tags) => ({ [Symbol.hasInstance]: (one) => one instanceof SmallElement && (!tags.length || tags.includes(one.localName)) });
function typeOf(...tags) {
  const type = function () {};
  Object.defineProperty(type, Symbol.hasInstance, { value: kindOf(...tags)[Symbol.hasInstance] });
  type.prototype = SmallElement.prototype;
  return type;
}

class FrameWindow extends Target {
  received = [];
  postMessage(message, _, ports = []) {
    this.received.push(structuredClone(message));
    this.onreceive?.(message, ports);
  }
}

// --- HTML --------------------------------------------------------------------------------------------

const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", times: "×", ndash: "–", mdash: "—", hellip: "…" };
const decoded = (text) =>
  text.replace(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, (whole, name) => {
    if (name[0] !== "#") return NAMED[name] ?? whole;
    return String.fromCodePoint(Number(name[1].toLowerCase() === "x" ? `0${name.slice(1)}` : name.slice(1)));
  });
const encoded = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\u00a0/g, "&nbsp;");

function outer(node) {
  if (node instanceof Text) return RAW.has(node.parentNode?.localName) ? node.nodeValue : encoded(node.nodeValue);
  if (!(node instanceof SmallElement)) return node.childNodes.map(outer).join("");
  const attributes = node.attributes.map(({ name, value }) => ` ${name}="${value.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"`);
  const start = `<${node.localName}${attributes.join("")}>`;
  return VOID.has(node.localName) ? start : `${start}${node.innerHTML}</${node.localName}>`;
}

const CLOSES = { li: ["li"], td: ["td", "th"], th: ["td", "th"], tr: ["tr", "td", "th"], option: ["option"], dt: ["dt", "dd"], dd: ["dt", "dd"], p: ["p"] };

function parse(html, context = null) {
  const root = new Fragment();
  const stack = [root];
  const token = /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([\w-]+)\s*>|<([a-zA-Z][\w:-]*)((?:\s+[^\s=>/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?|\s*)*?)\s*(\/?)>|[^<]+|</gi;
  for (let found; (found = token.exec(html)); ) {
    const [whole, closing, opening, attributes, slash] = found;
    const parent = stack.at(-1);
    const into = parent.content ?? parent;
    if (closing) {
      const at = stack.findLastIndex((one) => one.localName?.toLowerCase() === closing.toLowerCase());
      if (at > 0) stack.length = at;
    } else if (opening) {
      const inSvg = opening === "svg" || stack.some((one) => one.namespaceURI === SVG && one.localName !== "foreignObject") || context?.namespaceURI === SVG;
      for (const other of CLOSES[opening] ?? []) {
        if (stack.at(-1).localName === other) stack.pop();
      }
      const element = new SmallElement(opening, inSvg ? SVG : null);
      for (const [, name, , one, two, three] of attributes.matchAll(/([^\s=>/]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)) {
        element.setAttribute(inSvg ? name : name.toLowerCase(), decoded(one ?? two ?? three ?? ""));
      }
      const to = stack.at(-1);
      (to.content ?? to).appendChild(element);
      if (VOID.has(element.localName) || (slash && inSvg)) continue;
      if (RAW.has(element.localName) && !inSvg) {
        const end = html.toLowerCase().indexOf(`</${element.localName}`, token.lastIndex);
        const text = html.slice(token.lastIndex, end < 0 ? html.length : end);
        const plain = ["textarea", "title"].includes(element.localName) ? decoded(text) : text;
        if (plain) element.append(element.localName === "textarea" ? plain.replace(/^\n/, "") : plain);
        token.lastIndex = end < 0 ? html.length : html.indexOf(">", end) + 1;
        continue;
      }
      stack.push(element);
    } else if (!/^<[!]/.test(whole)) {
      into.append(new Text(decoded(whole)));
    }
  }
  return root;
}

// --- Selectors ---------------------------------------------------------------------------------------

const compiled = new Map();

function compile(selector) {
  if (!compiled.has(selector)) {
    const all = cut(selector, ",").map(chain);
    compiled.set(selector, (element, scope) => all.some((fits) => fits(element, scope)));
  }
  return compiled.get(selector);
}

// Cuts a text at a separator outside of brackets and quotes.
function cut(text, separator) {
  const parts = [""];
  let depth = 0;
  let quote = "";
  for (const char of text) {
    if (quote) quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ("([".includes(char)) depth += 1;
    else if (")]".includes(char)) depth -= 1;
    if (char === separator && !depth && !quote) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

function chain(text) {
  const steps = []; // [combinator, simple], the last one is the element itself
  let rest = text.trim();
  let combinator = " ";
  if (/^[>+~]/.test(rest)) steps.push([" ", (element, scope) => element === scope]);
  while (rest) {
    const sign = rest.match(/^\s*([>+~])\s*|^\s+/);
    if (sign) {
      combinator = sign[1] ?? " ";
      rest = rest.slice(sign[0].length);
      continue;
    }
    const [simple, length] = compound(rest);
    steps.push([combinator, simple]);
    combinator = " ";
    rest = rest.slice(length);
  }
  const fitsAt = (element, at, scope) => {
    const [how, simple] = steps[at];
    if (!(element instanceof SmallElement) || !simple(element, scope)) return false;
    if (at === 0) return true;
    if (how === ">") return fitsAt(element.parentNode, at - 1, scope);
    if (how === "+") return fitsAt(element.previousElementSibling, at - 1, scope);
    if (how === "~") {
      for (let one = element.previousElementSibling; one; one = one.previousElementSibling) if (fitsAt(one, at - 1, scope)) return true;
      return false;
    }
    for (let one = element.parentNode; one; one = one.parentNode) if (fitsAt(one, at - 1, scope)) return true;
    return false;
  };
  return (element, scope) => fitsAt(element, steps.length - 1, scope);
}

const PSEUDO = {
  "first-child": (one) => one.parentNode?.children[0] === one,
  "last-child": (one) => one.parentNode?.children.at(-1) === one,
  empty: (one) => !one.childNodes.length,
  checked: (one) => (one.localName === "option" ? one.selected : one.checked),
  disabled: (one) => one.disabled,
  enabled: (one) => !one.disabled,
  focus: (one) => document.activeElement === one,
  "focus-visible": (one) => document.activeElement === one,
  "popover-open": (one) => Boolean(one.isPopoverOpen),
  open: (one) => one.open,
  hover: () => false,
  active: () => false,
  root: (one) => one === document.documentElement,
};

function compound(text) {
  const tests = [];
  let at = 0;
  for (;;) {
    const rest = text.slice(at);
    const word = rest.match(/^([#.]?)(\*|-?[A-Za-z_][\w-]*)/);
    if (word) {
      const [whole, sign, name] = word;
      if (sign === "#") tests.push((one) => one.id === name);
      else if (sign === ".") tests.push((one) => one.classList.contains(name));
      else if (name !== "*") tests.push((one) => one.localName === name);
      at += whole.length;
      continue;
    }
    const attribute = rest.match(/^\[([\w-]+)(?:([~^$*|]?=)(?:"([^"]*)"|'([^']*)'|([^\]\s]+))\s*(i)?)?\]/);
    if (attribute) {
      const [whole, name, how, one, two, three] = attribute;
      const wanted = (one ?? two ?? three ?? "").replace(/\\(.)/g, "$1");
      const compare = {
        "=": (have) => have === wanted,
        "^=": (have) => have.startsWith(wanted),
        "$=": (have) => have.endsWith(wanted),
        "*=": (have) => have.includes(wanted),
        "~=": (have) => have.split(/\s+/).includes(wanted),
      }[how];
      tests.push((element) => element.hasAttribute(name) && (!how || compare(element.getAttribute(name))));
      at += whole.length;
      continue;
    }
    const pseudo = rest.match(/^:([\w-]+)(\()?/);
    if (!pseudo) break;
    at += pseudo[0].length;
    if (!pseudo[2]) {
      const [, name] = pseudo;
      if (name === "scope") tests.push((one, scope) => one === scope);
      else if (PSEUDO[name]) tests.push(PSEUDO[name]);
      else throw new Error(`the small browser does not know :${name}`);
      continue;
    }
    let depth = 1;
    const start = at;
    while (depth) depth += { "(": 1, ")": -1 }[text[at++]] ?? 0;
    const inner = text.slice(start, at - 1);
    if (["is", "where"].includes(pseudo[1])) tests.push((one, scope) => compile(inner)(one, scope));
    else if (pseudo[1] === "not") tests.push((one, scope) => !compile(inner)(one, scope));
    else if (pseudo[1] === "has") tests.push((one) => [...one.walk()].some((other) => compile(inner)(other, one)));
    else if (pseudo[1] === "nth-child") tests.push((one) => one.parentNode.children.indexOf(one) + 1 === Number(inner));
    else throw new Error(`the small browser does not know :${pseudo[1]}()`);
  }
  if (!at) throw new Error(`the small browser cannot read the selector “${text}”`);
  return [(one, scope) => tests.every((test) => test(one, scope)), at];
}

// --- The window --------------------------------------------------------------------------------------

class SmallDocument extends SmallNode {
  nodeType = 9;
  nodeName = "#document";
  hidden = false;
  visibilityState = "visible";
  currentScript = null;
  focused = null;
  get documentElement() {
    return this.firstElementChild;
  }
  get head() {
    return this.querySelector("head");
  }
  get body() {
    return this.querySelector("body");
  }
  get activeElement() {
    return this.focused ?? this.body;
  }
  get baseURI() {
    return new URL(this.querySelector("base")?.getAttribute("href") ?? "", location.href).href;
  }
  get title() {
    return this.querySelector("title")?.textContent ?? "";
  }
  set title(text) {
    const title = this.querySelector("title") ?? this.head.appendChild(this.createElement("title"));
    title.textContent = text;
  }
  createElement(tag) {
    return new SmallElement(tag);
  }
  createElementNS(namespace, tag) {
    return new SmallElement(tag, namespace === SVG ? SVG : null);
  }
  createTextNode(text) {
    return new Text(text);
  }
  createDocumentFragment() {
    return new Fragment();
  }
  execCommand() {
    return false;
  }
  get fonts() {
    return { ready: Promise.resolve(), load: async () => [], add: () => {}, addEventListener: () => {} };
  }
  getAnimations() {
    return [];
  }
}

class Store {
  #texts = new Map();
  getItem = (name) => this.#texts.get(name) ?? null;
  setItem = (name, text) => void this.#texts.set(name, String(text));
  removeItem = (name) => void this.#texts.delete(name);
  clear = () => this.#texts.clear();
  key = (at) => [...this.#texts.keys()][at] ?? null;
  get length() { return this.#texts.size; }
}

export const downloads = []; // {name, href} of each saved file
export const clipboard = []; // texts on the clipboard
export const leftFor = []; // addresses that were opened
export const observers = []; // IntersectionObservers, whose function a scene may call
const window = Object.assign(new Target(), { parentNode: null });
const place = new URL("http://localhost/");
const document = Object.assign(new SmallDocument(), { hasFocus: () => true });
const location = {
  get href() { return place.href; },
  set href(address) { leftFor.push(new URL(address, place).href); },
  assign: (address) => leftFor.push(new URL(address, place).href),
  replace: (address) => leftFor.push(new URL(address, place).href),
  reload: () => leftFor.push(place.href),
  toString: () => place.href,
};
for (const name of ["origin", "pathname", "search", "hash", "host", "hostname", "protocol", "port"]) {
  Object.defineProperty(location, name, { get: () => place[name], set: (value) => (place[name] = value) });
}
const visited = [];
const history = {
  state: null,
  visited,
  pushState(state, _, address) {
    visited.push(place.href);
    this.replaceState(state, _, address);
  },
  replaceState(state, _, address) {
    this.state = state;
    if (address !== undefined && address !== null) place.href = new URL(address, document.baseURI).href;
  },
  back() {
    place.href = visited.pop();
    window.dispatchEvent(new SmallEvent("popstate"));
  },
};

class Observer {
  constructor(go) {
    this.go = go;
    this.seen = new Set();
    observers.push(this);
  }
  observe(element) {
    this.seen.add(element);
  }
  unobserve(element) {
    this.seen.delete(element);
  }
  disconnect() {
    this.seen.clear();
  }
  takeRecords() {
    return [];
  }
}

const media = new Map();
const matchMedia = (query) => {
  if (!media.has(query)) media.set(query, Object.assign(new Target(), { media: query, matches: false }));
  return media.get(query);
};
// Sets whether a media query that contains a text is true.
export function setMedia(part, matches) {
  for (const [query, one] of media) {
    if (!query.includes(part) || one.matches === matches) continue;
    one.matches = matches;
    one.dispatchEvent(new SmallEvent("change", { matches }));
  }
}

const files = new Map();
URL.createObjectURL = (blob) => {
  files.set(`blob:${files.size}`, blob);
  return `blob:${files.size - 1}`;
};
URL.revokeObjectURL = () => {};
// Returns the text of a saved file, or its bytes.
export const textOfFile = async ({ href }) => await files.get(href).text();
export const bytesOfFile = async ({ href }) => [...new Uint8Array(await files.get(href).arrayBuffer())];

const globals = {
  window, document, location, history, matchMedia,
  localStorage: new Store(), sessionStorage: new Store(),
  Event: SmallEvent, CustomEvent: SmallEvent, MouseEvent: SmallEvent, KeyboardEvent: SmallEvent, PointerEvent: SmallEvent, InputEvent: SmallEvent,
  Node: SmallNode, Text, Element: SmallElement, DocumentFragment: Fragment, Document: SmallDocument,
  ShadowRoot: class {}, HTMLElement: typeOf(), SVGElement: class {},
  HTMLInputElement: typeOf("input"), HTMLSelectElement: typeOf("select"), HTMLTextAreaElement: typeOf("textarea"),
  HTMLDetailsElement: typeOf("details"), HTMLButtonElement: typeOf("button"), HTMLAnchorElement: typeOf("a"), HTMLIFrameElement: typeOf("iframe"),
  DOMParser: class {
    parseFromString(html) {
      const read = new SmallDocument();
      read.replaceChildren(...parse(html).childNodes);
      if (!read.head) read.documentElement.prepend(read.createElement("head")); // as browsers do
      return read;
    }
  },
  IntersectionObserver: Observer, ResizeObserver: Observer, MutationObserver: Observer,
  getComputedStyle: (element) => ({ getPropertyValue: (name) => element.style.getPropertyValue(name), transform: "none" }),
  innerWidth: 1280, innerHeight: 800, scrollX: 0, scrollY: 0, devicePixelRatio: 1,
  addEventListener: (...given) => window.addEventListener(...given),
  removeEventListener: (...given) => window.removeEventListener(...given),
  dispatchEvent: (event) => window.dispatchEvent(event),
  confirm: () => true, prompt: (sentence, text) => (clipboard.push(text), text), alert: () => {}, print: () => {}, scrollTo: () => {}, scrollBy: () => {},
  getSelection: () => null,
  CSS: { escape: (text) => text, supports: () => false },
  Option: class { constructor(text, value) { const option = document.createElement("option"); option.textContent = text; option.setAttribute("value", value ?? text); return option; } },
  Image: class { width = 10; height = 10; async decode() {} },
  FormData: class {
    constructor(form) {
      this.pairs = form.elements.filter((one) => one.name && !one.disabled && (!["checkbox", "radio"].includes(one.type) || one.checked) && !["submit", "button", "file"].includes(one.type) && one.localName !== "output" && one.localName !== "fieldset").map((one) => [one.name, one.value]);
    }
    [Symbol.iterator]() { return this.pairs[Symbol.iterator](); }
    get(name) { return this.pairs.find(([one]) => one === name)?.[1] ?? null; }
  },
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
Object.defineProperty(globalThis, "navigator", {
  value: { clipboard: { writeText: async (text) => void clipboard.push(text) }, language: "en", userAgent: "small", onLine: true, storage: {} },
  configurable: true,
});
globalThis.parent = window;
Object.assign(window, { print: () => globalThis.print(), location, document });

// --- What a person does --------------------------------------------------------------------------------

export const fire = (element, type, more = {}) => element.dispatchEvent(new SmallEvent(type, { bubbles: true, cancelable: true, button: 0, isPrimary: true, ...more }));
export const find = (selector) => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
};
export const findAll = (selector) => document.querySelectorAll(selector);
const elementOf = (what) => (typeof what === "string" ? find(what) : what);
export const text = (what) => elementOf(what).textContent.replace(/\s+/g, " ").trim();
export const texts = (selector) => findAll(selector).map(text);

// Returns the visible button, link or summary with a name.
export function named(name, within = document) {
  const all = within.querySelectorAll("button, a[href], summary, [role=option]");
  const nameOf = (one) => one.ariaLabel ?? text(one);
  const found = all.filter((one) => one.checkVisibility()).find((one) => nameOf(one) === name);
  if (!found) throw new Error(`there is no button “${name}”, but ${JSON.stringify(all.map(nameOf).slice(0, 60))}`);
  return found;
}

// Presses an element, or the button with a name.
export async function press(what) {
  const element = typeof what === "string" ? named(what) : what;
  if (!element.checkVisibility()) throw new Error(`${outer(element).slice(0, 200)} cannot be seen`);
  fire(element, "pointerdown");
  for (const open of document.querySelectorAll(":popover-open")) {
    const opener = open.popoverOpener;
    if (!open.contains(element) && !opener?.contains(element)) open.hidePopover();
  }
  const focusable = [element, ...ancestors(element)].find((one) => one.isFocusable);
  if (focusable) focusable.focus();
  else document.activeElement?.blur?.();
  fire(element, "pointerup");
  element.click(1);
  await pass();
}

function ancestors(element) {
  const all = [];
  for (let one = element.parentElement; one; one = one.parentElement) all.push(one);
  return all;
}

// Types a text into a field, in place of its text.
export async function type(what, typed) {
  const field = elementOf(what);
  field.focus();
  field.value = typed;
  field.typed = true;
  fire(field, "input");
  await pass();
}

// Leaves the focused field.
export async function leave() {
  const field = document.activeElement;
  if (field.typed) fire(field, "change");
  field.typed = false;
  field.blur();
  await pass();
}

export async function choose(what, value) {
  const field = elementOf(what);
  field.focus();
  field.value = value;
  fire(field, "input");
  fire(field, "change");
  await pass();
}

// Presses a key where the focus is. Returns whether the browser would still do what it does with this key.
export async function key(name, more = {}) {
  const target = document.activeElement;
  const isLeft = fire(target, "keydown", { key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });
  if (isLeft && target.matches("button, summary, a[href]") && ["Enter", " "].includes(name)) target.click();
  else if (isLeft && name === "Enter" && target.matches("form input")) target.form.requestSubmit();
  if (isLeft && name === "Escape") for (const open of document.querySelectorAll(":popover-open")) open.hidePopover();
  if (isLeft && name === "Tab") {
    const all = findAll("button, input, select, textarea, summary, a[href], [tabindex]").filter((one) => one.isFocusable && one.tabIndex >= 0);
    const at = all.indexOf(target) + (more.shiftKey ? -1 : 1);
    all[(at + all.length) % all.length]?.focus();
  }
  fire(document.activeElement, "keyup", { key: name, ...more });
  await pass();
  return isLeft;
}


// --- Opening a page ------------------------------------------------------------------------------------

const folder = process.cwd();
const written = new Set();
let visits = 0;

async function load(address, source) {
  const file = join(folder, address.split("?")[0]);
  if (!written.has(file) || source !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source ?? (await askPython(address)).text);
    written.add(file);
  }
  return `${pathToFileURL(file).href}?${visits}`;
}

// Opens a page: its document and its scripts, or only its "inline" ones. `before` is what a person does before the
// scripts have come. What was open before is gone, except what the browser stores.
export async function open(address, { scripts = true, before = async () => {} } = {}) {
  visits += 1;
  for (const target of [window, document]) target.forgetListeners();
  for (const list of [clock.timers, observers]) list.length = 0;
  document.focused = null;
  place.href = new URL(address, place).href;
  const { text: html, status } = await askPython(place.pathname + place.search, { headers: { Accept: "text/html" } });
  if (status !== 200) throw new Error(`${address}: ${status}`);
  document.replaceChildren(...parse(html).childNodes);
  await before();
  const all = scripts ? document.querySelectorAll(scripts === "inline" ? "script:not([src])" : "script") : [];
  const isModule = ({ type: kind }) => kind === "module";
  const isCode = ({ type: kind }) => ["", "module", "text/javascript"].includes(kind);
  const ordered = [...all.filter((one) => isCode(one) && !isModule(one)), ...all.filter(isModule)];
  for (const [number, script] of ordered.entries()) {
    const src = script.getAttribute("src");
    if (isModule(script)) {
      const local = src ? new URL(src, document.baseURI).pathname : `/inline-${number}.js`;
      await import(await load(local, src ? undefined : script.textContent));
    } else {
      document.currentScript = script;
      (0, eval)(src ? (await askPython(new URL(src, document.baseURI).pathname)).text : script.textContent);
      document.currentScript = null;
    }
  }
  await settled();
}

// Makes a script loadable that a page imports later.
export const offer = async (address) => void (await load(address));

export function end(result) {
  process.stdout.write(`${JSON.stringify({ result })}\n`, () => process.exit(0));
}
