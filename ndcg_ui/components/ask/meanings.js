// A term's meaning opens under the term, within the screen. Without this it would open centred.

let mounted = false;

export function mountMeanings() {
  if (mounted) return;
  mounted = true;
  document.addEventListener("toggle", place, true);
  document.addEventListener("scroll", close, true);
}

function place({ target, newState }) {
  if (!target.matches?.(".meaning") || newState !== "open") return;
  const term = document.querySelector(`[popovertarget="${CSS.escape(target.id)}"]`);
  const from = term.getBoundingClientRect();
  const box = target.getBoundingClientRect();
  const left = Math.max(12, Math.min(from.left, innerWidth - box.width - 12));
  const below = from.bottom + 6;
  const top = below + box.height > innerHeight - 12 ? from.top - box.height - 6 : below;
  Object.assign(target.style, { left: `${left}px`, top: `${top}px` });
}

function close() {
  /** @type {HTMLElement} */
  const open = document.querySelector(".meaning:popover-open");
  open?.hidePopover();
}
