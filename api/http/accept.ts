/** Content negotiation: whether a client accepts the media type of an endpoint (RFC 9110 12.5.1). */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { weightsOf } from './weights.js'

const JSON_RANGE = 'application/json'
const PROBLEM_RANGE = 'application/problem+json'

/**
 * The media type that the Accept header gives the greatest weight, the first of equals. Throws
 * `not_acceptable` if it excludes all of them: the most specific range that covers a type has weight 0, or no range
 * covers it. A client that accepts problem documents also accepts JSON, unless it excludes JSON by name.
 */
export function acceptableType(request: FastifyRequest, types: readonly [string, ...string[]]): string {
  const header = request.headers.accept
  if (header === undefined || header.trim() === '' || header === '*/*') return types[0]
  const weights = weightsOf(header)
  const [best, weight] = types
    .map((type) => [type, weightOf(type, weights)] as const)
    .reduce((before, one) => (one[1] > before[1] ? one : before))
  if (weight > 0) return best
  throw new ApiError(
    'not_acceptable',
    `This endpoint answers with ${types.join(' or ')}; add it to the Accept header.`,
  )
}

function weightOf(type: string, weights: ReadonlyMap<string, number>): number {
  const [group] = type.split('/')
  const asProblem = type === JSON_RANGE && (weights.get(PROBLEM_RANGE) ?? 0) > 0
  return weights.get(type) ?? (asProblem ? 1 : (weights.get(`${group!}/*`) ?? weights.get('*/*') ?? 0))
}

/** Whether a type is wanted in place of the usual one: named in Accept, and with no less weight. */
export function prefers(accept: string | undefined, type: string, usual: string): boolean {
  if (accept === undefined) return false
  const weights = weightsOf(accept)
  const weight = weights.get(type) ?? 0
  return weight > 0 && weight >= (weights.get(usual) ?? 0)
}

/** Whether errors are wanted as problem documents. */
export const prefersProblem = (accept: string | undefined): boolean =>
  prefers(accept, PROBLEM_RANGE, JSON_RANGE)
