// A learner's answers on their way: only the newest counts, and it is sent until it is kept or refused.

import { Refused } from "../parts/markup/asking.js";

export class Answering {
  /**
   * @param {(newest: () => any) => Promise<any>} send asks until there is an answer to the newest message
   * @param {(message: any) => void} keep stores what is on its way, over a reload too; null: nothing
   * @param {(message: any, answer: any) => void} settle
   */
  constructor(send, keep, settle) {
    this.send = send;
    this.keep = keep;
    this.settle = settle;
    this.newest = null;
    this.busy = false;
  }

  // The server knows the newest by its number, which is greater than that of every one before: a clock
  // may have been set back meanwhile.
  /** @param {any} message @param {number} before the number of the answer that is kept, or 0 */
  give(message, before) {
    const number = Math.max(Date.now(), before + 1, (this.newest?.number ?? 0) + 1);
    this.hold({ ...message, number });
    this.deliver();
  }

  hold(message) {
    this.newest = message;
    this.keep(message);
  }

  async deliver() {
    if (this.busy) return;
    this.busy = true;
    while (this.newest) {
      let message;
      const answer = await this.send(() => {
        message = this.newest;
        if (!message) throw new Refused("The room was left.");
        return message;
      });
      if (!message || message !== this.newest) continue; // the room was left, or there is a newer one
      this.hold(null);
      this.settle(message, answer);
    }
    this.busy = false;
  }
}
