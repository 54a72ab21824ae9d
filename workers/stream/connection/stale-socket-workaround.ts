/**
 * The client (@nats-io/transport-node 3.4.0) writes out what is left before it drops a connection that it
 * considers stale. A server that reads nothing, because it is frozen or its host is gone, never takes it, and
 * the client stays with that server. This drops the socket at once.
 */
import type { NatsConnection } from 'nats'
import { socketOf } from './socket-error-workaround.js'

/** Makes this connection leave a silent server even if more has been written than the network takes. */
export function dropStaleSockets(nc: NatsConnection): void {
  let socket = socketOf(nc)
  void (async () => {
    for await (const { type } of nc.status()) {
      if (type === 'reconnect') socket = socketOf(nc)
      else if (type === 'staleConnection') socket?.destroy()
    }
  })()
}
