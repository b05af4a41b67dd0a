// A countdown: an element with `data-ends`, in ms since 1970, and `data-seconds`, how long it is. Where
// the time is over, it presses the button after it. How much is left is said at half time and ten seconds
// before the end.

const LAST = 10;

/** @param {HTMLElement} clock */
export function countDown(clock) {
  const [bar, shown, said] = /** @type {NodeListOf<HTMLElement>} */ (clock.querySelectorAll("i, output"));
  const { ends, seconds } = clock.dataset;
  const moments = [Math.ceil(Number(seconds) / 2), LAST];
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
