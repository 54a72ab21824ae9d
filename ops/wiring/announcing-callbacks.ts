/** The callbacks of applications, with every change of one told to whoever delivers there. */
import type pg from 'pg'
import { callbackStore } from '../../db/webhooks/callback-store.js'
import type { CallbackRow } from '../../schemas/webhooks/callback.js'
import type { CallbackChanged } from '../../schemas/webhooks/delivery.js'

export type AnnouncingCallbackStore = ReturnType<typeof callbackStore>

/** `tell` is called once a change is committed. */
export function announcingCallbackStore(
  pool: pg.Pool,
  tell: (news: CallbackChanged) => void,
): AnnouncingCallbackStore {
  const store = callbackStore(pool)
  const told = (row: CallbackRow | null): CallbackRow | null => {
    if (row !== null) tell({ callback: row.id, version: row.version })
    return row
  }
  return {
    ...store,
    change: async (...asked) => told(await store.change(...asked)),
    rotate: async (...asked) => told(await store.rotate(...asked)),
    remove: async (client, id, precondition) => {
      const removed = await store.remove(client, id, precondition)
      if (removed) tell({ callback: id, version: null })
      return removed
    },
  }
}
