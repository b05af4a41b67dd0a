"""Explain where a class can be held."""

import streamlit as st

st.title("A live class")
st.write(
    "A class needs the app’s own server, which stores the answers and updates every phone. Start "
    "the server with `ndcg app`, or with `streamlit run app.py` in a copy of the repository. Then "
    "open `/class`."
)
