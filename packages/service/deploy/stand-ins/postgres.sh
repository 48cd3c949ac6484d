#!/bin/sh
# Starts PostgreSQL as the public image does: at the first start with a user, a database and a password of the environment.
set -eu

as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres /var/lib/postgresql
  chmod 700 "$PGDATA"
  password=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" > "$password"
  chown postgres "$password"
  as_postgres initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile="$password" \
    --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  # Without a socket that others reach while the database is made.
  as_postgres pg_ctl --wait --options="-c listen_addresses=" start
  if [ "$POSTGRES_DB" != postgres ]; then
    as_postgres psql --host=/tmp --username="$POSTGRES_USER" --dbname=postgres \
      --command="create database \"$POSTGRES_DB\""
  fi
  as_postgres pg_ctl --wait --mode=fast stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@" -c listen_addresses='*'
