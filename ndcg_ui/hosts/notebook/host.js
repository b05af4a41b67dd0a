// The host of an exhibit in a notebook. The kernel answers its messages. Its link is a trait of the widget,
// which other cells can read and set.
//
// An exhibit has a shadow root, so that JupyterLab's rules for plain elements do not apply inside.

/* global STYLE, TEMPLATES */

import { pause, Refused } from "../../exhibit/asking.js";
import { areEqual } from "../../exhibit/actions.js";
import { makeElement } from "../../exhibit/make.js";
import { GuestHost } from "../guest.js";

const LONG = 2000; // ms without an answer after which a note appears
const PAUSE = 4000; // ms, on average, before a lost script is requested again
const WAITS = "Python has not answered yet, because it is busy or was restarted. After a restart, run this cell again.";
const VIEW = Math.random().toString(36).slice(2); // the kernel's answers go to each page that shows the widget
const HOSTS_OWN = { characterData: false, attributes: true, attributeFilter: ["class", "style", "data-jp-theme-light", "data-theme"] };

/** @type {CSSStyleSheet} */
let sheet;
let sent = 0;
/** @type {Map<string, Promise<any>>} */
const modules = new Map();

export class NotebookHost extends GuestHost {
  // view: the arguments of anywidget's render function, {model, host}.
  constructor(place, draw, { model, host }) {
    super(place, draw);
    this.model = model;
    this.widgets = host;
    this.waiting = new Map(); // the id of a message without an answer -> the function that takes the answer
    this.line = makeElement("p", { class: "say", role: "status" }); // says that Python is late
    model.on("msg:custom", (answer) => this.receive(answer));
    for (const name of ["page", "link"]) model.on(`change:${name}`, () => setTimeout(() => this.visitLink()));
    model.on("change:_start", () => this.renew());
  }

  // Show the present state of the model. Its first message may be older than its link.
  start() {
    const message = JSON.parse(this.model.get("_start"));
    const [page, link] = [this.model.get("page"), this.model.get("link")];
    if (message.page === page && areEqual(message.link, link)) this.begin(message);
    else this.ask(page, link);
  }

  begin(message) {
    this.page = message.page;
    super.begin(message);
    this.reportLink(message.link);
  }

  // --- Messages ----------------------------------------------------------------------------------

  exchange(message) {
    const id = `${VIEW} ${++sent}`;
    const late = setTimeout(() => this.say(WAITS), LONG);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (text) => {
        clearTimeout(late);
        const answer = JSON.parse(text);
        if (answer.refused) reject(new Refused(answer.refused));
        else resolve(answer);
      });
      this.model.send({ ...message, id });
    });
  }

  receive({ id, text }) {
    const answered = this.waiting.get(id);
    if (!answered) return; // another view's
    this.waiting.delete(id);
    if (!this.waiting.size) this.say("");
    answered(text);
  }

  // Show a note below the exhibit. "" removes it.
  say(sentence) {
    this.line.textContent = sentence;
    if (sentence) this.place.append(this.line);
    else this.line.remove();
  }

  // --- The link ----------------------------------------------------------------------------------

  follow(link) {
    super.follow(link);
    this.reportLink(link);
  }

  // Send the present link to the kernel and to other cells.
  reportLink(link) {
    const { model, page } = this;
    if (model.get("page") === page && areEqual(model.get("link"), link)) return;
    model.set("page", page);
    model.set("link", link);
    model.save_changes();
  }

  // Show the link or the page that another cell, or another view of the widget, has set.
  visitLink() {
    const [page, link] = [this.model.get("page"), this.model.get("link")];
    if (!this.exhibit || this.waiting.size || (page === this.page && areEqual(link, this.kept))) return;
    if (page !== this.page) {
      this.ask(page, link);
      return;
    }
    this.kept = link;
    this.exhibit.owner.visit(link);
  }

  // Show the exhibit again after another argument has changed, such as the cutoff.
  renew() {
    const message = JSON.parse(this.model.get("_start"));
    if (this.exhibit && areEqual(message.link, this.exhibit.owner.link)) this.exhibit.owner.show(message);
  }

  // --- Scripts -----------------------------------------------------------------------------------

  // Load one of our scripts, and resolve to its exports. The kernel makes a widget of it, which the page has only once.
  loadModule(name) {
    if (!modules.has(name)) modules.set(name, this.fetchModule(name));
    return modules.get(name);
  }

  async fetchModule(name) {
    const { widget } = await this.exchange({ module: name });
    const { exports } = await this.widgets.getWidget(widget);
    return exports;
  }

  // Plotly is large and may take longer than anywidget waits for a widget.
  loadScript() {
    return this.fetchModule("plotly").catch(() => pause(PAUSE).then(() => this.loadScript()));
  }

  // --- The theme ---------------------------------------------------------------------------------

  // Follow the notebook's colors and font, light or dark.
  followTheme() {
    const { host } = /** @type {ShadowRoot} */ (this.place.getRootNode());
    const { color, fontFamily } = getComputedStyle(host);
    const background = findBackground(host);
    const theme = { "--st-background-color": background, "--st-text-color": color, "--st-font": fontFamily };
    for (const [name, value] of Object.entries(theme)) this.place.style.setProperty(name, value);
    this.wearTheme(background);
  }

  watchTheme() {
    const again = () => requestAnimationFrame(() => this.followTheme());
    const watch = new MutationObserver(again);
    for (const element of [document.documentElement, document.body]) watch.observe(element, HOSTS_OWN);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", again);
    return () => {
      watch.disconnect();
      dark.removeEventListener("change", again);
    };
  }
}

// Show an exhibit in the element of a view. Return a function that ends its observers.
export function mountInNotebook(view, draw) {
  const shell = makeElement("div");
  const root = shell.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [makeStyleSheet()];
  root.innerHTML = `<div class="ndcg"></div>${TEMPLATES}`;
  view.el.append(shell);
  stopKeyEvents(shell);
  const host = new NotebookHost(root.querySelector(".ndcg"), draw, view);
  const leaveTheme = host.watchTheme();
  const watch = new ResizeObserver(start); // calls once it is on the page
  function start() {
    if (!shell.isConnected) return;
    watch.disconnect();
    host.followTheme();
    host.start();
  }
  if (shell.isConnected) start();
  else watch.observe(shell);
  return () => {
    watch.disconnect();
    leaveTheme();
  };
}

// Return the style of all exhibits, and add it to the page once, because fonts can be declared only there. It styles
// nothing but exhibits.
function makeStyleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    document.adoptedStyleSheets.push(sheet);
  }
  return sheet;
}

// Keep keys typed in an exhibit from the notebook's shortcuts, such as D D, which deletes a cell.
function stopKeyEvents(shell) {
  shell.addEventListener("keydown", (event) => {
    const isTheirs = (event.ctrlKey || event.metaKey || event.key === "Shift") && !event.defaultPrevented;
    if (!isTheirs) event.stopPropagation();
  });
}

// Return the visible color behind an element.
function findBackground(element) {
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor !== "rgba(0, 0, 0, 0)") return backgroundColor;
  }
  return getComputedStyle(document.documentElement).colorScheme === "dark" ? "black" : "white";
}
