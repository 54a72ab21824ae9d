-- The second factor of members, which is theirs to choose, with its recovery codes, and their passkeys.
alter table member_login add column totp bytea, add column totp_step bigint not null default 0;
comment on column member_login.totp is 'Sealed second factor; null: the member has none.';

create table member_recovery_code (
  member_id bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  primary key (member_id, hash)
);
comment on column member_recovery_code.hash is 'Of the account and the code, under a key made from SECRET_KEY.';

create table passkey (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  credential_id bytea not null unique check (octet_length(credential_id) <= 1023),
  user_handle bytea not null check (octet_length(user_handle) = 32),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
comment on table passkey is 'Public keys with which members sign in (WebAuthn).';
comment on column passkey.user_handle is 'Random; by it authenticators know the account.';
comment on column passkey.counter is 'How often its authenticator says it signed; 0: it does not count.';
create index passkey_member on passkey (member_id, id);

comment on table mail_link is
  'Mailed links, and challenges of passkeys, that were not used yet: the first use deletes the row.';
