// Handlers of a board's buttons.

// Return the id of the card around an element, or -1. (The attribute data-doc is the document's place in the trace,
// which all components share. The id is the board's own.)
export const findCardId = (element) => Number(element.closest("[data-id]")?.dataset.id ?? -1);

export const ACTS = {
  up: (board, id) => moveBy(board, id, -1),
  down: (board, id) => moveBy(board, id, 1),
  more: (board, id) => changeGrade(board, id, 1),
  less: (board, id) => changeGrade(board, id, -1),
  remove: (board, id) => {
    board.refocus = Math.max(0, board.order.indexOf(id));
    board.command({ do: "remove", id });
  },
  rename: (board, id) =>
    board.view.rename(id, (label) => board.command({ do: "rename", id, label })),
  add: (board) => board.command({ do: "add", to: "ranking" }),
  judge: (board) => board.command({ do: "add", to: "judged" }),
  reverse: (board) => board.arrange([...board.order].reverse()),
  shuffle: (board) => board.arrange(shuffleOrder(board.order)),
  sort: (board) => board.arrange(sortToIdeal(board)),
};

// Move the focus through a card's buttons with the left and right arrow keys, from the grip on.
export function moveButtonFocus(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const owner = event.target.closest("[data-id]");
  if (!by || !owner || !event.target.matches("button")) return;
  const buttons = [...owner.querySelectorAll("button")];
  const next = buttons[buttons.indexOf(event.target) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function moveBy(board, id, by) {
  const order = board.order.filter((other) => other !== id);
  const slot = board.order.indexOf(id) + by;
  if (slot < 0 || slot > order.length) return;
  order.splice(slot, 0, id);
  board.arrange(order);
  board.moving.say(board.view.sentence(id));
}

function changeGrade(board, id, by) {
  const { grade } = board.byId.get(id);
  const next = Math.max(0, by > 0 ? Math.floor(grade) + 1 : Math.ceil(grade) - 1);
  if (next !== grade) board.command({ do: "grade", id, grade: next });
}

function shuffleOrder(order) {
  const deck = [...order];
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

// Return the cards in the order of the ideal column, which Python computed, without the documents that were not
// retrieved. Cards that the column lacks follow, by gain. (A convention may suppose an ideal ranking of other documents.)
function sortToIdeal(board) {
  const ideal = board.view.idealOrder().filter((id) => board.order.includes(id));
  const others = board.order.filter((id) => !ideal.includes(id));
  const gainOf = (id) => board.byId.get(id).gain;
  return [...ideal, ...others.sort((one, other) => gainOf(other) - gainOf(one))];
}
