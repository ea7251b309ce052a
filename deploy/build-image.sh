#!/usr/bin/env bash
# Builds everything in this checkout, then copies only what a running server needs into an empty folder.
# The Dockerfile runs this script. CI also runs it, because CI has no container engine that could build the image.
#
#   deploy/build-image.sh TARGET [OPTION]
#
# OPTION is an option of `npm run build`. The default is --with-downloads.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=${1:?Pass the folder to fill}
mkdir -p "$target"
[ -z "$(ls -A "$target")" ] || { echo "$target is not empty." >&2; exit 1; }

npm run build -- "${2:---with-downloads}"

# npm reads the manifests of all workspaces, even though it installs the packages of only one.
tar --create --file - --exclude='*.test.ts' --exclude=server/src/testing --exclude=node_modules \
  package.json package-lock.json .npmrc tsconfig.base.json ./*/package.json \
  server/src contract/src web/build/client dist/installer deploy/health-check.mjs \
  | tar --extract --file - --directory "$target" --no-same-owner
npm run licenses -- "$(cd "$target" && pwd)/LICENSES.txt"
cd "$target"
npm ci --omit=dev --workspace server --include-workspace-root=false --ignore-scripts --no-audit --no-fund --loglevel=error
