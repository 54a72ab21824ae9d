/** Sign-ins of members and developers, their sessions, links sent by mail, throttling, and the audit log. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table app
      add column description text not null default '',
      add column home_url text,
      add column privacy_url text,
      add column support_url text,
      add column verified boolean not null default false,
      add column pkce_required boolean not null default false,
      add column family_days int check (family_days > 0),
      add column deleted_at timestamptz;
    alter table app_secret add column id bigint generated always as identity;
    create unique index app_secret_id on app_secret (id);

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
    comment on column member_login.email_key is 'The address in the form in which it is looked for: NFKC, lower case.';

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
    create index web_session_account on web_session (kind, account_id);
    create index web_session_created on web_session (created_at);

    create table mail_link (
      hash bytea primary key check (octet_length(hash) = 32),
      purpose text not null,
      payload jsonb not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index mail_link_expires on mail_link (expires_at);

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
      detail jsonb
    );
    create index audit_client on audit (client_id, id desc) where client_id is not null;
    create index audit_actor on audit (actor_kind, actor_id, id desc) where actor_id is not null;
    create index audit_at on audit using brin (at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table audit, throttle, mail_link, web_session, developer, member_login;
    alter table app_secret drop column id;
    alter table app drop column description, drop column home_url, drop column privacy_url, drop column support_url,
      drop column verified, drop column pkce_required, drop column family_days, drop column deleted_at;
  `)
}
