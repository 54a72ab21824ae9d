/**
 * What the routes of events and callbacks need from the outside. ops/wiring/webhooks.ts passes the
 * implementations.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { CallbackStore, EventStore } from '../../schemas/webhooks/callback-store.js'
import type { CallbackUrlRules } from '../../schemas/webhooks/callback-url.js'

export interface WebhookDeps {
  newId: () => Id
  callbacks: CallbackStore
  events: EventStore
  /** Sends a ping now. Returns the id of its event; null if there is no such callback. */
  ping: (client: string, callback: Id) => Promise<string | null>
  /** A new signing secret, `whsec_...`. */
  newSecret: () => string
  seal: (text: string) => Uint8Array
  urlRules: CallbackUrlRules
  /** `{base_url}`, without a trailing slash. */
  baseUrl: string
}
