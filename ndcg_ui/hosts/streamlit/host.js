// The host of an exhibit in a Streamlit page: Python answers in a rerun of the script, or our own server
// does where it is behind the page.
//
// Streamlit keeps only the last value that a component sets, so messages are sent one at a time. Each may be
// sent again: after a lost connection Streamlit does not rerun the script by itself.

import { ask, Refused } from "../../exhibit/asking.js";
import { make } from "../../exhibit/make.js";
import { treeOf } from "../../exhibit/stage.js";
import { GuestHost } from "../guest.js";

const PATIENCE = 10_000; // ms without an answer before a message is sent again
const OF_THE_DOCUMENT = ["data-embed", "data-scaled"]; // how the page is shown; set where our server is behind it

export class StreamlitHost extends GuestHost {
  // draw: what draws each kind of part.
  constructor(place, draw) {
    super(place, draw);
    this.lastId = Date.now(); // above those of an exhibit that stood here before
    this.turn = Promise.resolve(); // ends with the message that was sent last
    this.waiting = null; // {id, answered}: the message without an answer
  }

  // Takes over what a rerun brought. settings: {owns, ahead, server, base, shown, link}.
  //   owns    the page's address is this exhibit's link
  //   ahead   an order is asked for while its card is in the air
  //   server  our server is behind the page: it answers actions and has our files
  //   base    names what the exhibit began with, for one whose state Streamlit keeps; else null
  //   shown   what an action is answered under besides its link
  connect({ setTriggerValue, setStateValue }, settings) {
    this.settings = settings;
    this.isWholePage = this.ownsAddress = settings.owns;
    this.hasServer = settings.server;
    this.looksAhead = settings.ahead;
    this.kept ??= settings.link;
    this.place.toggleAttribute("data-owns", settings.owns);
    for (const name of OF_THE_DOCUMENT) this.place.toggleAttribute(name, document.documentElement.hasAttribute(name));
    this.set = settings.base === null ? (value) => setTriggerValue("message", value) : (value) => setStateValue("state", value);
  }

  // --- Messages ----------------------------------------------------------------------------------

  async send(page, message) {
    const { base, shown } = this.settings;
    const answer = await super.send(page, { ...message, state: { ...message.state, ...shown } });
    if (this.hasServer && base !== null) this.set({ id: ++this.lastId, base, link: answer.link, act: {} });
    return answer;
  }

  // Sends a message to Python once the one before has its answer; throws Refused with a sentence.
  exchange(message) {
    const answer = this.turn.then(() => this.repeat({ ...message, id: ++this.lastId, base: this.settings.base }));
    this.turn = answer.catch(() => {});
    return answer;
  }

  async repeat(message) {
    let tries = 0;
    const answer = await ask(
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

  // Takes an answer; whether somebody waited for it.
  receive(answer) {
    if (!this.waiting || answer?.id !== this.waiting.id) return false;
    const { answered } = this.waiting;
    this.waiting = null;
    answered(answer);
    return true;
  }

  // --- The theme ---------------------------------------------------------------------------------

  // Streamlit writes the theme's colors into variables.
  followTheme() {
    this.wearTheme(getComputedStyle(this.place).getPropertyValue("--st-background-color"));
  }

  // Shows what the script's other arguments make of the exhibit, such as another cutoff.
  renew(message) {
    const text = JSON.stringify(message);
    if (text === this.renewed || this.waiting) return;
    this.renewed = text;
    this.exhibit.owner.show(message);
  }

  // --- Files -------------------------------------------------------------------------------------

  async loadScript(address) {
    if (this.hasServer) return await super.loadScript(address);
    const source = new Blob([await this.textOf(address)], { type: "text/javascript" });
    return await super.loadScript(URL.createObjectURL(source));
  }
}

// --- Streamlit's components --------------------------------------------------------------------------

/** @type {WeakMap<Element, StreamlitHost>} */
const hosts = new WeakMap();

// Shows what a rerun brought: one part, or an exhibit. What stands in a place stays: Streamlit calls
// this at each rerun, and may run a cleanup though the place is still there.
export function mountInStreamlit(component, draw) {
  const { parentElement, data, setTriggerValue } = component;
  const place = parentElement.querySelector(".ndcg");
  const host = hosts.get(place) ?? new StreamlitHost(place, draw);
  hosts.set(place, host);
  host.connect(component, data.host);
  host.followTheme();
  if (data.part) return drawPart(place, host, data.part, draw, setTriggerValue);
  const isAnswer = host.receive(data.answer ?? data.now);
  if (host.exhibit) {
    if (data.now && !isAnswer && data.host.base !== null) host.renew(data.now);
  } else if (data.now) host.begin(data.now);
  else host.ask(data.host.page, data.host.link); // it is mounted anew, and was begun before
  return undefined;
}

function drawPart(place, host, { kind, data }, draw, setTriggerValue) {
  const parentElement = place.querySelector(".exhibit-place") ?? place.appendChild(make("div", { class: "exhibit-place" }));
  parentElement.ndcgHost = host;
  parentElement.innerHTML ||= treeOf(place).querySelector(`template[data-kind=${kind}]`).innerHTML;
  return draw[kind]({ parentElement, data, setTriggerValue });
}
