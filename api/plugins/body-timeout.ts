/** Bodies that drip in: after half a minute the rest is not waited for. Endpoints that read a stream have their own time. */
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { errorBody } from '../http/errors.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint reads its body as a stream, for as long as it takes. */
    streams?: boolean
  }
  interface FastifyRequest {
    patience: NodeJS.Timeout | null
  }
}

const MAX_BODY_MS = 30_000

export function limitBodyTime(app: FastifyInstance, longest = MAX_BODY_MS): void {
  app.decorateRequest('patience', null)
  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request
    if ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined) return
    if (request.routeOptions.config.streams === true) return
    request.patience = setTimeout(() => {
      if (raw.complete || reply.raw.headersSent) return
      const { type, body } = errorBody(
        new ApiError('invalid_request', 'The request took too long to arrive.', { status: 408 }),
        headers.accept,
        `urn:request:${request.id}`,
      )
      reply.hijack()
      reply.raw
        .writeHead(408, { 'content-type': type, connection: 'close', 'x-request-id': request.id })
        .end(body, () => {
          raw.destroy()
        })
    }, longest)
    request.patience.unref()
  })
  const calm = async (request: { patience: NodeJS.Timeout | null }): Promise<void> => {
    if (request.patience !== null) clearTimeout(request.patience)
  }
  app.addHook('preValidation', calm)
  app.addHook('onResponse', calm)
}
