// A learner's newest answer on its way: sent again until it is kept or refused, over a reload too.

import { post } from "./follow.js";
import { keep, kept } from "./storage.js";

const RETRY = 1500; // ms

// About so long: what was lost by all at once does not come back from all at once.
export const soon = () =>
  new Promise((go) => setTimeout(() => go(undefined), RETRY * (0.5 + Math.random())));

export class Delivery {
  // `settled(message, answer)` hears that the newest answer is kept, or why it is not.
  constructor(name, secret, settled) {
    this.name = name;
    this.secret = secret;
    this.settled = settled;
    this.message = kept(name);
    this.busy = false;
  }

  send(message) {
    this.message = message;
    keep(this.name, message);
    this.deliver();
  }

  // Sends nothing any more, and forgets what was to be sent.
  drop() {
    this.message = null;
    keep(this.name, null);
  }

  // Sends the newest answer until it is kept or refused; one at a time.
  async deliver() {
    if (this.busy) return;
    this.busy = true;
    for (let message = this.message; message; message = this.message) {
      const answer = await post("/join/answer", message, this.secret);
      if (answer.kept === undefined && answer.again) await soon();
      else if (message === this.message) {
        this.drop();
        this.settled(message, answer);
      }
    }
    this.busy = false;
  }
}
