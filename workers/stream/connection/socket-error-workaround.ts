/**
 * The client (@nats-io/transport-node 3.4.0) takes all listeners off a socket before it destroys it. When the broker has hung
 * up, something was sent after that, and the connection is closed in the same moment, the socket's error is still on its way
 * then: nobody listens, and the process ends ("write after end"). A listener of ours stays behind.
 */
import type { NatsConnection } from 'nats'

/** What the client calls its socket, as far as it is looked at here. */
interface ClientInternals {
  protocol?: { transport?: { socket?: NodeJS.EventEmitter } }
}

/** Keeps the socket of the connection, and of each later one, from throwing what no one waits for any more. */
export function absorbLateSocketErrors(nc: NatsConnection): void {
  keepListener(nc as ClientInternals)
  void (async () => {
    for await (const { type } of nc.status()) if (type === 'reconnect') keepListener(nc as ClientInternals)
  })()
}

function keepListener({ protocol }: ClientInternals): void {
  const socket = protocol?.transport?.socket
  if (socket === undefined) return
  const removeAll = socket.removeAllListeners.bind(socket)
  socket.removeAllListeners = (event) => {
    removeAll(event)
    // The client knows by then that the connection is gone.
    if (event === undefined) socket.on('error', () => {})
    return socket
  }
}
