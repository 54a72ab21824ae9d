/** Writes an answer into a reply: status, headers, entity tag, links, body. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { listedTag } from '../http/etag.js'
import { addNextLink } from '../http/pagination.js'
import type { Answer, Ready } from './answer.js'

interface Sending {
  request: FastifyRequest
  reply: FastifyReply
  /** Whether a client that has the tag already is answered 304. */
  isConditional: boolean
  /** Media type of the answer. */
  produces: string
  /** Headers of the request that a kept answer is for. */
  variesBy: string
  baseUrl: string
}

/** Sends an answer. */
export async function sendAnswer(answer: Answer, sending: Sending): Promise<unknown> {
  const { request, reply, isConditional, produces, variesBy, baseUrl } = sending
  const { status, body, tag, location, total, next, headers } = answer
  const listed = tag === undefined || !isConditional ? null : listedTag(request, tag)
  if (tag !== undefined) void reply.header('etag', tag)
  if (tag !== undefined && isConditional)
    void reply.header('cache-control', 'private, no-cache').header('vary', variesBy)
  if (total !== undefined) void reply.header('x-total-count', String(total))
  if (next != null) addNextLink(request, reply, baseUrl, next)
  if (location !== undefined) void reply.header('location', location)
  if (headers !== undefined) void reply.headers(headers)
  if (status === 304 || (listed !== null && status === 200)) {
    // The tag that the client has: the one of this answer may be for another coding.
    if (listed !== null) void reply.header('etag', listed)
    return await reply.code(304).send()
  }
  if (body === null) return await reply.code(status).send()
  return await reply
    .code(status)
    .type(headers?.['content-type'] ?? typeOf(produces))
    .send(payloadOf(body))
}

const typeOf = (produces: string): string =>
  /^text\/|[/+]json$/.test(produces) ? `${produces}; charset=utf-8` : produces

function payloadOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  if ('ready' in body) {
    const { ready } = body as Ready
    return typeof ready === 'function' ? ready() : ready
  }
  return 'pipe' in body ? body : JSON.stringify(body)
}
