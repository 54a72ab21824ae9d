/** Recovery codes of developers: each takes the place of their second factor once. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table recovery_code (
      developer_id bigint not null references developer (id) on delete cascade,
      hash bytea not null check (octet_length(hash) = 32),
      created_at timestamptz not null default clock_timestamp(),
      used_at timestamptz,
      primary key (developer_id, hash)
    );
    comment on column recovery_code.hash is 'Of the account and the code, under a key made from SECRET_KEY.'`)
}
