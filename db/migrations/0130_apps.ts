/** Applications, their secrets, and the keys that sign access tokens (oauth.md 3.1). */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table app (
      client_id text primary key,
      developer_id bigint,
      name text not null,
      environment text not null default 'production',
      redirect_uri text,
      gen int not null default 0,
      disabled_at timestamptz,
      feed boolean not null default false,
      created timestamptz not null default now(),
      updated timestamptz not null default now()
    );
    create index app_developer on app (developer_id) where developer_id is not null;

    create table app_secret (
      client_id text not null references app on delete cascade,
      hash bytea not null,
      last4 text not null,
      created timestamptz not null default now(),
      expires timestamptz,
      last_used timestamptz,
      primary key (client_id, hash)
    );

    create table signing_key (
      kid text primary key,
      alg text not null,
      public text not null,
      private bytea not null,
      sign_from timestamptz not null,
      sign_until timestamptz not null,
      publish_until timestamptz not null
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table signing_key, app_secret, app')
}
