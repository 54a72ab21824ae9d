/**
 * Applications and their secrets, signing keys, grants, codes, refresh tokens and revocations (oauth.md 3.1);
 * sign-ins of members and developers with their sessions and mailed links; throttles and the audit log;
 * calendar addresses.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(APPS)
  await knex.raw(GRANTS)
  await knex.raw(SIGN_IN)
  await knex.raw(SECURITY)
  await knex.raw(CALENDAR)
}

const APPS = `
  create table app (
    client_id text primary key,
    developer_id bigint,
    name text not null,
    description text not null default '',
    environment text not null default 'production',
    redirect_uri text,
    home_url text,
    privacy_url text,
    support_url text,
    verified boolean not null default false,
    pkce_required boolean not null default false,
    family_days int check (family_days > 0),
    feed boolean not null default false,
    vouches text[] not null default '{}',
    generation int not null default 0,
    disabled_at timestamptz,
    disabled_by text check (disabled_by in ('developer', 'operator')),
    deleted_at timestamptz,
    created timestamptz not null default now(),
    updated timestamptz not null default now()
  );
  comment on column app.vouches is
    'Sources whose loyalty numbers are proven to be the member''s if it registers them.';
  comment on column app.disabled_by is
    'Who disabled it: a developer cannot enable what an operator has disabled.';
  create index app_developer on app (developer_id) where developer_id is not null;

  create table app_secret (
    id bigint generated always as identity,
    client_id text not null references app on delete cascade,
    hash bytea not null,
    last4 text not null,
    created timestamptz not null default now(),
    expires timestamptz,
    last_used timestamptz,
    primary key (client_id, hash)
  );
  create unique index app_secret_id on app_secret (id);

  create table signing_key (
    kid text primary key,
    alg text not null,
    public text not null,
    private bytea not null,
    sign_from timestamptz not null,
    sign_until timestamptz not null,
    publish_until timestamptz not null
  );
  comment on column signing_key.private is 'Sealed.';`

const GRANTS = `
  -- created_at is a whole millisecond, like that of an event: an event of the same one belongs to the grant.
  create table oauth_grant (
    id bigint generated always as identity primary key,
    client_id text not null references app (client_id) on delete cascade,
    member_id bigint,
    created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
    revoked_at timestamptz,
    reason text,
    scope text[] check (cardinality(scope) > 0)
  );
  comment on table oauth_grant is
    'Authorization of an application by a member, or of the application itself (no member); tokens name it.';
  comment on column oauth_grant.scope is
    'What the member allowed, for codes and tokens of this grant alike; null: everything.';
  create unique index oauth_grant_app on oauth_grant (client_id)
    where member_id is null and revoked_at is null;
  create index oauth_grant_member on oauth_grant (member_id, client_id)
    where member_id is not null and revoked_at is null;
  create index oauth_grant_client on oauth_grant (client_id, created_at) where revoked_at is null;

  create table oauth_code (
    hash bytea primary key check (octet_length(hash) = 32),
    grant_id bigint not null references oauth_grant (id) on delete cascade,
    client_id text not null,
    redirect_uri text not null,
    challenge text,
    expires_at timestamptz not null,
    used_at timestamptz
  );
  create index oauth_code_grant on oauth_code (grant_id);
  create index oauth_code_expires on oauth_code (expires_at);

  create table oauth_refresh (
    hash bytea primary key check (octet_length(hash) = 32),
    grant_id bigint not null references oauth_grant (id) on delete cascade,
    client_id text not null,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    rotated_at timestamptz
  );
  create index oauth_refresh_grant on oauth_refresh (grant_id, issued_at desc);
  create index oauth_refresh_expires on oauth_refresh (expires_at);

  create table revocation (
    id bigint generated always as identity primary key,
    xid xid8 not null default pg_current_xact_id(),
    kind text not null check (kind in ('grant', 'token', 'app')),
    key text not null,
    generation int not null default 0,
    until timestamptz not null
  );
  create index revocation_xid on revocation (xid);
  create index revocation_until on revocation (until);
  create index revocation_key on revocation (kind, key);`

const SIGN_IN = `
  create table member_login (
    member_id bigint primary key,
    email text not null,
    email_key text not null unique,
    first_name text not null,
    last_name text not null,
    password_hash text not null,
    created_at timestamptz not null default clock_timestamp(),
    changed_at timestamptz not null default clock_timestamp()
  );
  comment on column member_login.email_key is 'The address as it is compared: NFKC, lower case.';

  create table developer (
    id bigint primary key,
    email text not null,
    email_key text not null unique,
    name text not null,
    organisation text not null,
    password_hash text not null,
    totp bytea,
    totp_step bigint not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    changed_at timestamptz not null default clock_timestamp()
  );
  comment on column developer.totp is 'Sealed second factor; null until it is set.';

  create table web_session (
    hash bytea primary key check (octet_length(hash) = 32),
    id bigint generated always as identity unique,
    kind text not null check (kind in ('member', 'developer')),
    account_id bigint not null,
    second_factor boolean not null default false,
    created_at timestamptz not null default clock_timestamp(),
    seen_at timestamptz not null default clock_timestamp(),
    proven_at timestamptz not null default clock_timestamp(),
    address text not null,
    agent text not null
  );
  comment on column web_session.proven_at is 'When the password or the second factor was last verified.';
  create index web_session_account on web_session (kind, account_id);
  create index web_session_created on web_session (created_at);

  create table mail_link (
    hash bytea primary key check (octet_length(hash) = 32),
    purpose text not null,
    subject text,
    payload jsonb not null,
    expires_at timestamptz not null,
    used_at timestamptz
  );
  comment on column mail_link.subject is 'Of a reset link the id of the account; null for other purposes.';
  create index mail_link_expires on mail_link (expires_at);
  create index mail_link_reset on mail_link (purpose, subject)
    where used_at is null and purpose in ('member_reset', 'developer_reset');`

const SECURITY = `
  create table throttle (
    key text primary key,
    count int not null,
    until timestamptz not null
  ) with (fillfactor = 80);
  create index throttle_until on throttle (until);

  create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    event text not null,
    actor_kind text not null,
    actor_id text,
    client_id text,
    member_id bigint,
    address text,
    request text,
    detail jsonb,
    count int not null default 1,
    last_at timestamptz,
    anonymous_key bytea check (octet_length(anonymous_key) = 32)
  ) with (fillfactor = 90);
  comment on column audit.count is 'Requests in this row; more than one only with anonymous_key.';
  comment on column audit.anonymous_key is
    'Hash of the hour and of what requests without any proof have in common; null for all others.';
  create unique index audit_anonymous on audit (anonymous_key) where anonymous_key is not null;
  create index audit_client on audit (client_id, id desc) where client_id is not null;
  create index audit_actor on audit (actor_kind, actor_id, id desc) where actor_id is not null;
  create index audit_at on audit using brin (at);`

const CALENDAR = `
  create table calendar_feed (
    id bigint primary key,
    member_id bigint not null,
    client_id text not null,
    name text,
    hash bytea not null unique,
    created timestamptz not null default now(),
    last_used timestamptz
  ) with (fillfactor = 80);
  comment on table calendar_feed is
    'Secret addresses at which calendar programs read an itinerary (contract.md 2).';
  create index calendar_feed_member on calendar_feed (member_id, id);`
