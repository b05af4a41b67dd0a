// The host of an exhibit in a Streamlit page. Python answers in a rerun of the script. If the page comes from our own
// server, that server answers instead.
//
// Streamlit keeps only the last value that a component sets, so messages are sent one at a time. After a lost
// connection Streamlit does not rerun the script, so a message without an answer is sent again.

import { askUntilAnswered, Refused } from "../../exhibit/asking.js";
import { makeElement } from "../../exhibit/make.js";
import { findTree } from "../../exhibit/stage.js";
import { GuestHost } from "../guest.js";

const PATIENCE = 10_000; // ms without an answer before a message is sent again
const DISPLAY_ATTRIBUTES = ["data-embed", "data-scaled"]; // set on the document by our server's shell

export class StreamlitHost extends GuestHost {
  // draw: the function that draws each kind of part.
  constructor(place, draw) {
    super(place, draw);
    this.lastId = Date.now(); // larger than the ids of an earlier exhibit in this place
    this.turn = Promise.resolve(); // resolves when the last message has its answer
    this.waiting = null; // {id, answered}: the message without an answer
  }

  // Apply the settings of a rerun:
  //   owns    true if the page's address is this exhibit's link
  //   ahead   true if previews are fetched during a drag
  //   server  true if our server answers acts and has our files
  //   base    identifies the arguments that the exhibit started with, if Streamlit stores its state; else null
  //   shown   other values that are sent with each act
  //   link    the exhibit's link
  connect({ setTriggerValue, setStateValue }, settings) {
    this.settings = settings;
    this.isWholePage = this.ownsAddress = settings.owns;
    this.hasServer = settings.server;
    this.looksAhead = settings.ahead;
    this.kept ??= settings.link;
    this.place.toggleAttribute("data-owns", settings.owns);
    for (const name of DISPLAY_ATTRIBUTES) this.place.toggleAttribute(name, document.documentElement.hasAttribute(name));
    this.set = settings.base === null ? (value) => setTriggerValue("message", value) : (value) => setStateValue("state", value);
  }

  // --- Messages ----------------------------------------------------------------------------------

  async send(page, message) {
    const { base, shown } = this.settings;
    const answer = await super.send(page, { ...message, state: { ...message.state, ...shown } });
    if (this.hasServer && base !== null) this.set({ id: ++this.lastId, base, link: answer.link, act: {} });
    return answer;
  }

  // Send a message to Python after the one before has its answer. Throw Refused if Python refuses the message.
  exchange(message) {
    const answer = this.turn.then(() => this.repeat({ ...message, id: ++this.lastId, base: this.settings.base }));
    this.turn = answer.catch(() => {});
    return answer;
  }

  async repeat(message) {
    let tries = 0;
    const answer = await askUntilAnswered(
      () => this.sendOnce({ ...message, tries: ++tries }),
      (answer) => answer,
    );
    if (answer.refused) throw new Refused(answer.refused);
    return answer;
  }

  /** @returns {Promise<any>} */
  sendOnce(message) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("There is no answer yet.")), PATIENCE);
      const answered = (answer) => {
        clearTimeout(timer);
        resolve({ ok: true, ...answer });
      };
      this.waiting = { id: message.id, answered };
      this.set(message);
    });
  }

  // Take an answer. Return true if a message was waiting for it.
  receive(answer) {
    if (!this.waiting || answer?.id !== this.waiting.id) return false;
    const { answered } = this.waiting;
    this.waiting = null;
    answered(answer);
    return true;
  }

  // --- The theme ---------------------------------------------------------------------------------

  // Apply Streamlit's theme, whose colors are CSS variables.
  followTheme() {
    this.wearTheme(getComputedStyle(this.place).getPropertyValue("--st-background-color"));
  }

  // Show the exhibit again after the script has changed its arguments, such as the cutoff.
  renew(message) {
    const text = JSON.stringify(message);
    if (text === this.renewed || this.waiting) return;
    this.renewed = text;
    this.exhibit.owner.show(message);
  }

  // --- Files -------------------------------------------------------------------------------------

  async loadScript(address) {
    if (this.hasServer) return await super.loadScript(address);
    const source = new Blob([await this.fetchText(address)], { type: "text/javascript" });
    return await super.loadScript(URL.createObjectURL(source));
  }
}

// --- Streamlit's components --------------------------------------------------------------------------

/** @type {WeakMap<Element, StreamlitHost>} */
const hosts = new WeakMap();

// Show a part or an exhibit after a rerun. Streamlit calls this at each rerun, and may run a cleanup although the
// place is still on the page, so a place keeps its host.
export function mountInStreamlit(component, draw) {
  const { parentElement, data, setTriggerValue } = component;
  const place = parentElement.querySelector(".ndcg");
  const host = hosts.get(place) ?? new StreamlitHost(place, draw);
  hosts.set(place, host);
  host.connect(component, data.host);
  host.followTheme();
  const isAnswer = host.receive(data.answer ?? data.now);
  if (data.part) return drawPart(place, host, data.part, draw, setTriggerValue);
  if (host.exhibit) {
    if (data.now && !isAnswer && data.host.base !== null) host.renew(data.now);
  } else if (data.now) host.begin(data.now);
  else host.ask(data.host.page, data.host.link); // an exhibit that was started before is mounted again
  return undefined;
}

function drawPart(place, host, { kind, data }, draw, setTriggerValue) {
  const parentElement = place.querySelector(".exhibit-place") ?? place.appendChild(makeElement("div", { class: "exhibit-place" }));
  parentElement.ndcgHost = host;
  parentElement.innerHTML ||= findTree(place).querySelector(`template[data-kind=${kind}]`).innerHTML;
  return draw[kind]({ parentElement, data, setTriggerValue });
}
