/**
 * What the console's pages about webhooks and events need. db and workers provide it; ops/wiring passes it
 * in.
 */
import type { Id } from '../../../../schemas/base/ids.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import type {
  AttemptRow,
  DeliveryQuery,
  DeliveryRow,
  DeliveryStateName,
  HealthHour,
} from '../../../../schemas/webhooks/delivery-log.js'
import type { EventLine, EventSubject, RecentQuery } from '../../../../schemas/webhooks/event-query.js'
import type { TestEvent } from '../../../../schemas/webhooks/event.js'
import type { ReplayQuery } from '../../../../schemas/webhooks/callback-store.js'

export interface DeliveryDetails {
  row: DeliveryRow
  attempts: AttemptRow[]
  body: string | null
}

export interface EventDetails {
  line: EventLine
  body: string
  deliveries: Array<{ callback: Id; url: string; state: DeliveryStateName }>
}

export interface DeliveryStore {
  find: (clientId: string, id: Id) => Promise<CallbackRow | null>
  /** Newest activity first. */
  deliveries: (id: Id, query: DeliveryQuery) => Promise<DeliveryRow[]>
  delivery: (id: Id, event: string) => Promise<DeliveryDetails | null>
  /** The last 24 hours. */
  health: (id: Id) => Promise<HealthHour[]>
  /** Events about the webhook itself, newest first. */
  notices: (clientId: string, id: Id) => Promise<EventLine[]>
  /**
   * Sends a test event now, or a callback.ping (null); returns its id once the answer is in the delivery log,
   * or null. `testEvent(type)` of document/examples/events.ts makes one of each type.
   */
  ping: (clientId: string, id: Id, test: TestEvent | null) => Promise<string | null>
  enable: (clientId: string, id: Id, on: boolean) => Promise<void>
  countReplay: (clientId: string, id: Id, query: ReplayQuery) => Promise<number>
  queueReplay: (clientId: string, id: Id, query: ReplayQuery) => Promise<number>
  /**
   * Sends an event again to the webhook `id`, or to all active webhooks that want it; returns to how many.
   */
  redeliver: (clientId: string, event: string, id: Id | null) => Promise<number>
  /** Newest first. */
  events: (clientId: string, query: RecentQuery) => Promise<EventLine[]>
  event: (clientId: string, id: string) => Promise<EventDetails | null>
  /** The name of the trip that each subject is about, in their order; null for what is about none. */
  tripNames: (clientId: string, subjects: readonly EventSubject[]) => Promise<Array<string | null>>
}
