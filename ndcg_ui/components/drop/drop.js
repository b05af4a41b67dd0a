// A place to drop or choose files. Each file is sent to the server in its own request.

import { askUntilAnswered, Refused } from "../../exhibit/asking.js";
import { keepByPlace } from "../markup/places.js";
import { read, write } from "../../exhibit/storage.js";

const UNREACHABLE = "The server could not be reached. Drop the file again.";
const MAX_TRIES = 3; // a proxy that refuses large files may cut the connection each time
const FOLDER = "is a folder. Open the folder and drop its files here.";
let folderName = ""; // the name of this tab's folder
const drops = keepByPlace((place) => new Drop(place.querySelector(".drop")));

export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  const drop = drops.at(parentElement);
  drop.tell = (name) => setStateValue("folder", name);
  drop.announce = (count) => setTriggerValue("uploaded", count);
  drop.receive(data);
  return drops.cleanup(parentElement);
}

class Drop {
  /** @type {(name: string) => void} */
  tell;
  /** @type {(count: number) => void} */
  announce;

  constructor(root) {
    this.root = root;
    this.input = root.querySelector("input");
    this.status = root.querySelector(".say");
    this.problem = root.querySelector(".problem");
    this.input.addEventListener("change", () => {
      const chosen = [...this.input.files];
      this.input.value = "";
      this.upload(chosen);
    });
    for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
      root.addEventListener(kind, (event) => this.onDrag(event));
    }
  }

  receive(data) {
    this.data = data;
    this.root.querySelector(".drop-what").textContent = data.what;
    this.root.querySelector(".drop-how").textContent = data.how;
    this.input.multiple = data.files > 1;
    this.root.dataset.kind = data.kind;
    if (data.kind === "qrels") this.sendFolder(data.folder);
  }

  // Send the name of this tab's folder to Streamlit's session. The tab stores the name, so the files are still there
  // after a reload or a restart of the server.
  sendFolder(first) {
    folderName ||= read("files") || first;
    write("files", folderName);
    if (this.sentFolder === folderName) return;
    this.sentFolder = folderName;
    this.tell(folderName);
  }

  onDrag(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.root.toggleAttribute("data-over", event.type === "dragenter" || event.type === "dragover");
    if (event.type === "drop") this.onDrop(event.dataTransfer);
  }

  // Upload dropped files. Refuse a folder, because it has no content that could be sent.
  onDrop({ files, items }) {
    const entries = [...items].map((item) => item.webkitGetAsEntry?.());
    const folder = entries.find((entry) => entry?.isDirectory);
    if (folder) this.say(`${folder.name} ${FOLDER}`);
    else this.upload([...files]);
  }

  // Send the files one after the other, so that the server can check the total size.
  async upload(files) {
    if (files.length > this.data.files) {
      this.say(`These are ${files.length} files. ${this.data.many}`);
      return;
    }
    this.say("");
    const refused = [];
    let taken = 0;
    for (const file of files) {
      const problem = await this.send(file);
      if (problem) refused.push(`${file.name}: ${problem}`);
      else taken += 1;
    }
    this.status.textContent = "";
    this.say(refused.join(" "));
    if (taken) this.announce(taken);
  }

  say(problem) {
    this.problem.textContent = problem;
    this.problem.hidden = !problem;
  }

  // Send one file. Resolve to a sentence if the file was refused, else to "".
  async send(file) {
    if (file.size > this.data.most) return this.data.large;
    let tries = 0;
    const sent = async () => {
      const answer = await this.put(file);
      if (!answer && navigator.onLine && ++tries === MAX_TRIES) throw new Refused(UNREACHABLE);
      return answer;
    };
    return askUntilAnswered(sent, () => "", (why) => (this.status.textContent = `${file.name}: ${why}`)).catch(({ message }) => message);
  }

  // Send a file once. Resolve to the answer, or to null if the network failed. An XMLHttpRequest is used because
  // fetch() reports no progress.
  /** @returns {Promise<Response | null>} */
  put(file) {
    const { folder, kind } = this.data;
    const request = new XMLHttpRequest();
    request.open("PUT", `./evaluate/files/${kind}?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("Authorization", `Bearer ${folder}`); // an address would appear in logs
    return new Promise((resolve) => {
      request.upload.onprogress = ({ loaded, total }) => {
        const share = total ? Math.floor((100 * loaded) / total) : 100;
        this.status.textContent = `${file.name}: ${share}%`;
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
