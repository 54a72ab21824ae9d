/**
 * A deadline for bodies, and a bound on how many are being received (contract.md 1 and 7.4). It holds after
 * an early answer too: a client that was refused cannot keep sending for ever. Streaming endpoints have limits of
 * their own, once the request is authorised.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { ApiError } from '../../schemas/base/errors.js'
import { errorBody } from '../http/errors.js'
import type { ConnectionMetrics } from './connections/connection-metrics.js'
import { requestNetwork } from './connections/connection-limits.js'
import type { NetworkBounds } from './connections/network-bounds.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint reads its body as a stream, for as long as it takes. */
    streams?: boolean
  }
  interface FastifyRequest {
    /** Ends the deadline and the count of a body; null without one. */
    bodyArrived: (() => void) | null
  }
}

export interface BodyDeadlines {
  /** Milliseconds for a body of at most `SMALL_BODY_BYTES`: tokens, forms, single writes. */
  smallMs: number
  /** Milliseconds for a larger one: batches of segments. */
  largeMs: number
}

export const DEFAULT_BODY_DEADLINES: BodyDeadlines = { smallMs: 10_000, largeMs: 30_000 }

/** The largest body of every endpoint that does not say otherwise. */
export const SMALL_BODY_BYTES = 64 * 1024

/** What the client has to read the refusal. */
const REFUSAL_MS = 1_000

export interface BodyTimeoutOptions {
  deadlines: BodyDeadlines
  unfinished: NetworkBounds
  metrics: ConnectionMetrics | undefined
}

/** Whether a request announces a body. */
export function announcesBody({ headers }: FastifyRequest): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/**
 * Answers 408 and closes the connection when a body takes too long, and 429 when it gives way to newer ones
 * of its network.
 */
export const bodyTimeout = fastifyPlugin<BodyTimeoutOptions>(
  async (app, options) => {
    const { deadlines, unfinished, metrics } = options
    app.decorateRequest('bodyArrived', null)
    app.addHook('onRequest', (request, reply, done) => {
      if (!announcesBody(request)) {
        done()
        return
      }
      const ms = request.routeOptions.bodyLimit > SMALL_BODY_BYTES ? deadlines.largeMs : deadlines.smallMs
      const timer = setTimeout(() => {
        if (!request.raw.complete) metrics?.closed('slow_body')
        refuseBody(request, reply, bodyTooSlow(ms))
      }, ms)
      timer.unref()
      const leave = unfinished.enter(requestNetwork(request), () => {
        clearTimeout(timer)
        if (!request.raw.complete) metrics?.closed('unfinished')
        refuseBody(request, reply, tooManyBodies())
        return true
      })
      request.bodyArrived = () => {
        clearTimeout(timer)
        leave?.()
      }
      request.raw.once('end', request.bodyArrived).once('close', request.bodyArrived)
      done()
    })
    // After every hook that can refuse the request.
    app.addHook('preParsing', (request, _reply, payload, done) => {
      if (request.routeOptions.config.streams === true) request.bodyArrived?.()
      done(null, payload)
    })
  },
  { name: 'body-timeout', dependencies: ['connection-limits', 'standard-headers'] },
)

const bodyTooSlow = (ms: number): ApiError =>
  new ApiError('invalid_request', `The body did not arrive within ${ms / 1_000} seconds; send it again.`, {
    status: 408,
  })

const tooManyBodies = (): ApiError =>
  new ApiError(
    'rate_limited',
    'Too many requests from this network are waiting for their body; send fewer at once. Retry after 1 s.',
    { retryAfter: 1 },
  )

/** Ends a request whose body is not there: with an answer, unless it has one already. */
function refuseBody(request: FastifyRequest, reply: FastifyReply, error: ApiError): void {
  const { raw, headers } = request
  if (raw.complete) return
  if (reply.sent || reply.raw.headersSent) {
    raw.destroy()
    return
  }
  const { type, body } = errorBody(error, headers.accept, `urn:request:${request.id}`)
  reply.hijack()
  const retryAfter = error.retryAfter === null ? {} : { 'retry-after': String(error.retryAfter) }
  reply.raw
    .writeHead(error.status, {
      ...retryAfter,
      'content-type': type,
      connection: 'close',
      'x-request-id': request.id,
    })
    .end(body, () => {
      raw.destroy()
    })
  // An answer that waits for an earlier one on its connection is never written.
  setTimeout(() => {
    raw.destroy()
  }, REFUSAL_MS).unref()
}
