/** What the routes of events and callbacks need of the outside; db and workers provide it, ops/wiring/wiring.ts hands it in. */
import type { CallbackPrecondition, CallbackRow, CallbackSettable } from '../../schemas/webhooks/callback.js'
import type { CallbackUrlRules } from '../../schemas/webhooks/callback-url.js'
import type { AttemptRow, DeliveryQuery, DeliveryRow } from '../../schemas/webhooks/delivery-log.js'
import type { EventQuery, LoggedEvent } from '../../schemas/webhooks/event-query.js'
import type { Id } from '../../schemas/base/ids.js'

export interface ReplayQuery {
  since: number | null
  until: number | null
  types: string[] | null
  undelivered: boolean
}

export interface CallbackStore {
  list: (client: string) => Promise<CallbackRow[]>
  find: (client: string, id: Id) => Promise<CallbackRow | null>
  /** Null when the application has as many as it may. */
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
}

export interface EventStore {
  read: (query: EventQuery) => Promise<LoggedEvent[]>
  count: (query: EventQuery) => Promise<number>
  redeliver: (client: string, event: string, callback: Id | null) => Promise<Id[]>
}

export interface WebhookDeps {
  newId: () => Id
  callbacks: CallbackStore
  events: EventStore
  /** Sends a ping now; the id of its event. */
  ping: (client: string, callback: Id) => Promise<string | null>
  /** A new signing secret, `whsec_...`. */
  newSecret: () => string
  seal: (text: string) => Uint8Array
  urlRules: CallbackUrlRules
  /** `{base_url}`, without a trailing slash. */
  baseUrl: string
}
