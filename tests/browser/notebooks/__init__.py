"""Exhibits in notebooks that people use: JupyterLab and marimo."""
