// What the buttons of a board do.

// The id of the card an element stands in. (data-doc is its place, which all components share.)
export const idOf = (element) => Number(element.closest("[data-id]")?.dataset.id ?? -1);

export const ACTS = {
  up: (board, id) => step(board, id, -1),
  down: (board, id) => step(board, id, 1),
  more: (board, id) => regrade(board, id, 1),
  less: (board, id) => regrade(board, id, -1),
  remove: (board, id) => {
    board.refocus = Math.max(0, board.order.indexOf(id));
    board.command({ do: "remove", id });
  },
  rename: (board, id) =>
    board.view.rename(id, (label) => board.command({ do: "rename", id, label })),
  add: (board) => board.command({ do: "add", to: "ranking" }),
  judge: (board) => board.command({ do: "add", to: "judged" }),
  reverse: (board) => board.arrange([...board.order].reverse()),
  shuffle: (board) => board.arrange(shuffled(board.order)),
  sort: (board) => board.arrange(ideally(board)),
};

// Left and right lead through a card's buttons, the grip being the first.
export function walkButtons(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const owner = event.target.closest("[data-id]");
  if (!by || !owner || !event.target.matches("button")) return;
  const buttons = [...owner.querySelectorAll("button")];
  const next = buttons[buttons.indexOf(event.target) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function step(board, id, by) {
  const order = board.order.filter((other) => other !== id);
  const slot = board.order.indexOf(id) + by;
  if (slot < 0 || slot > order.length) return;
  order.splice(slot, 0, id);
  board.arrange(order);
  board.moving.say(board.view.sentence(id));
}

function regrade(board, id, by) {
  const { grade } = board.byId.get(id);
  const next = Math.max(0, by > 0 ? Math.floor(grade) + 1 : Math.ceil(grade) - 1);
  if (next !== grade) board.command({ do: "grade", id, grade: next });
}

function shuffled(order) {
  const deck = [...order];
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

// The order of the ideal column, which Python made, without the documents not retrieved.
function ideally(board) {
  const shown = new Set(board.order);
  const order = board.view.idealOrder().filter((id) => shown.has(id));
  return order.length === board.order.length ? order : board.order;
}
