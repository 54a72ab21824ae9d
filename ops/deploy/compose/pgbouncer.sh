#!/bin/sh
# Starts PgBouncer with the users of the processes; each reaches Postgres as itself, with connections of its own.
set -eu
umask 077
printf '"tripfold_%s" "%s"\n' api "$DB_API_PASSWORD" fold "$DB_FOLD_PASSWORD" \
  deliver "$DB_DELIVER_PASSWORD" jobs "$DB_JOBS_PASSWORD" > /tmp/users.txt
exec pgbouncer /etc/pgbouncer/tripfold.ini
