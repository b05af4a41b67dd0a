// A place to drop files on, or to choose them: each goes to the server by a request of its own.

import { ask, Refused } from "../../exhibit/asking.js";
import { places } from "../markup/places.js";
import { read, write } from "../../exhibit/storage.js";

const GONE = "The server could not be reached. Drop the file again.";
const TRIES = 3; // of one file that is cut off on its way, as by a proxy for which it is too large
const FOLDER = "is a folder. Open it, and drop the files that are in it.";
const FOLDER_NAME = "ndcg-evaluate-folder";
let ours = ""; // the name of this tab's folder
const drops = places((place) => new Drop(place.querySelector(".drop")));

export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  const drop = drops.at(parentElement);
  drop.tell = (name) => setStateValue("folder", name);
  drop.announce = (count) => setTriggerValue("uploaded", count);
  drop.receive(data);
  return drops.leaving(parentElement);
}

class Drop {
  /** @type {(name: string) => void} */
  tell;
  /** @type {(count: number) => void} */
  announce;

  constructor(root) {
    this.root = root;
    this.input = root.querySelector("input");
    this.said = root.querySelector(".say");
    this.wrong = root.querySelector(".problem");
    this.input.addEventListener("change", () => {
      const chosen = [...this.input.files];
      this.input.value = "";
      this.take(chosen);
    });
    for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
      root.addEventListener(kind, (event) => this.dragged(event));
    }
  }

  receive(data) {
    this.data = data;
    this.root.querySelector(".drop-what").textContent = data.what;
    this.root.querySelector(".drop-how").textContent = data.how;
    this.input.multiple = data.files > 1;
    this.root.dataset.kind = data.kind;
    if (data.kind === "qrels") this.tellFolder(data.folder);
  }

  // This tab keeps the name of its folder, and tells it to each session: so the files are there
  // after a reload, and after a restart of the server.
  tellFolder(first) {
    ours ||= read("sessionStorage", FOLDER_NAME) || first;
    write("sessionStorage", FOLDER_NAME, ours);
    if (this.told !== ours) this.tell((this.told = ours));
  }

  dragged(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.root.toggleAttribute("data-over", event.type === "dragenter" || event.type === "dragover");
    if (event.type === "drop") this.dropped(event.dataTransfer);
  }

  // What is dropped may be a folder, which has no content that could be sent.
  dropped({ files, items }) {
    const entries = [...items].map((item) => item.webkitGetAsEntry?.());
    const folder = entries.find((entry) => entry?.isDirectory);
    if (folder) this.say(`${folder.name} ${FOLDER}`);
    else this.take([...files]);
  }

  // One after the other, so that the bound on all of them together means what it says.
  async take(files) {
    if (files.length > this.data.files) {
      this.say(`These are ${files.length} files. ${this.data.many}`);
      return;
    }
    this.say("");
    const refused = [];
    let taken = 0;
    for (const file of files) {
      const why = await this.send(file);
      if (why) refused.push(`${file.name}: ${why}`);
      else taken += 1;
    }
    this.said.textContent = "";
    this.say(refused.join(" "));
    if (taken) this.announce(taken);
  }

  say(problem) {
    this.wrong.textContent = problem;
    this.wrong.hidden = !problem;
  }

  // Sends one file; resolves to why it was not taken, or to nothing.
  async send(file) {
    if (file.size > this.data.most) return this.data.large;
    let tries = 0;
    const sent = async () => {
      const answer = await this.put(file);
      if (!answer && navigator.onLine && ++tries === TRIES) throw new Refused(GONE);
      return answer;
    };
    return ask(sent, () => "", (why) => (this.said.textContent = `${file.name}: ${why}`)).catch(({ message }) => message);
  }

  // Sends it once; resolves to the answer, or to null where the network failed. fetch() tells no progress.
  /** @returns {Promise<Response | null>} */
  put(file) {
    const { folder, kind } = this.data;
    const request = new XMLHttpRequest();
    request.open("PUT", `./evaluate/files/${kind}?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("Authorization", `Bearer ${folder}`); // an address is written to logs
    return new Promise((resolve) => {
      request.upload.onprogress = ({ loaded, total }) => {
        const share = total ? Math.floor((100 * loaded) / total) : 100;
        this.said.textContent = `${file.name}: ${share} %`;
      };
      const headers = () => {
        const named = ["Content-Type", "Retry-After"].map((name) => [name, request.getResponseHeader(name)]);
        return Object.fromEntries(named.filter(([, value]) => value !== null));
      };
      request.onload = () => {
        const { status, responseText } = request;
        resolve(new Response(responseText || null, { status, headers: headers() }));
      };
      request.onerror = () => resolve(null);
      request.send(file);
    });
  }
}
