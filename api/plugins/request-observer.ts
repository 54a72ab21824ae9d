/** Reports every request once its answer has been sent, for metrics, the access log and the request log. */
import type { FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'

/** A request as it may be logged and counted: no path, no query, no address, nothing about a member. */
export interface AnsweredRequest {
  method: string
  /** The pattern of its route, such as `/v2/trips/:trip_id`; null if there is none. */
  route: string | null
  /** The status of the answer; 499 if the client closed the connection before it was sent. */
  status: number
  /** Milliseconds until the last byte was handed to the operating system. */
  ms: number
  /** The value of X-Request-Id. */
  request: string
  /** The application; null if the request had no valid credential. */
  client: string | null
}

/** The request itself is for the request log alone: it has the path, the member and the error. */
export type RequestObserver = (answered: AnsweredRequest, request: FastifyRequest) => void

/** nginx's code for a client that closed the connection. */
const CLIENT_CLOSED = 499

/** Calls `observe` once for every request. Absent: nothing is reported. */
export const requestObserver = fastifyPlugin<{ observe: RequestObserver | undefined }>(
  async (app, { observe }) => {
    if (observe === undefined) return
    app.addHook('onRequest', async (request, reply) => {
      const startedAt = performance.now()
      reply.raw.once('close', () => {
        const answered: AnsweredRequest = {
          method: request.method,
          route: request.routeOptions.url ?? null,
          status: reply.raw.writableFinished ? reply.raw.statusCode : CLIENT_CLOSED,
          ms: performance.now() - startedAt,
          request: request.id,
          client: request.caller?.client ?? null,
        }
        observe(answered, request)
      })
    })
  },
  { name: 'request-observer', dependencies: ['request-trace'] },
)
