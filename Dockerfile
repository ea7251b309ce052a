# syntax=docker/dockerfile:1
FROM node:24.21.0-bookworm-slim AS build
# nsis builds the agent's installer for Windows.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends nsis \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# The address of the server, which the agents in the downloads connect to. If it is empty, users enter it when they install an agent.
ARG PUBLIC_URL=
RUN PUBLIC_URL="$PUBLIC_URL" deploy/build-image.sh /sandpiper

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data
COPY --from=build /sandpiper /sandpiper
RUN mkdir /data && chown node:node /data
WORKDIR /sandpiper
USER node
VOLUME /data
EXPOSE 3000
# The first start with the embedded database takes a while.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/health-check.mjs"]
CMD ["node", "--max-semi-space-size=8", "server/src/main.ts"]
