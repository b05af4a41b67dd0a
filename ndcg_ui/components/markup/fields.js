// Fields in HTML from Python that work without asking Python.

// Show the value of a slider, or of a field with `data-echo`, in the output of its form.
export function showFieldValue(field) {
  const output = field.closest?.("[data-form]")?.querySelector("output");
  const isSlider = field.type === "range";
  if (!output || !(isSlider || "echo" in field.dataset)) return;
  const text = isSlider ? Number(field.value).toFixed(Number(field.dataset.digits)) : field.value;
  if (output.textContent !== text) output.textContent = text;
}
