/**
 * Bounds connections (contract.md 7.4). A connection is unfinished until the head of its first request is
 * there, TLS included; Node ends it after `headersTimeout` and `handshakeTimeout` (server.ts). Bodies that
 * have not arrived are unfinished too and share the bound (body-timeout.ts).
 */
import type { FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../../schemas/base/address.js'
import type { ConnectionMetrics } from './connection-metrics.js'
import { networkBounds } from './network-bounds.js'
import type { NetworkBound, NetworkBounds } from './network-bounds.js'
import { trustedPeers } from './trusted-peers.js'

export interface ConnectionLimits {
  /** Open connections. */
  open: NetworkBound
  /** Connections without the head of a request, and bodies that have not arrived. */
  unfinished: NetworkBound
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  open: { perNetwork: 500, all: 4_000 },
  unfinished: { perNetwork: 200, all: 1_000 },
}

/** Requests that may wait on one connection for the answers before theirs (RFC 9112 9.3.2). */
export const MAX_PIPELINED = 50

interface Connection {
  /** Answers that are not sent yet. */
  answers: Set<ServerResponse>
  /** Ends its time as an unfinished one. */
  finishHead: () => void
}

export interface ConnectionOptions {
  limits: ConnectionLimits
  /** The bound `limits.unfinished`, which bodies share. */
  unfinished: NetworkBounds
  trustedProxies: readonly string[]
  metrics: ConnectionMetrics | undefined
}

/** Bounds open and unfinished connections, and requests waiting on one of them. */
export const connectionLimits = fastifyPlugin<ConnectionOptions>(
  async (app, options) => {
    const { limits, unfinished, trustedProxies, metrics } = options
    const isTrusted = trustedPeers(trustedProxies)
    const open = networkBounds(limits.open)
    metrics?.watch({ open: open.size, unfinished: unfinished.size })
    const connections = new Map<string, Connection>()

    const accept = (socket: Socket, remoteAddress: string): void => {
      const network = isTrusted(remoteAddress) ? null : networkOf(remoteAddress)
      const close = (cause: 'idle' | 'unfinished'): true => {
        metrics?.closed(cause)
        socket.destroy()
        return true
      }
      const answers: Connection['answers'] = new Set()
      const leave = open.enter(network, () => answers.size === 0 && close('idle'))
      if (leave === null) {
        metrics?.closed('full')
        socket.destroy()
        return
      }
      const finishHead = unfinished.enter(network, () => close('unfinished')) ?? (() => {})
      const key = peerKey(socket)
      connections.set(key, { answers, finishHead })
      socket.once('close', () => {
        connections.delete(key)
        finishHead()
        leave()
        setImmediate(closeUnsent, answers)
      })
    }
    app.server.on('connection', (socket: Socket) => {
      // Without an address, the peer is gone already.
      if (socket.remoteAddress !== undefined) accept(socket, socket.remoteAddress)
    })
    app.addHook('onRequest', (request, reply, done) => {
      const connection = connections.get(peerKey(request.socket))
      if (connection !== undefined) {
        const { answers, finishHead } = connection
        finishHead()
        answers.add(reply.raw)
        reply.raw.once('close', () => answers.delete(reply.raw))
        if (answers.size > MAX_PIPELINED) {
          metrics?.closed('pipelined')
          reply.hijack()
          request.socket.destroy()
          return
        }
      }
      done()
    })
  },
  { name: 'connection-limits' },
)

/**
 * Node emits `close` only for the answer that is being sent when a connection breaks, and not for those that
 * wait their turn behind it; whatever they hold would never be released.
 */
function closeUnsent(answers: Set<ServerResponse>): void {
  for (const answer of answers) answer.emit('close')
}

/** With TLS, the socket of a request is another object than the one of the connection that carries it. */
function peerKey({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress ?? ''} ${remotePort ?? 0}`
}

/** The network of a request's sender, behind trusted proxies as well (contract.md 7.4). */
export function requestNetwork(request: FastifyRequest): string {
  return networkOf(request.ip)
}
