# docker build -t plyground . && docker run -p 127.0.0.1:7642:7642 -v plyground:/data plyground
FROM python:3.12-slim

RUN useradd --system --home-dir /data --create-home plyground
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip install --no-cache-dir . && rm -rf /source

USER plyground
WORKDIR /data
ENV PLYGROUND_HOME=/data
# Compiled once for this image, so that the first game does not wait for it.
RUN plyground warm-up
VOLUME /data
EXPOSE 7642
HEALTHCHECK --start-period=60s CMD python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:7642/healthz', timeout=5)"
# `docker stop` ends the server with SIGTERM; pages that are open come back by themselves.
ENTRYPOINT ["plyground", "serve", "--no-browser", "--host", "0.0.0.0"]
