import type { OutboxRow, OutboxStore } from '../../schemas/stream/member-store.js'
import type pg from 'pg'

const PENDING = `
  select id, event_id as "eventId", body from outbox
  where partition = $1 and id > $2 order by id limit $3`

/** The outbox of all partitions; only the owner of a partition reads and empties its rows. */
export function outboxStore(pool: pg.Pool): OutboxStore {
  return {
    pending: async (partition, after, limit) => {
      const { rows } = await pool.query<OutboxRow>({
        name: 'outbox_pending',
        text: PENDING,
        values: [partition, after, limit],
      })
      return rows
    },
    removePublished: async (partition, upTo) => {
      await pool.query({
        name: 'outbox_published',
        text: 'delete from outbox where partition = $1 and id <= $2',
        values: [partition, upTo],
      })
    },
  }
}
