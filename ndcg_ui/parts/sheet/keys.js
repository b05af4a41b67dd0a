// Where the keys lead in a sheet.

// The field that `key` leads to from `field`; null where there is none, undefined where the key
// leads nowhere.
export function nextField(fields, field, key) {
  const at = fields.indexOf(field);
  if (key === "Enter") return fields[at + 1] ?? null;
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  return by && (neighbour(fields, field, by) ?? fields[at + by] ?? null);
}

function neighbour(fields, field, by) {
  const column = (cell) => cell.replace(/\.\d+$/, "");
  const mates = fields.filter(({ dataset }) => column(dataset.cell) === column(field.dataset.cell));
  return mates[mates.indexOf(field) + by];
}
