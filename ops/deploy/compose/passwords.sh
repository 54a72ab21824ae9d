#!/bin/sh
# Sets the passwords of the users in roles.sql when the database is created.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d tripfold -v owner="$OWNER_PASSWORD" -v api="$DB_API_PASSWORD" \
  -v fold="$DB_FOLD_PASSWORD" -v deliver="$DB_DELIVER_PASSWORD" -v jobs="$DB_JOBS_PASSWORD" <<'SQL'
alter role tripfold_owner password :'owner';
alter role tripfold_api password :'api';
alter role tripfold_fold password :'fold';
alter role tripfold_deliver password :'deliver';
alter role tripfold_jobs password :'jobs';
SQL
