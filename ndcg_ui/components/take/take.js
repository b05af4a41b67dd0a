// Buttons for files. Python makes a file when it is asked for; the browser then takes it from the
// server by a request of its own, which tells why where it cannot.

import { fill } from "../ndcg-tutor.markup/morph.js";
import { places } from "../ndcg-tutor.markup/places.js";
import { numbered } from "../ndcg-tutor.markup/events.js";

const FRAMED =
  " If it does not come, the page around this one allows no downloads: open the link in a tab.";
const AWAY = "The server could not be reached. Ask for the file again.";
const takes = places((place) => new Take(place.querySelector(".take")));

export default function ({ parentElement, data, setStateValue }) {
  const take = takes.at(parentElement);
  take.transmit = (event) => setStateValue("event", event);
  take.receive(data);
  return takes.leaving(parentElement);
}

class Take {
  /** @type {(event: object) => void} */
  transmit;
  asked = { seq: "", file: "", name: "" }; // what this page waits for

  constructor(root) {
    this.buttons = root.querySelector(".take-buttons");
    this.said = root.querySelector(".say");
    this.wrong = root.querySelector(".problem");
    root.addEventListener("click", (event) => this.clicked(event));
  }

  ask(file, name) {
    const event = numbered(this.data, { file });
    this.asked = { seq: event.seq, file, name };
    this.transmit(event);
    this.tell();
  }

  receive(data) {
    this.data = data;
    this.problem = data.problem;
    const made = this.asked.seq !== "" && this.asked.seq === data.acknowledged;
    if (made) this.asked = { seq: "", file: "", name: "" };
    fill(this.buttons, data.buttons);
    this.tell();
    if (made && data.url) this.collect(data.url);
  }

  clicked(event) {
    const button = event.target.closest("button[data-file]");
    const link = event.target.closest("a[download]");
    if (button && button.dataset.file !== this.asked.file) {
      this.ask(button.dataset.file, button.dataset.name);
    } else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.collect(link.href);
    }
  }

  tell() {
    if (this.asked.seq) this.said.textContent = `Making ${this.asked.name} …`;
    else fill(this.said, this.data.ready);
    if (!this.asked.seq && this.data.url && window.top !== window.self) this.said.append(FRAMED);
    this.wrong.textContent = this.problem;
    this.wrong.hidden = !this.problem;
  }

  async collect(url) {
    this.problem = await refusal(url);
    this.tell();
    if (!this.problem) save(url);
  }
}

// Why there is nothing to take at an address; nothing where there is.
async function refusal(url) {
  try {
    const answer = await fetch(url, { method: "HEAD" });
    return answer.ok ? "" : await (await fetch(url)).text();
  } catch {
    return AWAY;
  }
}

function save(url) {
  const link = document.createElement("a");
  link.href = url;
  link.download = ""; // the server names it
  link.click();
}
