/** Requests that never become one: what the HTTP parser or the router cannot read is answered in the usual shape. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { ApiError } from '../../schemas/base/errors.js'
import { toApiError, errorBody, sendError } from '../http/errors.js'
import { SECURITY_HEADERS } from './standard-headers.js'

/** Longest target of a request; longer ones are 414. */
export const MAX_URL_LENGTH = 8_192

const STATUS: Record<string, { status: number; line: string; text: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    line: 'Request Header Fields Too Large',
    text: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    line: 'Request Timeout',
    text: 'The request took too long to arrive.',
  },
}

/** What Node knows of a connection: the answer that is being written on it. Its own handler looks at it as well. */
interface RespondingSocket {
  _httpMessage?: { headersSent: boolean } | null
}

/** For Fastify's `clientErrorHandler`: writes one last answer and closes the connection; one that has begun is cut off, since what would follow belonged to it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket & RespondingSocket): void {
  if (
    error.code === 'ECONNRESET' ||
    socket.destroyed ||
    !socket.writable ||
    socket._httpMessage?.headersSent === true
  ) {
    socket.destroy()
    return
  }
  const { status, line, text } = STATUS[error.code ?? ''] ?? {
    status: 400,
    line: 'Bad Request',
    text: 'The request is not HTTP that can be read.',
  }
  const { type, body } = errorBody(new ApiError('invalid_request', text, { status }), undefined, '')
  const headers = [
    ...SECURITY_HEADERS,
    ['x-request-id', randomUUID()],
    ['content-type', type],
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
  ]
  socket.end(
    `HTTP/1.1 ${status} ${line}\r\n${headers.map(([name, value]) => `${name!}: ${value!}`).join('\r\n')}\r\n\r\n${body}`,
  )
}

/** For Fastify's `frameworkErrors`: targets with a malformed percent-escape, or longer than a router takes. */
export function answerUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(Object.fromEntries(SECURITY_HEADERS)).header('x-request-id', request.id)
  sendError(toApiError(error), request, reply).catch(() => {
    reply.raw.destroy()
  })
}

/**
 * Takes over what Node would answer by itself, without an id and without a word: a request that names no host (RFC 9112
 * 3.2; the server is built with `requireHostHeader: false`), and one that expects something it may not be given.
 */
export function checkHostAndExpectation(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { httpVersionMinor, rawHeaders } }) => {
    let hosts = 0
    for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1
    if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1))
      throw new ApiError('invalid_request', 'The request has to name one Host.')
  })
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response)
  })
}

/** Refuses an overlong target. */
export function requireShortUrl(request: FastifyRequest): void {
  if (request.url.length > MAX_URL_LENGTH)
    throw new ApiError('invalid_request', `The address is longer than ${MAX_URL_LENGTH} characters.`, {
      status: 414,
    })
}
