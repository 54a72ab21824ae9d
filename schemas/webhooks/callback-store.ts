/**
 * Stores of callbacks and events for the applications that own them. db implements them; api and the pages
 * use them.
 */
import type { Id } from '../base/ids.js'
import type {
  CallbackPrecondition,
  CallbackRow,
  NewCallbackSettings,
  CallbackSettingsChange,
} from './callback.js'
import type { SealedHeaders } from './custom-headers.js'
import type { AttemptRow, DeliveryQuery, DeliveryRow } from './delivery-log.js'
import type { EventPlace, EventQuery, LoggedEvent } from './event-query.js'

/** Which events of the log to queue again. Instants are epoch milliseconds. */
export interface ReplayQuery {
  since: number | null
  until: number | null
  types: string[] | null
  /** Only events that were never delivered. */
  undelivered: boolean
}

/** A new signing secret, sealed, and what becomes of the old one. */
export interface SecretRotation {
  secret: Uint8Array
  /** How long the old secret still signs. */
  overlapSeconds: number
  /** Whether a secret that still signs from an earlier rotation may be ended now. */
  endOld: boolean
  precondition?: CallbackPrecondition
}

/** What is stored sealed with a new callback. */
export interface NewCallbackSecrets {
  credentials: Uint8Array | null
  secret: Uint8Array
  headers?: SealedHeaders | undefined
}

/**
 * The callbacks of one application (`client`) at a time; those of others count as missing. Deliveries are
 * read for a callback that was found before.
 */
export interface CallbackStore {
  list: (client: string) => Promise<CallbackRow[]>
  find: (client: string, id: Id) => Promise<CallbackRow | null>
  /** Null if the application already has the maximum. */
  create: (
    client: string,
    id: Id,
    settings: NewCallbackSettings & NewCallbackSecrets,
  ) => Promise<CallbackRow | null>
  /** Undefined credentials stay as they are. */
  change: (
    client: string,
    id: Id,
    change: CallbackSettingsChange,
    credentials: Uint8Array | null | undefined,
    precondition?: CallbackPrecondition,
  ) => Promise<CallbackRow | null>
  remove: (client: string, id: Id, precondition?: CallbackPrecondition) => Promise<boolean>
  /** Throws `SecretOverlapError` if an old secret still signs and may not be ended. */
  rotate: (client: string, id: Id, rotation: SecretRotation) => Promise<CallbackRow | null>
  /** Makes deliveries that wait for a retry due now; does nothing while the callback is Disabled. */
  resume: (client: string, id: Id) => Promise<CallbackRow | null>
  countReplay: (client: string, id: Id, query: ReplayQuery) => Promise<number>
  queueReplay: (client: string, id: Id, query: ReplayQuery) => Promise<number>
  deliveries: (id: Id, query: DeliveryQuery) => Promise<DeliveryRow[]>
  delivery: (
    id: Id,
    event: string,
  ) => Promise<{ row: DeliveryRow; attempts: AttemptRow[]; body: string | null } | null>
}

export interface EventStore {
  /** The position behind every event that reads show from now on. */
  end: () => Promise<EventPlace>
  /** Whether every event after the position is still in the log; to be asked after they were read. */
  goesOnAfter: (place: EventPlace) => Promise<boolean>
  read: (query: EventQuery) => Promise<LoggedEvent[]>
  count: (query: EventQuery) => Promise<number>
  /** Queues an event again for one callback, or for all that subscribe to it (null). Returns their ids. */
  redeliver: (client: string, event: string, callback: Id | null) => Promise<Id[]>
}
