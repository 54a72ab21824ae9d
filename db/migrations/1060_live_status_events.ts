/** The events of live status (webhooks.md 1). */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter type event_type add value if not exists 'segment.delayed' after 'segment.cancelled';
    alter type event_type add value if not exists 'segment.gate_changed' after 'segment.delayed'`)
}
