/**
 * A time limit for bodies: after half a minute the rest is not waited for. Streaming endpoints have limits of
 * their own.
 */
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { errorBody } from '../http/errors.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint reads its body as a stream, for as long as it takes. */
    streams?: boolean
  }
  interface FastifyRequest {
    bodyTimer: NodeJS.Timeout | null
  }
}

const MAX_BODY_MS = 30_000

/** Answers 408 and closes the connection when a body takes longer than `maxMs`. */
export function limitBodyTime(app: FastifyInstance, maxMs = MAX_BODY_MS): void {
  app.decorateRequest('bodyTimer', null)
  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request
    if ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined) return
    if (request.routeOptions.config.streams === true) return
    request.bodyTimer = setTimeout(() => {
      if (raw.complete || reply.raw.headersSent) return
      const { type, body } = errorBody(
        new ApiError(
          'invalid_request',
          `The body did not arrive within ${maxMs / 1_000} seconds; send it again.`,
          { status: 408 },
        ),
        headers.accept,
        `urn:request:${request.id}`,
      )
      reply.hijack()
      reply.raw
        .writeHead(408, { 'content-type': type, connection: 'close', 'x-request-id': request.id })
        .end(body, () => {
          raw.destroy()
        })
    }, maxMs)
    request.bodyTimer.unref()
  })
  const clear = async (request: { bodyTimer: NodeJS.Timeout | null }): Promise<void> => {
    if (request.bodyTimer !== null) clearTimeout(request.bodyTimer)
  }
  app.addHook('preValidation', clear)
  app.addHook('onResponse', clear)
}
