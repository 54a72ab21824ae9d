import type { OutboxRow, OutboxStore } from '../../schemas/stream/member-store.js'
import type pg from 'pg'
import { prepared } from '../pg/prepared-statements.js'

const PENDING = prepared(
  `
  select id, event_id as "eventId", body from outbox
  where partition = $1
    and id > greatest($2::bigint, (select published from partition_state where partition = $1))
  order by id limit $3`,
  'outbox_pending',
)

const PUBLISHED = prepared(
  `
  update partition_position set published = $2
  where partition = $1 and published < $2
    and revision >= (select revision from partition_state where partition = $1)`,
  'outbox_published',
)

/**
 * The outbox of all partitions; only the owner of a partition reads its rows. Rows are never deleted: their
 * slot of the table is truncated (migrations/0140_outbox.sql).
 */
export function outboxStore(pool: pg.Pool): OutboxStore {
  return {
    pending: async (partition, after, limit) => {
      const { rows } = await pool.query<OutboxRow>({ ...PENDING, values: [partition, after, limit] })
      return rows
    },
    recordPublished: async (partition, upTo) => {
      await pool.query({ ...PUBLISHED, values: [partition, upTo] })
    },
    truncate: async () => {
      await pool.query('select truncate_published_notices()')
    },
  }
}
