/** Answers what the HTTP parser or the router rejects, in the usual form of an error (contract.md 6). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { ApiError } from '../../schemas/base/errors.js'
import { errorBody, sendError, toApiError } from '../http/errors.js'
import { STATUS_TITLES } from '../http/status-titles.js'
import { SECURITY_HEADERS } from './standard-headers.js'

/** The longest request target; a longer one is 414. */
export const MAX_URL_LENGTH = 8_192

const PARSER_ERRORS: Record<string, { status: number; text: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, text: 'The headers are too large; send fewer or shorter headers.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'The request took too long to arrive; send it again.' },
}
const UNREADABLE = { status: 400, text: 'The request is not valid HTTP.' }

/** What the client has to read the last answer of a connection. */
const LINGER_MS = 1_000

/** The response that Node is writing on a connection. Node's own handler reads the same field. */
interface RespondingSocket {
  _httpMessage?: { headersSent: boolean } | null
}

/**
 * Fastify's `clientErrorHandler`: writes a last answer and closes the connection. An answer that has begun is
 * cut off, because the client would take anything that follows as a part of it.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket & RespondingSocket): void {
  const isGone = error.code === 'ECONNRESET' || socket.destroyed || !socket.writable
  if (isGone || socket._httpMessage?.headersSent === true) {
    socket.destroy()
    return
  }
  const { status, text } = PARSER_ERRORS[error.code ?? ''] ?? UNREADABLE
  const { type, body } = errorBody(new ApiError('invalid_request', text, { status }), undefined, '')
  const headers = [
    ...SECURITY_HEADERS,
    ['x-request-id', randomUUID()],
    ['content-type', type],
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
  ]
  const head = headers.map(([name, value]) => `${name!}: ${value!}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_TITLES[status]!}\r\n${head}\r\n${body}`)
  // A client that does not close its side would keep the connection half open for ever.
  setTimeout(() => {
    socket.destroy()
  }, LINGER_MS).unref()
}

/**
 * Fastify's `frameworkErrors`: targets with a malformed percent-escape, or longer than the router accepts. No
 * hook limits their bodies, so the connection ends.
 */
export function answerUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .headers(Object.fromEntries(SECURITY_HEADERS))
    .header('x-request-id', request.id)
    .header('connection', 'close')
  sendError(toApiError(error), request, reply).catch(() => {
    reply.raw.destroy()
  })
}

/**
 * Handles what Node would answer by itself, without a request id and a body: a request without a Host (RFC
 * 9112 3.2; the server is built with `requireHostHeader: false`), and an expectation that is not met.
 */
export const hostAndExpectation = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', async ({ raw: { httpVersionMinor, rawHeaders } }) => {
      let hosts = 0
      for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1
      if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1))
        throw new ApiError('invalid_request', 'The request must have exactly one Host header.')
    })
    app.server.on('checkExpectation', (request, response) => {
      app.server.emit('request', request, response)
    })
  },
  { name: 'host-and-expectation', dependencies: ['standard-headers'] },
)

/** Refuses a target that is too long. */
export const shortUrl = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', async ({ url }) => {
      if (url.length > MAX_URL_LENGTH)
        throw new ApiError('invalid_request', `The URL must have at most ${MAX_URL_LENGTH} characters.`, {
          status: 414,
        })
    })
  },
  { name: 'short-url', dependencies: ['standard-headers'] },
)
