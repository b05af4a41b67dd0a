"""The app as Streamlit draws it."""
