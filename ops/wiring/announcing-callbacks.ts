/** The callbacks of applications; every committed change is announced to the delivery workers. */
import type pg from 'pg'
import { callbackStore } from '../../db/webhooks/callback-store.js'
import type { CallbackRow } from '../../schemas/webhooks/callback.js'
import type { CallbackChanged } from '../../schemas/webhooks/delivery.js'

export type AnnouncingCallbackStore = ReturnType<typeof callbackStore>

/** `announce` is called after each commit. */
export function announcingCallbackStore(
  pool: pg.Pool,
  announce: (change: CallbackChanged) => void,
): AnnouncingCallbackStore {
  const store = callbackStore(pool)
  const announced = (row: CallbackRow | null): CallbackRow | null => {
    if (row !== null) announce({ callback: row.id, version: row.version })
    return row
  }
  return {
    ...store,
    change: async (...args) => announced(await store.change(...args)),
    rotate: async (...args) => announced(await store.rotate(...args)),
    remove: async (client, id, precondition) => {
      const isRemoved = await store.remove(client, id, precondition)
      if (isRemoved) announce({ callback: id, version: null })
      return isRemoved
    },
  }
}
