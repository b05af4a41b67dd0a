// The host of an exhibit in somebody else's page. Python answers its messages, the host stores the link, and a link
// to another page of ours replaces the exhibit.

import { beginExhibit } from "../exhibit/exhibit.js";
import { decodeBase64, Host, readLink, decodeBase64Text } from "../exhibit/host.js";
import { makeElement, saveFile } from "../exhibit/make.js";
import { isDark } from "./colors.js";

const FILE_LINK = /^(?:\.\/)?take-along\/([^?]+)\??(.*)$/; // a link to a file that Python makes
const PAGE_LINK = /^\.\/([a-z]*)(?:\?(.*))?$/; // a link to one of our pages

export class GuestHost extends Host {
  // draw: the function that draws each kind of part.
  constructor(place, draw) {
    super();
    this.place = place;
    this.draw = draw;
    this.isWholePage = false;
    this.ownsAddress = false; // true if the page's address is this exhibit's link
    this.hasServer = false; // true if the page comes from our server, which has our files
    this.themeListeners = new Set();
    place.addEventListener("click", (event) => this.download(event), true);
  }

  get frame() {
    return this.place;
  }

  // --- Messages ----------------------------------------------------------------------------------

  // Send a message to Python, and resolve to its answer. Subclasses define this, and throw Refused for a refusal.
  /** @param {any} message @returns {Promise<any>} */
  async exchange(message) {
    throw new Error(`This host must define exchange(), for ${Object.keys(message).join(", ")}.`);
  }

  async send(page, message) {
    return await (this.hasServer ? super.send(page, message) : this.exchange({ page, ...message }));
  }

  // Show an exhibit from its first message.
  begin(message) {
    this.kept = message.link;
    const place = makeElement("div", { class: "exhibit-place" }, makeElement("div", { class: "exhibit" }));
    this.place.replaceChildren(place);
    this.exhibit = beginExhibit(place, message, this, this.draw);
  }

  async ask(page, link) {
    const { begin } = await this.exchange({ go: page, link });
    if (begin) this.begin(begin);
  }

  // --- The theme ---------------------------------------------------------------------------------

  // Choose our light or dark colors to match the page's background color.
  wearTheme(background) {
    const { theme } = this.place.dataset;
    this.place.dataset.theme = isDark(background) ? "dark" : "light";
    if (theme && theme !== this.place.dataset.theme) for (const changed of this.themeListeners) changed();
  }

  onTheme(changed) {
    this.themeListeners.add(changed);
    return () => this.themeListeners.delete(changed);
  }

  // --- The link ----------------------------------------------------------------------------------

  get link() {
    return this.ownsAddress ? super.link : this.kept;
  }

  get ownsLink() {
    return this.ownsAddress;
  }

  get siteAddress() {
    return this.ownsAddress && this.hasServer ? super.siteAddress : "";
  }

  follow(link, how) {
    if (this.ownsAddress) super.follow(link, how);
    else this.kept = link;
  }

  onVisit(visit) {
    if (this.ownsAddress) super.onVisit(visit);
  }

  setTitle(title) {
    if (this.ownsAddress) super.setTitle(title);
  }

  // --- Other pages -------------------------------------------------------------------------------

  onClick(clicked) {
    this.place.addEventListener("click", clicked);
  }

  isElsewhere(link) {
    return PAGE_LINK.test(link.getAttribute("href"));
  }

  // Open a link to another page of ours. Without our server, that page replaces the exhibit.
  go(link) {
    if (this.hasServer) return super.go(link);
    const [, page, query] = link.getAttribute("href").match(PAGE_LINK);
    this.ask(page, readLink(query ?? ""));
  }

  // --- Files -------------------------------------------------------------------------------------

  async fetchText(address) {
    return (await this.exchange({ file: address.replace(/^\.?\//, "") })).text;
  }

  async download(event) {
    const link = event.target.closest?.("a[href]");
    const [, file, query] = link?.getAttribute("href").match(FILE_LINK) ?? [];
    if (!file || this.hasServer) return;
    event.preventDefault();
    const { base64 } = await this.exchange({ made: file, query });
    saveFile(link.download || file, new Blob([decodeBase64(base64)]));
  }

  async makeFile(address) {
    if (this.hasServer) return await super.makeFile(address);
    const [, file, query] = address.match(FILE_LINK);
    return decodeBase64Text((await this.exchange({ made: file, query })).base64);
  }

  async loadEngine(address) {
    return await (this.hasServer ? super.loadEngine(address) : this.fetchText(address));
  }

  // Without our server, the policy is part of the frame's own HTML.
  async fillSandbox(frame, address) {
    if (this.hasServer) return super.fillSandbox(frame, address);
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = await this.fetchText(address);
  }
}
