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

  begin({ link, rows, look }) {
    this.acts.forget();
    this.show({ link, rows, look });
  }

  take(answer, act) {
    this.show(answer);
    if (act.do !== "visit") this.view.follow(this.link);
  }

  // Where there is no board, its link alone is remembered.
  show(answer) {
    this.answer = answer;
    const board = answer.rows.flat(2).some(({ data }) => data.documents);
    if (!board) this.acts.adopt({ link: answer.link, documents: [], ids: "own" });
    this.view.show(answer);
  }

  again() {
    this.view.show(this.answer);
  }

  visit(link) {
    this.acts.add({ do: "visit", link });
  }

  part(name, data) {
    if (data.documents) this.acts.adopt(data);
    return this.acts;
  }
}
