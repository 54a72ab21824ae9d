/**
 * What the routes of events and callbacks need from the outside. ops/wiring/webhooks.ts passes the
 * implementations.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { CallbackStore, EventStore } from '../../schemas/webhooks/callback-store.js'
import type { TestEvent } from '../../schemas/webhooks/event.js'
import type { CallbackUrlRules } from '../../schemas/webhooks/callback-url.js'

export interface WebhookDeps {
  newId: () => Id
  callbacks: CallbackStore
  events: EventStore
  /**
   * Sends a test event now, or a callback.ping (null), whatever the status of the callback, and waits for the
   * answer: its attempt is in the delivery log then. Returns the id of the event; null if there is no such callback.
   */
  ping: (client: string, callback: Id, test: TestEvent | null) => Promise<string | null>
  /** A new signing secret, `whsec_...`. */
  newSecret: () => string
  seal: (text: string) => Uint8Array
  urlRules: CallbackUrlRules
  /** `{base_url}`, without a trailing slash. */
  baseUrl: string
}
