// What is done with a board elsewhere on its page: in a heat map.

export function mountElsewhere(board) {
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("ndcg:swap", ({ detail }) => swap(board, detail), { signal });
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
