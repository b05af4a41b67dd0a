"""Explain where a class can be held."""

import streamlit as st

st.title("A live class")
st.write(
    "A class needs the app's own server, which stores the answers and updates every phone. Start "
    "it with `ndcg app`, or with `streamlit run app.py` in a clone, and open /class."
)
