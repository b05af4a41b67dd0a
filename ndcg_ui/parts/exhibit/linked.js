// A page whose link is its state.

import { BoardActs, post } from "./acts.js";

export class Linked {
  /** @param {string} page @param {any} view */
  constructor(page, view) {
    this.view = view;
    this.acts = new BoardActs((link, act) => post(`acts/${page}`, { link, act }), {
      take: (answer, act) => this.take(answer, act),
      again: () => this.again(),
      ahead: (answer, order) => view.ahead(answer ?? this.answer, order),
      refused: view.refused,
    });
  }

  get link() {
    return this.acts.now.link;
  }

  get idle() {
    return this.acts.idle;
  }

  begin({ rows, look }) {
    this.acts.forget();
    this.show({ rows, look });
  }

  take(answer, act) {
    this.show(answer);
    if (act.do !== "visit") this.view.follow(this.link);
  }

  show(answer) {
    this.answer = answer;
    this.view.show(answer);
  }

  again() {
    this.view.show(this.answer);
  }

  // The page shows another link.
  visit(link) {
    this.acts.add({ do: "visit", link });
  }

  part(name, data) {
    if (data.documents) this.acts.adopt(data);
    return this.acts;
  }
}
