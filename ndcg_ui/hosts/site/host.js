// The host of a page of the static site: Python in a worker answers, and every file lies in the folder.

import { unpack } from "../../components/markup/packed.js";
import { Host, textOf } from "../../exhibit/host.js";
import { frameAround } from "./around.js";

export class SiteHost extends Host {
  // askWorker(address, {body}) resolves to the response that a server would give (shell.js).
  constructor(askWorker) {
    super();
    this.askWorker = askWorker;
    this.records = frameAround(); // of a SCORM package, which keeps them
  }

  request(address, body) {
    return this.askWorker(address, { body });
  }

  // Not every web space compresses what it sends, so a large file lies there packed.
  async loadEngine(address) {
    return await textOf(unpack(await fetch(`${address}.packed`)));
  }

  // A frame that the service worker has kept comes with the policy of a sandbox (keeping.js).
  fillSandbox(frame, address) {
    if (!navigator.serviceWorker?.controller) frame.setAttribute("sandbox", "allow-scripts");
    frame.src = address;
  }
  readRecord(key) {
    return this.records ? this.records.read(key) : super.readRecord(key);
  }

  writeRecord(key, text) {
    if (this.records) this.records.write(key, text);
    else super.writeRecord(key, text);
  }
}
