// Runs before Streamlit's own script. Says where the server is, so that a page opened from a link
// need not try its own path first.
window.__streamlit = { BACKEND_BASE_URL: `${location.origin}/` };
