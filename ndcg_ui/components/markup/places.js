// Keeps one object for each place in which Streamlit mounts a component.
//
// Streamlit calls a component for every change of its data. If a change overtakes the one before, Streamlit runs
// the earlier call's cleanup although the place stays on the page. A second object in the same place would listen
// twice and lose what was typed. So an object ends only when its place has left the page.

// `make(place, data)` makes the object, once for each place. `end(it)` removes its listeners outside the place.
/**
 * @template T
 * @param {(place: HTMLElement, data?: any) => T} make
 * @param {(it: T) => void} [end]
 */
export function keepByPlace(make, end = () => {}) {
  /** @type {WeakMap<HTMLElement, T>} */
  const objects = new WeakMap();
  return {
    /** @param {HTMLElement} place @param {any} [data] */
    at(place, data) {
      if (!objects.has(place)) objects.set(place, make(place, data));
      return objects.get(place);
    },
    // Return the cleanup function for Streamlit.
    /** @param {HTMLElement} place */
    cleanup: (place) => () => {
      if (place.isConnected || !objects.has(place)) return;
      end(objects.get(place));
      objects.delete(place);
    },
  };
}
