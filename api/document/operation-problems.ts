/**
 * The problems that an operation may answer with: its own, and those that follow from its access and from what it
 * reads (contract.md 6).
 */
import type { DescribedOperation } from '../operation/described.js'
import { PARAMETERS } from '../operation/parameters.js'
import { problem } from '../operation/problem.js'
import type { Problem } from '../operation/problem.js'

/** The problems of an operation by status; several of its own may have one status. */
export function problemsByStatus(described: DescribedOperation): Map<number, Problem[]> {
  const { problems = [], selfContained, responses } = described.operation
  const found = new Map<number, Problem[]>()
  for (const one of problems) found.set(one.status, [...(found.get(one.status) ?? []), one])
  if (selfContained === true) return found
  for (const one of [...requestProblems(described), ...serviceProblems(described)]) {
    const own = found.get(one.status) ?? []
    if (responses[one.status] === undefined && !own.some(({ code }) => code === one.code))
      found.set(one.status, [...own, one])
  }
  return new Map([...found].sort(([a], [b]) => a - b))
}

/** Problems of the request: what cannot be read, who may not ask, what does not match. */
function* requestProblems({ operation, access, scopes }: DescribedOperation): Generator<Problem> {
  const { body, parameters = [] } = operation
  const isGuarded = access.length > 0
  // Headers alone cause no 400: an entity tag that is malformed counts as one that does not match.
  if (isGuarded || body !== undefined || parameters.some((name) => PARAMETERS[name].in === 'query'))
    yield problem(400, 'invalid_request', 'A parameter, a header or the body is invalid.')
  if (isGuarded) yield problem(401, 'invalid_token', 'The credential is missing or invalid.')
  if (isGuarded && (access.length < 3 || scopes.length > 0))
    yield problem(403, 'insufficient_scope', neededText(access, scopes))
  yield problem(406, 'not_acceptable', 'The Accept header excludes the media type of this endpoint.')
  if (parameters.includes('if_match'))
    yield problem(412, 'precondition_failed', 'The resource has changed since it was read.')
  if (body !== undefined && body.endless !== true)
    yield problem(413, 'payload_too_large', 'The body is too large.')
  if (body !== undefined)
    yield problem(
      415,
      'unsupported_media_type',
      'This endpoint does not accept the type or encoding of the body.',
    )
}

function neededText(access: DescribedOperation['access'], scopes: DescribedOperation['scopes']): string {
  if (!access.includes('M')) return "This endpoint needs the application's own token."
  const scope = scopes.length === 0 ? '' : ` the scope ${scopes.join(' or ')}`
  if (access.length > 1) return `The access token of a member needs${scope}.`
  return `This endpoint needs the access token of a member${scope === '' ? '' : ` with${scope}`}.`
}

/** Problems of the service. Open endpoints read nothing that could fail. */
function* serviceProblems({ access, method }: DescribedOperation): Generator<Problem> {
  if (access.length > 0) {
    yield problem(429, 'rate_limited', 'Too many requests from this application or for this member.')
    yield problem(500, 'server_error', 'An unexpected error occurred.')
  }
  yield problem(
    503,
    'temporarily_unavailable',
    method === 'GET'
      ? 'The service is temporarily unavailable.'
      : 'The service is temporarily unavailable; nothing was accepted, or the error says that this is unknown.',
  )
}
