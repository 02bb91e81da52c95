# The server alone; compose.yaml adds PostgreSQL and Redis. Built without torch and bert-score; see README.
FROM python:3.12-slim

RUN useradd --create-home anamnesis
WORKDIR /srv/anamnesis
COPY --chown=anamnesis pyproject.toml constraints.txt README.md ./
COPY --chown=anamnesis agents agents
COPY --chown=anamnesis benchmarks benchmarks
COPY --chown=anamnesis migrations migrations
COPY --chown=anamnesis rag rag
COPY --chown=anamnesis server server
COPY --chown=anamnesis templates templates
RUN pip install --no-cache-dir --constraint constraints.txt --editable . && install -d -o anamnesis -m 700 var

USER anamnesis
ENV ANAMNESIS_HOST=0.0.0.0
EXPOSE 8000
VOLUME /srv/anamnesis/var
STOPSIGNAL SIGINT
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
CMD ["anamnesis", "run"]
