"""The hosts that run exhibits: our own server, a static site and Streamlit."""
