// What a component that stands alone says to Streamlit: an event with a number of its own, which has
// its effect once, and the session that it is for.

let sent = 0;

/** @param {{session?: string}} data @param {object} event @returns {Record<string, any>} */
export const numbered = ({ session }, event) => ({
  ...event,
  session,
  seq: `${Date.now().toString(36)}-${++sent}`,
});
