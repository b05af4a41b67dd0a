// The host of a page of the static site. Python in a worker answers acts, and all files are static.

import { unpack } from "../../components/markup/packed.js";
import { Host, readText } from "../../exhibit/host.js";
import { findFrameAround } from "./around.js";

export class SiteHost extends Host {
  // askWorker(address, {body}) resolves to a response like a server's (shell.js).
  constructor(askWorker) {
    super();
    this.askWorker = askWorker;
    this.around = findFrameAround();
  }

  request(address, body) {
    return this.askWorker(address, { body });
  }

  // The pages of a SCORM package have no address that others can open.
  get ownsLink() {
    return !findFrameAround();
  }

  get siteAddress() {
    return this.ownsLink ? super.siteAddress : "";
  }

  async makeFile(address) {
    const [path, body] = address.replace("./", "").split("?");
    return await readText(await this.askWorker(path, { body }));
  }

  // The file is compressed in advance, because some web servers do not compress what they send.
  async loadEngine(address) {
    return await readText(unpack(await fetch(`${address}.packed`)));
  }

  // The service worker's copy of the frame has the sandbox policy in its headers (keeping.js).
  fillSandbox(frame, address) {
    if (!navigator.serviceWorker?.controller) frame.setAttribute("sandbox", "allow-scripts");
    frame.src = address;
  }
}
