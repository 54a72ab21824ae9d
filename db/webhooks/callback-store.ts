import type pg from 'pg'
import type { CallbackStore } from '../../schemas/webhooks/callback-store.js'
import {
  changeCallback,
  createCallback,
  deleteCallback,
  findCallback,
  listCallbacks,
  rotateCallback,
} from './callbacks.js'
import { findDelivery, listDeliveries } from './delivery-log.js'
import { resumeCallback } from './resume.js'
import { countReplay, queueReplay } from './replay.js'

/** The callbacks of applications and their deliveries, on a pool. */
export function callbackStore(pool: pg.Pool): CallbackStore {
  return {
    list: async (client) => await listCallbacks(pool, client),
    find: async (client, id) => await findCallback(pool, client, id),
    create: async (client, id, settings) => await createCallback(pool, client, id, settings),
    change: async (client, id, settings, credentials, precondition) =>
      await changeCallback(pool, client, id, { settings, credentials, precondition }),
    remove: async (client, id, precondition) => await deleteCallback(pool, client, id, precondition),
    rotate: async (client, id, rotation) => await rotateCallback(pool, client, id, rotation),
    resume: async (client, id) => await resumeCallback(pool, client, id),
    countReplay: async (client, id, query) => await countReplay(pool, client, id, query),
    queueReplay: async (client, id, query) => await queueReplay(pool, client, id, query),
    deliveries: async (id, query) => await listDeliveries(pool, id, query),
    delivery: async (id, event) => await findDelivery(pool, id, event),
  }
}
