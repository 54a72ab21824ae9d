/** Whether a client takes what an endpoint answers with (RFC 9110 12.5.1). */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'

const JSON_RANGE = 'application/json'
const PROBLEM_RANGE = 'application/problem+json'

/**
 * Throws `not_acceptable` when Accept names ranges, and the most specific one that covers the media type refuses it, or none
 * covers it. Who takes problems takes JSON too, unless it refuses that by name.
 */
export function requireAcceptable(request: FastifyRequest, type: string): void {
  const header = request.headers.accept
  if (header === undefined || header.trim() === '' || header === '*/*') return
  const takes = ranges(header.toLowerCase())
  const [group] = type.split('/')
  const taken =
    takes.get(type) ??
    ((type === JSON_RANGE && takes.get(PROBLEM_RANGE) === true) ||
      (takes.get(`${group!}/*`) ?? takes.get('*/*') ?? false))
  if (!taken) throw new ApiError('not_acceptable', `This endpoint answers with ${type}.`)
}

/** What each range is told with: false for a weight of nought. Of a range named twice the kinder word counts. */
function ranges(header: string): Map<string, boolean> {
  const out = new Map<string, boolean>()
  for (const range of header.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    out.set(name, out.get(name) === true || !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  return out
}
