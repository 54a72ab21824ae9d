import type pg from 'pg'

/** A notice as it waits for the stream. */
export interface OutboxRow {
  id: number
  eventId: string
  body: string
}

/** What waits to be published; ids of one partition are committed in their order (workers/README.md 4.1). */
export interface OutboxStore {
  pending: (partition: number, after: number, limit: number) => Promise<OutboxRow[]>
  published: (partition: number, upTo: number) => Promise<void>
}

/** The outbox of all partitions; each is read and emptied by its owner alone. */
export function outboxStore(pool: pg.Pool): OutboxStore {
  return {
    pending: async (partition, after, limit) => {
      const { rows } = await pool.query<OutboxRow>({
        name: 'outbox_pending',
        text: 'select id, event_id as "eventId", body from outbox where p = $1 and id > $2 order by id limit $3',
        values: [partition, after, limit],
      })
      return rows
    },
    published: async (partition, upTo) => {
      await pool.query({
        name: 'outbox_published',
        text: 'delete from outbox where p = $1 and id <= $2',
        values: [partition, upTo],
      })
    },
  }
}
