// A countdown in an element with `data-ends` (ms since 1970) and `data-seconds` (its length). At the end it presses
// the button after the element. A screen reader announces the remaining time at half time and ten seconds before
// the end.

const LAST_ANNOUNCEMENT = 10; // seconds before the end

/** @param {HTMLElement} clock */
export function countDown(clock) {
  const [bar, shown, said] = /** @type {NodeListOf<HTMLElement>} */ (clock.querySelectorAll("i, output"));
  const { ends, seconds } = clock.dataset;
  const moments = [Math.ceil(Number(seconds) / 2), LAST_ANNOUNCEMENT];
  const ticking = setInterval(tick, 200);
  tick();
  return ticking;

  function tick() {
    const left = Math.max(0, Math.ceil((Number(ends) - Date.now()) / 1000));
    bar.style.scale = `${left / Number(seconds)} 1`;
    shown.textContent = `${left} s`;
    if (moments.includes(left)) said.textContent = `${left} seconds left`;
    if (left && clock.isConnected) return;
    clearInterval(ticking);
    if (clock.isConnected) /** @type {HTMLElement} */ (clock.nextElementSibling).click();
  }
}
