-- Applications, their secrets and teams; signing keys, grants, codes, refresh tokens and revocations (oauth.md 3.1).

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
  feed_sources text[] not null default '{}',
  vouches text[] not null default '{}',
  generation int not null default 0,
  disabled_at timestamptz,
  disabled_by text check (disabled_by in ('developer', 'operator')),
  deleted_at timestamptz,
  created timestamptz not null default now(),
  updated timestamptz not null default now()
);
comment on column app.feed_sources is 'Sources that its feeds may speak for by loyalty numbers.';
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
comment on column signing_key.private is 'Sealed.';

-- Who joined, in which role, and who is invited.
create table app_team (
  client_id text not null references app (client_id) on delete cascade,
  developer_id bigint not null references developer (id) on delete cascade,
  role text not null check (role in ('viewer', 'developer', 'owner')),
  joined_at timestamptz not null default clock_timestamp(),
  primary key (client_id, developer_id)
);
comment on table app_team is 'Without app.developer_id, who is always an owner.';
create index app_team_developer on app_team (developer_id);

create table app_invitation (
  id bigint generated always as identity primary key,
  client_id text not null references app (client_id) on delete cascade,
  email text not null,
  email_key text not null,
  role text not null check (role in ('viewer', 'developer', 'owner')),
  invited_by bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  unique (client_id, email_key)
);
create index app_invitation_email on app_invitation (email_key);
create index app_invitation_expires on app_invitation (expires_at);

-- created_at is a whole millisecond, like that of an event: an event of the same one belongs to the grant.
create table oauth_grant (
  id bigint generated always as identity primary key,
  client_id text not null references app (client_id) on delete cascade,
  member_id bigint,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  revoked_at timestamptz,
  reason text,
  scope text[] check (cardinality(scope) > 0),
  last_used timestamptz
);
comment on table oauth_grant is
  'Authorization of an application by a member, or of the application itself (no member); tokens name it.';
comment on column oauth_grant.scope is
  'What the member allowed, for codes and tokens of this grant alike; null: everything.';
comment on column oauth_grant.last_used is
  'When a token of it was last used, written at most once an hour.';
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
create index revocation_key on revocation (kind, key);
