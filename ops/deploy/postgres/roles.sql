-- The roles of one database. tripfold_owner owns the tables and runs `npm run cli -- migrate`, and is the user of the other
-- commands; tripfold_api, tripfold_fold, tripfold_deliver and tripfold_jobs are the users of the processes. What each of these
-- may do is granted by the migration to the groups tripfold_role_... (ops/docs/database-rights.md). Run it as a superuser in
-- the new and empty database, and again with every new version before its migration; then give each user a password:
--   createdb tripfold
--   psql -d tripfold -v ON_ERROR_STOP=1 -f ops/deploy/postgres/roles.sql
--   psql -d tripfold -c '\password tripfold_owner' -c '\password tripfold_api' ...
do $$
declare
  name text;
  setting text;
begin
  foreach name in array array['tripfold_role_api', 'tripfold_role_fold', 'tripfold_role_deliver', 'tripfold_role_jobs',
    'tripfold_role_housekeeping']
  loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
  end loop;
  execute format('revoke all on database %I from public', current_database());
  foreach name in array array['tripfold_owner', 'tripfold_api', 'tripfold_fold', 'tripfold_deliver', 'tripfold_jobs'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I login', name);
    end if;
    execute format('grant connect on database %I to %I', current_database(), name);
    -- The sessions of a host that vanished end within about ten seconds; an acknowledged commit survives a crash; compiling a
    -- statement would take longer than anything it does.
    foreach setting in array array['tcp_keepalives_idle = 5', 'tcp_keepalives_interval = 2', 'tcp_keepalives_count = 2',
      'synchronous_commit = on', 'jit = off']
    loop
      execute format('alter role %I in database %I set %s', name, current_database(), setting);
    end loop;
  end loop;
  execute format('grant create, temporary on database %I to tripfold_owner', current_database());
end
$$;

grant tripfold_role_api to tripfold_api;
grant tripfold_role_fold to tripfold_fold;
-- Housekeeping and erasures run in deliver processes.
grant tripfold_role_deliver, tripfold_role_housekeeping to tripfold_deliver;
grant tripfold_role_jobs to tripfold_jobs;

create extension if not exists pg_trgm;
create extension if not exists unaccent;

revoke all on schema public from public;
grant usage, create on schema public to tripfold_owner;
grant usage on schema public to tripfold_role_api, tripfold_role_fold, tripfold_role_deliver, tripfold_role_jobs,
  tripfold_role_housekeeping;
