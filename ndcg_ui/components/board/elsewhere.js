// What is done with a board elsewhere on its page: in a heat map, or in the field of its exhibit.

export function mountElsewhere(board) {
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("ndcg:swap", ({ detail }) => swap(board, detail), { signal });
  document.addEventListener("ndcg:type", ({ detail }) => type(board, detail), { signal });
  return { unmount: () => listening.abort() };
}

// Two ranks were chosen.
function swap(board, { group, ranks: [i, j] }) {
  if (group !== board.data.group || board.data.mode === "show" || board.lifted !== null) return;
  const order = [...board.order];
  [order[i - 1], order[j - 1]] = [order[j - 1], order[i - 1]];
  board.arrange(order);
  board.moving.say(board.view.sentence(order[i - 1]));
}

// Another ranking was typed.
function type(board, { group, text }) {
  if (group === board.data.group) board.command({ do: "type", text });
}
