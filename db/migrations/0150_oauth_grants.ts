/** Authorization server: grants, codes, refresh tokens, revocations (oauth.md 3.1). */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table oauth_grant (
      id bigint generated always as identity primary key,
      client_id text not null references app (client_id) on delete cascade,
      member_id bigint,
      created_at timestamptz not null default clock_timestamp(),
      last_used_at timestamptz,
      revoked_at timestamptz,
      reason text
    );
    comment on table oauth_grant is 'What a member (or, without one, the application itself) has been granted; tokens name it.';
    create unique index oauth_grant_app on oauth_grant (client_id) where member_id is null and revoked_at is null;
    create index oauth_grant_member on oauth_grant (member_id, client_id) where member_id is not null and revoked_at is null;
    create index oauth_grant_client on oauth_grant (client_id) where revoked_at is null;

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
      gen int not null default 0,
      until timestamptz not null
    );
    create index revocation_xid on revocation (xid);
    create index revocation_until on revocation (until);
    create index revocation_key on revocation (kind, key);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table revocation, oauth_refresh, oauth_code, oauth_grant')
}
