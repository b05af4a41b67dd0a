// Redraws the picture next to a board for the order on the screen. Python drew it for the order before.

import { formatNumber } from "../markup/numerals.js";
import { scoreOrder } from "../board/sums.js";

// docOf: returns the picture's name of a document.
export function followOrder(root, board, docOf) {
  const { stage, ideals, tallest, most } = board.data.picture;
  root.style.setProperty("--tallest", tallest);
  root.style.setProperty("--most", most);
  const ideal = new Map(board.data.ideal.map((place, slot) => [place, ideals[slot] ?? 0]));
  let from = 0;
  const inside = board.order.map((id, slot) => {
    const document = board.byId.get(id);
    const share = slot < board.data.k ? 1 / board.data.divisors[slot] : 0;
    const row = { document, share, from, value: stage === "gain" ? document.gain : document.gain * share };
    from += row.value;
    const lost = stage === "ndcg" ? (ideal.get(document.place) ?? 0) - row.value : 0;
    paintCard(root, row, stage, lost, board.data.divisors[slot]);
    return row;
  });
  const missed = [...board.byId.values()].filter(({ place }) => place >= board.data.retrieved);
  const rows = [...inside, ...missed.map((document) => ({ document, from, value: 0 }))];
  for (const { document, from, value } of rows) setSegment(root, ".actual .piece:not(.gap)", docOf(document), from, value);
  paintGaps(root, rows, ideal, docOf, from, board.data.idcg);
  const values = scoreOrder(board);
  for (const total of root.querySelectorAll(".lengths [data-live]")) {
    if (total.dataset.live in values) total.textContent = formatNumber(values[total.dataset.live]);
  }
}

function paintCard(root, { document, share, from }, stage, lost, divisor) {
  const picture = root.querySelector(`.card[data-id="${document.id}"] .picture`);
  for (const [name, value] of Object.entries({ share, from, lost })) picture.style.setProperty(`--${name}`, value);
  if (stage === "gain") return;
  const shown = stage === "ndcg" ? `loss ${formatNumber(lost)}` : formatNumber(document.gain * share);
  picture.querySelector(".worth").textContent = shown;
  picture.querySelector(".loss")?.classList.toggle("gives", lost < 0);
  if (stage !== "discount") return;
  const left = Math.round(100 / divisor);
  const [upper, lower] = picture.querySelectorAll(".readers i");
  upper.style.setProperty("--people", String(Math.ceil(left / 2)));
  lower.style.setProperty("--people", String(Math.floor(left / 2)));
  picture.querySelector(".left").textContent = left;
}

// Lay the losses end to end, from the end of IDCG back to DCG, the largest loss outermost.
function paintGaps(root, rows, ideal, docOf, dcg, idcg) {
  let end = idcg;
  const losses = rows.map(({ document, value }) => ({ document, lost: (ideal.get(document.place) ?? 0) - value }));
  for (const { document, lost } of losses.sort((one, other) => other.lost - one.lost)) {
    const start = Math.max(end - Math.max(lost, 0), dcg);
    setSegment(root, ".piece.gap", docOf(document), start, Math.max(end - start, 0), lost);
    end = start;
  }
}

// number: the number in the segment, if it is not the segment's length
function setSegment(root, kind, doc, from, value, number = value) {
  const piece = root.querySelector(`${kind}[data-doc="${doc}"]`);
  if (!piece) return;
  piece.style.setProperty("--from", from);
  piece.style.setProperty("--value", value);
  piece.lastElementChild.textContent = formatNumber(number);
}
