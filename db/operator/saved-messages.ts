import type pg from 'pg'
import type { MemberStore } from '../../schemas/stream/member-store.js'
import type { SavedMessage, SavedMessages } from '../../schemas/stream/saved-messages.js'

const SAVE = `
  insert into saved_message (member_id, batch, bytes)
  select * from unnest($1::bigint[], $2::bigint[], $3::bytea[]) on conflict (member_id, batch) do nothing`

const READ = `
  select position::float8, member_id::text as member, batch::text, bytes from saved_message
  where position > $1 order by position limit $2`

/** The messages that `stream heal` has saved; `folded` as the fold knows it. */
export function savedMessages(pool: pg.Pool, folded: MemberStore['appliedBatches']): SavedMessages {
  return {
    folded,
    save: async (messages) => {
      await pool.query(SAVE, [
        messages.map(({ member }) => member),
        messages.map(({ batch }) => batch),
        messages.map(({ bytes }) => Buffer.from(bytes)),
      ])
    },
    read: async (after, limit) =>
      (await pool.query<SavedMessage & { position: number }>(READ, [after, limit])).rows,
    clear: async () => {
      await pool.query('truncate saved_message')
    },
  }
}
