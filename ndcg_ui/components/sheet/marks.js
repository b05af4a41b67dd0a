// Shows the marks on a sheet: a verdict next to each field, a message below its row.

export function paintVerdict(field, mark) {
  const place = field.parentElement.querySelector(".verdict-at");
  const verdict = mark?.verdict ?? "";
  if (place.dataset.shown === verdict) return;
  place.dataset.shown = verdict;
  field.classList.toggle("is-wrong", verdict === "wrong");
  field.setAttribute("aria-invalid", String(verdict === "wrong" || verdict === "invalid"));
  place.innerHTML = verdict
    ? `<span class="verdict" data-testid="verdict" data-cell="${field.dataset.cell}"
        data-verdict="${verdict}">${mark.word}</span>`
    : "";
}

// Show the messages of a row. `markOf(field)` returns the mark of a field, or undefined if its text was changed.
export function paintMessage(row, markOf) {
  const fields = row.previousElementSibling.querySelectorAll("input[data-cell]");
  const messages = [...fields]
    .map((field) => ({ field, message: markOf(field)?.message }))
    .filter(({ message }) => message);
  // Messages about two cells of one row begin with their columns.
  const addColumn = ({ field, message }) =>
    messages.length > 1 ? `${findColumn(field)}: ${message}` : message;
  const text = messages.map(addColumn).join(" ");
  if (row.firstElementChild.textContent !== text) row.firstElementChild.textContent = text;
  row.hidden = !text;
  row.previousElementSibling.toggleAttribute("data-message", Boolean(text));
  describeFields(row.firstElementChild, fields, messages.map(({ field }) => field));
}

let messageCount = 0;

// Describe fields by their message, so that a screen reader reads it with the field.
function describeFields(message, fields, about) {
  message.id ||= `sheet-message-${++messageCount}`;
  for (const field of fields) {
    if (about.includes(field)) field.setAttribute("aria-describedby", message.id);
    else field.removeAttribute("aria-describedby");
  }
}

function findColumn(field) {
  const { cellIndex } = field.closest("td");
  const head = field.closest("table").tHead.rows[0].cells[cellIndex].textContent;
  return head[0].toUpperCase() + head.slice(1);
}

export const isRight = (mark) => ["right", "carried"].includes(mark?.verdict);

// Announce each new or changed mark to screen readers. After a check, also repeat each mark that is not right.
// Returns the texts and sentences by cell. before: those of the last call; without them, nothing is announced.
export function announce(status, fields, marks, before, isCheck) {
  const now = {};
  const news = [];
  for (const { ariaLabel, dataset } of fields) {
    const { cell, sent } = dataset;
    const mark = marks[cell];
    if (!mark) continue;
    const sentence = `${ariaLabel}: ${mark.word}. ${mark.message}`;
    now[cell] = `${sent} ${sentence}`;
    if (now[cell] !== before?.[cell] || (isCheck && !isRight(mark))) news.push(sentence);
  }
  if (isCheck && !news.length && Object.keys(now).length) news.push("Everything is right.");
  if (before && news.length) status.textContent = news.join(" ");
  return now;
}
