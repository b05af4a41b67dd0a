// The button that copies the page's link.

export async function copyLink({ target }) {
  const button = target.closest?.("[data-copy-link]");
  if (!button) return;
  const said = button.parentElement.querySelector("[role=status]");
  try {
    await navigator.clipboard.writeText(location.href);
    said.textContent = "Copied";
  } catch {
    said.textContent = "Not allowed here: copy it from the address bar";
  }
  untilTheNextAct(said);
}

// What was copied may soon be another link than the page's: the note goes with the next act.
function untilTheNextAct(said) {
  const listening = new AbortController();
  const clear = () => {
    said.textContent = "";
    listening.abort();
  };
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, clear, { capture: true, signal: listening.signal });
  }
}
