# The app in a container; docs/online/container.md has the commands.
# Without `--target app` it is built with what classes in PostgreSQL need (NDCG_CLASS_DATABASE).

# Always the same base; with its updates: --pull and the BASE of docs/online/container.md.
ARG BASE=docker.io/library/python:3.11.15-slim-bookworm@sha256:d29f48a31a8b408ed19272ca1e7b10ebae13b240a27e862d3d4217c528e2e0c3
FROM ${BASE} AS app
WORKDIR /opt/ndcg
COPY pyproject.toml setup.py constraints.txt README.md LICENSE app.py ./
COPY .streamlit .streamlit
COPY lessons lessons
COPY ndcg_core ndcg_core
COPY ndcg_ui ndcg_ui
RUN python -m pip install --no-cache-dir -c constraints.txt -e ".[app]"
# Hugging Face Spaces runs every container as the user 1000.
RUN useradd --uid 1000 --create-home --home-dir /var/lib/ndcg ndcg
ENV NDCG_CLASS_DATABASE=/var/lib/ndcg/class.sqlite3
USER ndcg
VOLUME /var/lib/ndcg
EXPOSE 8501
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen as ask; ask('http://127.0.0.1:8501/_stcore/health', timeout=3)"]
CMD ["streamlit", "run", "app.py", "--server.address", "0.0.0.0", "--server.headless", "true"]

FROM app AS postgresql
USER root
RUN python -m pip install --no-cache-dir -c constraints.txt -e ".[app,postgresql]"
USER ndcg
