// After a restart of the server: what became of the command under way, and who is who now.
//
// Ids begin anew with the server; the documents are known again by their places. A command that the
// old server had obeyed, and not yet acknowledged, has moved them.

/** @typedef {{id: number, label: string, grade: number}} Document */
/** @typedef {{revision: string, retrieved: number, documents: Document[]}} Data */

// fate     of the command under way: "waiting" to be sent again, "done", or "unknown"
// renamed  each id of `before` -> the document's id in `now`
/**
 * @param {Data} before
 * @param {Data} now
 * @param {{revision?: string, order?: number[]} | null} underWay
 * @returns {{fate: "waiting" | "done" | "unknown", renamed: Map<number, number>}}
 */
export function afterRestart(before, now, underWay) {
  const arranged = arrangedBy(before, underWay);
  if (underWay?.revision !== now.revision && arranged && areThose(arranged, now)) {
    return { fate: "done", renamed: paired(arranged, now.documents) };
  }
  const fate = underWay && underWay.revision === now.revision ? "waiting" : "unknown";
  return { fate, renamed: paired(before.documents, now.documents) };
}

// The documents as the command under way puts them; null where it is about something else.
function arrangedBy({ revision, retrieved, documents }, underWay) {
  if (!underWay?.order || underWay.revision !== revision) return null;
  const ranking = underWay.order.map((place) => documents[place]);
  return [...ranking, ...documents.slice(retrieved)];
}

function areThose(documents, now) {
  const same = ({ label, grade }, other) => label === other?.label && grade === other.grade;
  return (
    documents.length === now.documents.length &&
    documents.every((document, at) => same(document, now.documents[at]))
  );
}

const paired = (documents, others) =>
  new Map(documents.map(({ id }, at) => [id, others[at]?.id]));

// A command in the ids of now.
export function anew({ id, order, ...command }, renamed) {
  if (id !== undefined) command.id = renamed.get(id);
  if (order) command.order = order.map((one) => renamed.get(one));
  return command;
}
