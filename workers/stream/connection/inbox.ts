/** Where the answers to a connection come: each role of the service has subjects of its own, which no other may read. */
import { createInbox } from 'nats'
import type { NatsConnection } from 'nats'

/** The part of the client's internals that holds what `connectStream` gave it. */
interface ClientInternals {
  options?: { inboxPrefix?: string }
}

/** A new subject for answers, under the prefix of the connection. */
export function newInbox(nc: NatsConnection): string {
  return createInbox((nc as ClientInternals).options?.inboxPrefix)
}
