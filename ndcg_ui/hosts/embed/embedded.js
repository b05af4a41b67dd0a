// A page of ours in a frame that embed.js made. It tells the page around it its height, its link and the learner's
// record, and gets the record and the theme. The name of the frame has the origin of the page around, and messages go
// only to this origin and come only from this window.

const NAME = /^ndcg-embed (\{.*\})$/;
const PATIENCE = 2000; // ms until the page counts as embedded by hand
const WEB = /^https?:/;

// Start the frame's side, and return it. Return null for any other page.
export function mountEmbedded() {
  const told = parent === window ? null : NAME.exec(window.name);
  return told && new Embedder(JSON.parse(told[1]));
}

class Embedder {
  constructor(told) {
    this.told = told;
    this.origin = WEB.test(told.origin) ? told.origin : null; // a page from the disk has none
    this.records = {};
    this.stores = true;
    this.pages = null; // the addresses of the pages that may be in this frame
    this.page = ""; // the name of this page
    this.recordListeners = new Set();
    this.themeListeners = new Set();
    this.wearTheme(told.theme);
    document.documentElement.toggleAttribute("data-embed", true);
    addEventListener("click", (event) => this.openElsewhere(event), true);
    // Resolves to this object, or to null if the page around does not answer.
    this.ready = new Promise((resolve) => {
      this.answered = () => resolve(this);
      if (!this.origin) resolve(null);
      setTimeout(() => resolve(null), PATIENCE);
    });
    if (!this.origin) return;
    addEventListener("message", (event) => this.onMessage(event));
    addEventListener("popstate", () => this.keepPlace());
    addEventListener("DOMContentLoaded", () => this.watchHeight());
    this.send({ begins: true });
  }

  send(message) {
    parent.postMessage({ ndcg: message }, this.origin);
  }

  onMessage({ source, origin, data }) {
    if (source !== parent || origin !== this.origin || !data?.ndcg) return;
    const { records, record, stores, pages, theme } = data.ndcg;
    if (stores !== undefined) this.stores = stores;
    if (pages) this.pages = pages;
    if (theme) this.wearTheme(theme);
    if (record) {
      this.records[record.key] = record.text;
      for (const changed of this.recordListeners) changed(record.key);
    }
    if (!records) return;
    this.records = records;
    this.answered();
  }

  // --- Height ------------------------------------------------------------------------------------

  watchHeight() {
    if (this.told.isSized) return;
    new ResizeObserver(([{ target }]) => {
      const { height } = target.getBoundingClientRect();
      if (height) this.send({ height: Math.ceil(height) }); // a frame that is not shown has none
    }).observe(document.body);
    this.ready.then((embedder) => document.documentElement.toggleAttribute("data-grows", Boolean(embedder)));
  }

  // --- Theme -------------------------------------------------------------------------------------

  wearTheme(theme) {
    const { dataset } = document.documentElement;
    if (dataset.theme === theme || !["light", "dark"].includes(theme)) return;
    dataset.theme = theme;
    this.told.theme = theme;
    window.name = `ndcg-embed ${JSON.stringify(this.told)}`; // for the next page in this frame
    for (const changed of this.themeListeners) changed();
  }

  onTheme(changed) {
    this.themeListeners.add(changed);
    return () => this.themeListeners.delete(changed);
  }

  // --- The learner's record ----------------------------------------------------------------------

  read(key) {
    if (!this.stores) throw new Error("The page around this one stores nothing.");
    return this.records[key] ?? null;
  }

  write(key, text) {
    this.records[key] = text;
    this.send({ record: { key, text } });
    if (!this.stores) throw new Error("The page around this one stores nothing.");
  }

  // Make the page around delete the records and the places of all frames.
  forget() {
    this.records = {};
    this.send({ forget: true });
  }

  onRecordChange(changed) {
    this.recordListeners.add(changed);
  }

  // --- Place and links ---------------------------------------------------------------------------

  begin(page) {
    this.page = page;
    this.keepPlace();
  }

  // Send the link of this page to the page around it, so that a reload leads here again.
  keepPlace() {
    if (!this.page) return;
    const link = new URLSearchParams(location.search);
    link.delete("embed");
    this.send({ place: { page: this.page, link: link.toString() } });
  }

  // Open a link in a new tab if its page cannot be in a frame.
  openElsewhere({ target }) {
    const link = target.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target || link.download || !WEB.test(link.protocol)) return;
    if (this.mayShow(link)) return;
    link.target = "_blank";
    link.rel = "noopener";
  }

  mayShow({ href }) {
    const bare = (address) => address.replace(/[?#].*$/, "").replace(/\/$/, "");
    const own = this.pages?.map((page) => bare(new URL(page, this.told.home).href));
    return own ? own.includes(bare(href)) : href.startsWith(this.told.home);
  }
}
