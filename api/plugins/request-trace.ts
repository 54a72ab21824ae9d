/** One span for each request, which continues the trace of its client if the request names one (`traceparent`). */
import type { FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { Tracer } from '../../schemas/trace/tracer.js'

const SERVER_ERROR = 500

/** Names and attributes: OpenTelemetry's conventions for HTTP. Absent: nothing is traced. */
export const requestTrace = fastifyPlugin<{ tracer: Tracer | undefined }>(
  async (app, { tracer }) => {
    if (tracer === undefined) return
    app.addHook('onRequest', async (request, reply) => {
      const { method } = request
      const route = request.routeOptions.url
      const span = tracer.start(route === undefined ? method : `${method} ${route}`, {
        kind: 'server',
        parent: traceparentOf(request),
        attributes: {
          'http.request.method': method,
          ...(route === undefined ? {} : { 'http.route': route }),
          'tripfold.request_id': request.id,
        },
      })
      request.span = span
      reply.raw.once('close', () => {
        const { statusCode } = reply.raw
        if (!reply.raw.writableFinished) {
          span.end('the client closed the connection')
          return
        }
        span.set({ 'http.response.status_code': statusCode })
        span.end(statusCode >= SERVER_ERROR ? `answered ${statusCode}` : undefined)
      })
    })
  },
  { name: 'request-trace', dependencies: ['connection-limits'] },
)

/** Several such headers name no trace (W3C Trace Context 3.2). */
function traceparentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers
  return typeof traceparent === 'string' ? traceparent : undefined
}
