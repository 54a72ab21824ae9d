/**
 * What the console's pages about webhooks and events need. db and workers provide it; ops/wiring passes it
 * in.
 */
import type { CallbackHealth } from '../../../../schemas/webhooks/callback-health.js'
import type { Id } from '../../../../schemas/base/ids.js'
import type { CallbackRow, CallbackSettingsChange } from '../../../../schemas/webhooks/callback.js'
import type {
  AttemptRow,
  DeliveryQuery,
  DeliveryRow,
  HealthHour,
} from '../../../../schemas/webhooks/delivery-log.js'
import type {
  EventDetails,
  EventLine,
  EventSubject,
  RecentQuery,
} from '../../../../schemas/webhooks/event-query.js'
import type { TestEvent } from '../../../../schemas/webhooks/event.js'
import type { CallbackStore, ReplayQuery } from '../../../../schemas/webhooks/callback-store.js'

export interface AppWebhook {
  id: string
  url: string
  description: string | null
  status: string
  /** Whether it gets the events of test members, and no others. */
  test: boolean
  /** The types of events that it gets, or `*`. */
  events: readonly string[]
  failures: number
  health: CallbackHealth
  lastDelivery: Date | null
  lastStatus: number | null
  /** When the previous signing secret stops being used next to the current one; null if there is none. */
  oldUntil: Date | null
}

/** Settings of a webhook that its page changes; no headers: they stay as they are. */
export type WebhookChange = Omit<CallbackSettingsChange, 'headers'> & { headers?: Record<string, string> }

/** The webhooks of an application, as its page manages them. */
export interface AppWebhookStore {
  /** What a webhook URL has to be on this service, in a sentence. */
  urlHint: string
  /** The public keys that verify `v1a` signatures, `whpk_...`: those that sign, and one that is about to. */
  publicKeys: () => string[]
  list: (clientId: string) => Promise<AppWebhook[]>
  /** Registers a webhook and returns its signing secret, to be shown once; or why the URL is refused. */
  register: (
    clientId: string,
    url: string,
    test: boolean,
  ) => Promise<{ secret: string } | { refused: string }>
  /** Changes the given settings; why the URL is refused, or null. A webhook that is gone stays gone. */
  change: (clientId: string, id: string, change: WebhookChange) => Promise<{ refused: string } | null>
  remove: (clientId: string, id: string) => Promise<boolean>
  /**
   * Makes a new signing secret; the old one stays valid for a day. If there is still one before it, that
   * one has to end at once: without `endOld` nothing happens and `oldUntil` says how long it lasts. Null if
   * there is no such webhook.
   */
  rotate: (
    clientId: string,
    id: string,
    endOld: boolean,
  ) => Promise<{ secret: string } | { oldUntil: Date } | null>
}

export interface DeliveryDetails {
  row: DeliveryRow
  attempts: AttemptRow[]
  body: string | null
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
  /** Sends the deliveries that wait for another attempt now; does nothing while the webhook is Disabled. */
  resume: CallbackStore['resume']
  /** Counts the deliveries that the query selects, the newest 2,000 at most; sends them again if `sure`. */
  retry: (
    clientId: string,
    id: Id,
    query: Omit<DeliveryQuery, 'limit' | 'after'>,
    sure: boolean,
  ) => Promise<number>
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
