/** The headers of every answer: the request id, and what restricts browsers. */
import { fastifyPlugin } from 'fastify-plugin'

/** An incoming request id that is kept: short, and harmless in a log line. */
const VALID_REQUEST_ID = /^[A-Za-z0-9._~:/+=-]{1,128}$/

/** The id of a request: the sender's `X-Request-Id` if it is valid, else `fresh()`. */
export function requestId(headers: NodeJS.Dict<string | string[]>, fresh: () => string): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && VALID_REQUEST_ID.test(sent) ? sent : fresh()
}

/** Security headers of every answer. Pages override Content-Security-Policy and Cache-Control. */
export const SECURITY_HEADERS: ReadonlyArray<readonly [string, string]> = [
  ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"],
  ['cache-control', 'no-store'],
]

/** Sets the headers on every reply. Each plugin that can answer a request comes after it. */
export const standardHeaders = fastifyPlugin(
  async (app) => {
    const headers = Object.fromEntries(SECURITY_HEADERS)
    app.addHook('onRequest', async (request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id)
    })
  },
  { name: 'standard-headers', dependencies: ['request-observer'] },
)
