// Follows a stream of events, and comes back by itself: after a sleep, a reload, a lost network, a
// server that was away. The secret goes into a header: an address would be written to logs.

// Where an address of the app's is on this host: the scripts lie two folders below the app's top.
const TOP = new URL("../..", import.meta.url).pathname.slice(0, -1);
export const at = (address) => TOP + address;

const SILENCE = 40_000; // ms without a sign of life, of which one comes every 15 seconds
const PAUSE = 400; // ms before it is tried again, and up to three times that: not all at once

export class Following {
  // `received(message)` takes each event, `state(word)` "here" or "away"; `refused(status, sentence)`
  // hears why nothing can be followed, `over()` that there is nothing to follow any more.
  /**
   * @param {string} address @param {string} secret
   * @param {{received: (message: any) => void, state: (word: string) => void,
   *   refused: (status: number, say: string) => void, over: () => void}} how
   */
  constructor(address, secret, { received, state, refused, over }) {
    this.address = address;
    this.secret = secret;
    this.received = received;
    this.state = state;
    this.refused = refused;
    this.over = over;
    this.lastEvent = 0;
    this.here = false;
    /** @type {AbortController} */
    this.request = null;
    this.again = () => {
      const silent = Date.now() - this.lastEvent > SILENCE / 2;
      if (!document.hidden && (silent || !this.here)) this.reconnect();
    };
    for (const [target, name] of WAKING) target.addEventListener(name, this.again);
    this.watch = setInterval(() => {
      if (this.here && Date.now() - this.lastEvent > SILENCE) this.reconnect();
    }, 5000);
    this.run();
  }

  end() {
    this.ended = true;
    clearInterval(this.watch);
    for (const [target, name] of WAKING) target.removeEventListener(name, this.again);
    this.request?.abort();
  }

  reconnect() {
    this.request?.abort();
    this.wake?.();
  }

  async run() {
    while (!this.ended) {
      /** @type {any} */
      const why = await this.once().catch(() => "away");
      this.here = false;
      if (this.ended) return;
      if (why === "over") return this.finish(this.over);
      if (why !== "away") return this.finish(() => this.refused(why.status, why.say));
      this.state("away");
      await this.pause();
    }
  }

  finish(tell) {
    this.end();
    tell();
  }

  pause() {
    return new Promise((go) => {
      this.wake = () => go(undefined);
      setTimeout(go, PAUSE * (1 + 2 * Math.random()));
    });
  }

  // One connection, to its end: "away", "over", or the answer that refuses it.
  async once() {
    this.request = new AbortController();
    const headers = { Authorization: `Bearer ${this.secret}` };
    const { signal } = this.request;
    const answer = await fetch(at(this.address), { headers, signal, cache: "no-store" });
    if (answer.status === 429 || answer.status >= 500) return "away";
    if (!answer.ok) return { status: answer.status, say: (await answer.json()).say };
    return this.read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
  }

  async read(reader) {
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "away";
      this.lastEvent = Date.now();
      if (!this.here) this.state("here");
      this.here = true;
      const events = (text + value).split("\n\n");
      text = events.pop();
      for (const event of events) {
        if (event.startsWith("event: over")) return "over";
        if (event.startsWith("data: ")) this.received(JSON.parse(event.slice(6)));
      }
    }
  }
}

/** @type {[EventTarget, string][]} */
const WAKING = [
  [document, "visibilitychange"],
  [window, "online"],
  [window, "pageshow"],
];

// Sends a message; its answer, or what there is to say of it: {say, again}.
export async function post(address, message, secret = "") {
  const headers = { "Content-Type": "application/json" };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  try {
    const how = { method: "POST", headers, body: JSON.stringify(message), cache: "no-store" };
    const answer = await fetch(at(address), /** @type {RequestInit} */ (how));
    const said = await answer.json();
    if (answer.ok) return said;
    return { say: said.say, again: answer.status === 429 || answer.status >= 500 };
  } catch {
    return { say: "There is no connection just now; it is tried again.", again: true };
  }
}
