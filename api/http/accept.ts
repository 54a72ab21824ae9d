/** Content negotiation: whether a client accepts the media type of an endpoint (RFC 9110 12.5.1). */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'

const JSON_RANGE = 'application/json'
const PROBLEM_RANGE = 'application/problem+json'

/**
 * Throws `not_acceptable` if the Accept header excludes the media type: the most specific range that covers
 * it has weight 0, or no range covers it. A client that accepts problem documents also accepts JSON, unless
 * it excludes JSON by name.
 */
export function requireAcceptable(request: FastifyRequest, type: string): void {
  const header = request.headers.accept
  if (header === undefined || header.trim() === '' || header === '*/*') return
  const accepted = acceptedRanges(header.toLowerCase())
  const [group] = type.split('/')
  const isAccepted =
    accepted.get(type) ??
    ((type === JSON_RANGE && accepted.get(PROBLEM_RANGE) === true) ||
      (accepted.get(`${group!}/*`) ?? accepted.get('*/*') ?? false))
  if (!isAccepted)
    throw new ApiError('not_acceptable', `This endpoint answers with ${type}; add it to the Accept header.`)
}

/**
 * Each range and whether it is accepted: not with weight 0. A range that is listed twice is accepted if
 * either is.
 */
function acceptedRanges(header: string): Map<string, boolean> {
  const out = new Map<string, boolean>()
  for (const range of header.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    const hasWeight = !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    out.set(name, out.get(name) === true || hasWeight)
  }
  return out
}
