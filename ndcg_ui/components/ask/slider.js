// A slider says its value beside it.

export function echo(field) {
  const output = field.closest?.("[data-form]")?.querySelector("output");
  if (!output || field.type !== "range") return;
  const text = Number(field.value).toFixed(Number(field.dataset.digits));
  if (output.textContent !== text) output.textContent = text;
}
