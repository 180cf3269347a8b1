#!/bin/sh
# Makes the passwords that docker-compose.yml mounts, once: a file that is there is left as it is.
# The folder is closed to others on this machine; the files in it are readable, because the users inside the containers
# are others than you.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
for name in postgres_password grafana_password; do
  if [ ! -s "secrets/$name" ]; then
    LC_ALL=C tr -dc 'A-Za-z0-9' </dev/urandom | head -c 32 >"secrets/$name"
    chmod 644 "secrets/$name"
    echo "made deploy/secrets/$name"
  fi
done
