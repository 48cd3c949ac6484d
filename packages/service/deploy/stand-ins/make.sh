#!/bin/sh
# Makes stand-ins for the public images that deploy/ names, on a machine that reaches Debian and npm but no registry of
# images. Needs root, debootstrap, npm, and a Docker with BuildKit. Five minutes; an image that exists is kept.
#
#   sh packages/service/deploy/stand-ins/make.sh
#
# Node and PostgreSQL are of the versions that deploy/ asks for, from npm. Prometheus is Debian's, and older.
# They replace the public images of the same names: use them for trials only.
set -eu
here=$(dirname "$0")

has() { docker image inspect "$1" > /dev/null 2>&1; }

# With the host's network, since a bridge may have no route out.
build() {
  if has "$1"; then return; fi
  echo "building $1"
  DOCKER_BUILDKIT=1 docker build --quiet --network host --target "$2" --tag "$1" \
    --file "$here/Dockerfile" "$here"
}

if ! has cascade-stand-in/debian; then
  root=$(mktemp --directory)
  trap 'rm -rf "$root"' EXIT
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root"
  # What this machine trusts: a mirror of npm may have a certificate of its own.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  npm install --global --prefix "$root/usr/local" --no-audit --no-fund node@24.21.0 npm@11
  # A file and no link: npm installs global packages beside the file.
  mv --force "$(readlink --canonicalize "$root/usr/local/bin/node")" "$root/usr/local/bin/node"
  tar --create --directory "$root" . | docker import - cascade-stand-in/debian
fi
build node:24.21.0-slim node
build postgres:18.4 postgres
build prom/prometheus:v3.5.0 prometheus
