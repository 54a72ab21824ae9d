#!/bin/sh
# Gives the roles of roles.sql their passwords, when the database is made.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d tripfold -v owner="$OWNER_PASSWORD" -v service="$SERVICE_PASSWORD" <<'SQL'
alter role tripfold_owner password :'owner';
alter role tripfold password :'service';
SQL
