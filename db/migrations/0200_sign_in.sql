-- Sign-in of members and developers with its sessions and mailed links; throttles, the audit log, and erasures of persons
-- (ops/docs/personal-data.md).

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

-- Each takes the place of the second factor once.
create table recovery_code (
  developer_id bigint not null references developer (id) on delete cascade,
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  primary key (developer_id, hash)
);
comment on column recovery_code.hash is 'Of the account and the code, under a key made from SECRET_KEY.';

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
  expires_at timestamptz not null
);
comment on table mail_link is 'Links that were not used yet: the first use deletes the row.';
comment on column mail_link.subject is
  'Of a reset or a change of address the id of the account, of a sign-up the key of the address; else null.';
create index mail_link_expires on mail_link (expires_at);
create index mail_link_subject on mail_link (subject, purpose) where subject is not null;

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
create index audit_at on audit using brin (at);

-- What is under way, and the receipt that remains: after a restore it says who has to be erased again.
create table erasure (
  id bigint generated always as identity primary key,
  member_id bigint unique,
  email text,
  requested_by text not null,
  requested_at timestamptz not null default clock_timestamp(),
  erased_at timestamptz,
  done_at timestamptz,
  counts jsonb not null default '{}'
);
comment on column erasure.member_id is 'Null only if it was done before receipts kept it.';
comment on column erasure.email is 'Null once it is done.';
comment on column erasure.erased_at is 'First pass; a second one follows for what was under way meanwhile.';
create index erasure_open on erasure (id) where done_at is null;
