-- Two roles for one database: tripfold_owner owns the tables and runs `npm run cli -- migrate`; tripfold is the role
-- of the service, which reads and writes rows and can change no table. Run it once, as a superuser, in the new and
-- empty database, then give both a password:
--   createdb tripfold
--   psql -d tripfold -f ops/deploy/postgres/roles.sql
--   psql -d tripfold -c '\password tripfold_owner' -c '\password tripfold'
do $$
begin
  if not exists (select from pg_roles where rolname = 'tripfold_owner') then
    create role tripfold_owner login;
  end if;
  if not exists (select from pg_roles where rolname = 'tripfold') then
    create role tripfold login;
  end if;
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect, create, temporary on database %I to tripfold_owner', current_database());
  execute format('grant connect, temporary on database %I to tripfold', current_database());
  -- The sessions of a host that vanished end within about ten seconds; an acknowledged commit survives a crash.
  execute format('alter role tripfold in database %I set tcp_keepalives_idle = 5', current_database());
  execute format('alter role tripfold in database %I set tcp_keepalives_interval = 2', current_database());
  execute format('alter role tripfold in database %I set tcp_keepalives_count = 2', current_database());
  execute format('alter role tripfold in database %I set synchronous_commit = on', current_database());
  -- Compiling a statement would take longer than anything it does.
  execute format('alter role tripfold in database %I set jit = off', current_database());
end
$$;

create extension if not exists pg_trgm;
create extension if not exists unaccent;

revoke all on schema public from public;
grant usage, create on schema public to tripfold_owner;
grant usage on schema public to tripfold;

-- What the owner creates from now on, the service may use.
alter default privileges for role tripfold_owner in schema public
  grant select, insert, update, delete on tables to tripfold;
alter default privileges for role tripfold_owner in schema public grant usage, select on sequences to tripfold;
alter default privileges for role tripfold_owner in schema public grant execute on functions to tripfold;
