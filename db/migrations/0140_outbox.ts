/**
 * The outbox: event notices of commits that the EVENTS stream does not have yet (workers/DESIGN.md 4.2). They are
 * only appended, to one slot after the other, half a minute each; once all of a slot is published it is truncated
 * as a whole. Deleted rows would stay for as long as any snapshot is held, and reads would have to pass them.
 */
import type { Knex } from 'knex'

/** Three: one is written, one was written by transactions that may still run, one is truncated. */
const OUTBOX_SLOTS = 3

/** SQL: the slots. Nothing is ever deleted from them, so there is nothing to vacuum. */
function outboxSlots(): string {
  return Array.from(
    { length: OUTBOX_SLOTS },
    (_, slot) => `create table outbox_${slot} partition of outbox for values in (${slot})
    with (autovacuum_enabled = false, toast_tuple_target = 8160);`,
  ).join('\n  ')
}

const OUTBOX = `
  create sequence outbox_id;
  create table outbox (
    slot smallint not null default extract(epoch from now())::bigint / 30 % ${OUTBOX_SLOTS},
    partition int not null,
    id bigint not null default nextval('outbox_id'),
    event_id uuid not null,
    body text not null
  ) partition by list (slot);
  create index outbox_position on outbox (partition, id);
  ${outboxSlots()}
  create view unpublished_notice as
    select o.partition, o.id, o.event_id, o.body from partition_state s
    cross join lateral (
      select * from outbox where partition = s.partition and id > s.published offset 0
    ) o;
  comment on view unpublished_notice is 'Event notices of a commit that the EVENTS stream does not have yet.';

  -- Truncates the slot that is written next, unless it has unpublished notices or somebody reads it.
  create function truncate_published_notices() returns boolean language plpgsql as $$
  declare
    slot text := 'outbox_' || (extract(epoch from now())::bigint / 30 + 1) % ${OUTBOX_SLOTS};
    waiting boolean;
  begin
    if pg_relation_size(slot::regclass) = 0 then
      return false;
    end if;
    begin
      execute format('lock table %I in access exclusive mode nowait', slot);
    exception
      when lock_not_available then return false;
    end;
    execute format('select exists (select from partition_state s cross join lateral (
      select from %I o where o.partition = s.partition and o.id > s.published limit 1) o)', slot) into waiting;
    if not waiting then
      execute format('truncate %I', slot);
    end if;
    return not waiting;
  end $$;`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(OUTBOX)
}
