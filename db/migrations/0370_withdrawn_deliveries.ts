/** Deliveries rest on the member's authorization of the application: what is needed to tell when they no longer do. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- withdrawn: never sent, because the authorization it rested on had ended; due_at is null then. asked_at: a replay was
    -- asked for then, so that an authorization younger than the event will do.
    alter table delivery add column withdrawn boolean not null default false, add column asked_at timestamptz;
    -- Rises when whoever holds the callback must read anew what it may send.
    alter table callback_due add column recalls int not null default 0;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table callback_due drop column recalls;
    delete from delivery where withdrawn;
    alter table delivery drop column withdrawn, drop column asked_at;
  `)
}
