/** Content negotiation: whether a client accepts the media type of an endpoint (RFC 9110 12.5.1). */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { weightsOf } from './weights.js'

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
  const weights = weightsOf(header)
  const [group] = type.split('/')
  const asProblem = type === JSON_RANGE && (weights.get(PROBLEM_RANGE) ?? 0) > 0
  const weight =
    weights.get(type) ?? (asProblem ? 1 : (weights.get(`${group!}/*`) ?? weights.get('*/*') ?? 0))
  if (weight === 0)
    throw new ApiError('not_acceptable', `This endpoint answers with ${type}; add it to the Accept header.`)
}

/** Whether errors are wanted as problem documents: named in Accept, and with no less weight than JSON. */
export function prefersProblem(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const weights = weightsOf(accept)
  const problem = weights.get(PROBLEM_RANGE) ?? 0
  return problem > 0 && problem >= (weights.get(JSON_RANGE) ?? 0)
}
