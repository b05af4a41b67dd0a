"""What the exhibits run in: our own server, a static site, Streamlit."""
