// What stands in the places where Streamlit puts a component.
//
// Streamlit calls a component for every change of its data. When a change overtakes the one before,
// it runs the earlier call's cleanup at once, though the place stays on the page. So what stands
// there ends when its place has left the page, and not before: made anew in the same place, it
// would listen twice and forget what was typed.

// `make(place, data)` makes it, once for each place; `end(it)` stops what it does outside its place.
/**
 * @template T
 * @param {(place: HTMLElement, data?: any) => T} make
 * @param {(it: T) => void} [end]
 */
export function places(make, end = () => {}) {
  /** @type {WeakMap<HTMLElement, T>} */
  const standing = new WeakMap();
  return {
    /** @param {HTMLElement} place @param {any} [data] */
    at(place, data) {
      if (!standing.has(place)) standing.set(place, make(place, data));
      return standing.get(place);
    },
    // The cleanup to give to Streamlit.
    /** @param {HTMLElement} place */
    leaving: (place) => () => {
      if (place.isConnected || !standing.has(place)) return;
      end(standing.get(place));
      standing.delete(place);
    },
  };
}
