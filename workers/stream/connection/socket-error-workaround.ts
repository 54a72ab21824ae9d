/**
 * The client (@nats-io/transport-node 3.4.0) removes all listeners from a socket before it destroys it. If
 * the broker has hung up, something was sent after that, and the connection is closed at the same moment, the
 * socket's error is still on its way: nobody listens, and the process crashes with "write after end". This
 * keeps a listener of our own.
 */
import type { Socket } from 'node:net'
import type { NatsConnection } from 'nats'

/** The parts of the client's internals that lead to its socket. */
interface ClientInternals {
  protocol?: { transport?: { socket?: Socket } }
}

/** The socket that the connection uses now. */
export function socketOf(nc: NatsConnection): Socket | undefined {
  return (nc as ClientInternals).protocol?.transport?.socket
}

/** Keeps the socket of this connection, and of each reconnect, from throwing errors nobody listens for. */
export function absorbLateSocketErrors(nc: NatsConnection): void {
  keepErrorListener(socketOf(nc))
  void (async () => {
    for await (const { type } of nc.status()) if (type === 'reconnect') keepErrorListener(socketOf(nc))
  })()
}

function keepErrorListener(socket: Socket | undefined): void {
  if (socket === undefined) return
  const removeAll = socket.removeAllListeners.bind(socket)
  socket.removeAllListeners = (event) => {
    removeAll(event)
    // The client knows by now that the connection is gone.
    if (event === undefined) socket.on('error', () => {})
    return socket
  }
}
