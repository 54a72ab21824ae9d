/** What the console's pages about webhooks and events need; db and workers provide it, ops puts it in. */
import type { ReplayQuery } from '../../../../schemas/webhooks/callback-store.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import type {
  AttemptRow,
  DeliveryQuery,
  DeliveryRow,
  DeliveryStateName,
  HealthHour,
} from '../../../../schemas/webhooks/delivery-log.js'
import type { EventLine, RecentQuery } from '../../../../schemas/webhooks/event-query.js'
import type { Id } from '../../../../schemas/base/ids.js'

export interface DeliveryStore {
  find: (clientId: string, id: Id) => Promise<CallbackRow | null>
  /** Newest activity first. */
  deliveries: (id: Id, query: DeliveryQuery) => Promise<DeliveryRow[]>
  delivery: (
    id: Id,
    event: string,
  ) => Promise<{ row: DeliveryRow; attempts: AttemptRow[]; body: string | null } | null>
  /** The last 24 hours. */
  health: (id: Id) => Promise<HealthHour[]>
  /** What the owner was told of the callback, newest first. */
  notices: (clientId: string, id: Id) => Promise<EventLine[]>
  /** Sends a test event now; its id, or null. */
  ping: (clientId: string, id: Id) => Promise<string | null>
  enable: (clientId: string, id: Id, on: boolean) => Promise<void>
  countReplay: (clientId: string, id: Id, query: ReplayQuery) => Promise<number>
  queueReplay: (clientId: string, id: Id, query: ReplayQuery) => Promise<number>
  /** Sends an event again to the Active callbacks that want it, or to the one named; how many. */
  redeliver: (clientId: string, event: string, id: Id | null) => Promise<number>
  /** Newest first. */
  events: (clientId: string, query: RecentQuery) => Promise<EventLine[]>
  event: (
    clientId: string,
    id: string,
  ) => Promise<{
    line: EventLine
    body: string
    deliveries: Array<{ callback: Id; url: string; state: DeliveryStateName }>
  } | null>
}
