/** Everything about callbacks and their deliveries that an application asks for, on a pool. */
import type pg from 'pg'
import type { CallbackPrecondition, CallbackRow, CallbackSettable } from '../../schemas/webhooks/callback.js'
import type { AttemptRow, DeliveryQuery, DeliveryRow } from '../../schemas/webhooks/delivery-log.js'
import type { Id } from '../../schemas/base/ids.js'
import {
  changeCallback,
  createCallback,
  deleteCallback,
  findCallback,
  listCallbacks,
  rotateCallback,
} from './callbacks.js'
import { findDelivery, listDeliveries } from './delivery-log.js'
import { countReplay, queueReplay } from './replay.js'
import type { ReplayQuery } from './replay.js'

/**
 * Callbacks of one application (`client`) at a time: another's counts as none. Deliveries are asked for by a callback that
 * was found before.
 */
export function callbackStore(pool: pg.Pool): {
  list: (client: string) => Promise<CallbackRow[]>
  find: (client: string, id: Id) => Promise<CallbackRow | null>
  create: (
    client: string,
    id: Id,
    made: CallbackSettable & { credentials: Uint8Array | null; secret: Uint8Array },
  ) => Promise<CallbackRow | null>
  change: (
    client: string,
    id: Id,
    change: Partial<CallbackSettable>,
    credentials: Uint8Array | null | undefined,
    precondition?: CallbackPrecondition,
  ) => Promise<CallbackRow | null>
  remove: (client: string, id: Id, precondition?: CallbackPrecondition) => Promise<boolean>
  rotate: (
    client: string,
    id: Id,
    secret: Uint8Array,
    overlapSeconds: number,
    endOld: boolean,
    precondition?: CallbackPrecondition,
  ) => Promise<CallbackRow | null>
  countReplay: (client: string, id: Id, query: ReplayQuery) => Promise<number>
  queueReplay: (client: string, id: Id, query: ReplayQuery) => Promise<number>
  deliveries: (id: Id, query: DeliveryQuery) => Promise<DeliveryRow[]>
  delivery: (
    id: Id,
    event: string,
  ) => Promise<{ row: DeliveryRow; attempts: AttemptRow[]; body: string | null } | null>
} {
  return {
    list: async (client) => await listCallbacks(pool, client),
    find: async (client, id) => await findCallback(pool, client, id),
    create: async (client, id, made) => await createCallback(pool, client, id, made),
    change: async (client, id, change, credentials, precondition) =>
      await changeCallback(pool, client, id, change, credentials, precondition),
    remove: async (client, id, precondition) => await deleteCallback(pool, client, id, precondition),
    rotate: async (client, id, secret, overlap, endOld, precondition) =>
      await rotateCallback(pool, client, id, secret, overlap, endOld, precondition),
    countReplay: async (client, id, query) => await countReplay(pool, client, id, query),
    queueReplay: async (client, id, query) => await queueReplay(pool, client, id, query),
    deliveries: async (id, query) => await listDeliveries(pool, id, query),
    delivery: async (id, event) => await findDelivery(pool, id, event),
  }
}
