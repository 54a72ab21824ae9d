/** Events that are set aside because they, or a callback at them, make the fan-out fail (webhooks.md 5). */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table quarantined_event (
      event_id uuid not null,
      callback_id bigint references callback on delete cascade,
      created timestamptz not null,
      member_id bigint not null,
      sequence bigint not null,
      type text not null,
      error text not null,
      quarantined timestamptz not null default clock_timestamp(),
      unique nulls not distinct (event_id, callback_id)
    );
    comment on table quarantined_event is 'Events that the fan-out passed, until an operator releases them.';
    comment on column quarantined_event.callback_id is
      'The callback that was suspended at the event, which the others got; null: nobody got it.';
    create index quarantined_event_callback on quarantined_event (callback_id) where callback_id is not null;`)
}
