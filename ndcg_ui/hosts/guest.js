// The host of an exhibit in a page of somebody else: Python answers messages, the link is kept here, and
// another page of ours is shown in the place of this one.

import { begin } from "../exhibit/exhibit.js";
import { Host, linkOf } from "../exhibit/host.js";
import { make, save } from "../exhibit/make.js";

const MADE_ON_DEMAND = /^(?:\.\/)?take-along\/([^?]+)\??(.*)$/; // a link to a file
const OURS = /^\.\/([a-z]*)(?:\?(.*))?$/; // a link to one of our pages

export class GuestHost extends Host {
  // draw: what draws each kind of part.
  constructor(place, draw) {
    super();
    this.place = place;
    this.draw = draw;
    this.isWholePage = false;
    this.ownsAddress = false; // whether the address of the page is this exhibit's link
    this.hasServer = false; // whether our server is behind the page: it has our files
    this.themed = new Set(); // what hears of another theme
    place.addEventListener("click", (event) => this.download(event), true);
  }

  get frame() {
    return this.place;
  }

  // --- Messages ----------------------------------------------------------------------------------

  // Sends a message to Python and resolves to its answer; throws Refused with a sentence.
  /** @param {any} message @returns {Promise<any>} */
  async exchange(message) {
    throw new Error(`Nobody answers ${Object.keys(message).join(", ")}.`);
  }

  async send(page, message) {
    return await (this.hasServer ? super.send(page, message) : this.exchange({ page, ...message }));
  }

  // Shows an exhibit from its first message.
  begin(message) {
    this.kept = message.link;
    const place = make("div", { class: "exhibit-place" }, make("div", { class: "exhibit" }));
    this.place.replaceChildren(place);
    this.exhibit = begin(place, message, this, this.draw);
  }

  async ask(page, link) {
    const { begin } = await this.exchange({ go: page, link });
    if (begin) this.begin(begin);
  }

  // --- The theme ---------------------------------------------------------------------------------

  // background: a color of the page, by which our own colors are those for light or for dark.
  wearTheme(background) {
    const { theme } = this.place.dataset;
    this.place.dataset.theme = isDark(background) ? "dark" : "light";
    if (theme && theme !== this.place.dataset.theme) for (const changed of this.themed) changed();
  }

  onTheme(changed) {
    this.themed.add(changed);
    return () => this.themed.delete(changed);
  }

  // --- The link ----------------------------------------------------------------------------------

  get link() {
    return this.ownsAddress ? super.link : this.kept;
  }

  follow(link, how) {
    if (this.ownsAddress) super.follow(link, how);
    else this.kept = link;
  }

  onVisit(visit) {
    if (this.ownsAddress) super.onVisit(visit);
  }

  entitle(title) {
    if (this.ownsAddress) super.entitle(title);
  }

  // --- Other pages -------------------------------------------------------------------------------

  onClick(clicked) {
    this.place.addEventListener("click", clicked);
  }

  isElsewhere(link) {
    return OURS.test(link.getAttribute("href"));
  }

  // Without our server another page of ours is shown in the place of this one.
  go(link) {
    if (this.hasServer) return super.go(link);
    const [, page, query] = link.getAttribute("href").match(OURS);
    this.ask(page, linkOf(query ?? ""));
  }

  // --- Files -------------------------------------------------------------------------------------

  async textOf(address) {
    return (await this.exchange({ file: address.replace(/^\.?\//, "") })).text;
  }

  async download(event) {
    const link = event.target.closest?.("a[href]");
    const [, file, query] = link?.getAttribute("href").match(MADE_ON_DEMAND) ?? [];
    if (!file || this.hasServer) return;
    event.preventDefault();
    const { base64 } = await this.exchange({ made: file, query });
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    save(link.download || file, new Blob([bytes]));
  }

  async loadEngine(address) {
    return await (this.hasServer ? super.loadEngine(address) : this.textOf(address));
  }

  // Without our server the frame brings its policy itself.
  async fillSandbox(frame, address) {
    if (this.hasServer) return super.fillSandbox(frame, address);
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = await this.textOf(address);
  }
}

// Whether a color is dark, by its luma. A canvas reads any color of CSS.
function isDark(color) {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = color || "white";
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}
