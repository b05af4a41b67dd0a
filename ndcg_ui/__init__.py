"""NDCG, step by step: the pages. The only package that imports Streamlit."""

PRODUCT = "NDCG, step by step"
