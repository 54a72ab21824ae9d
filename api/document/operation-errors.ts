/**
 * The errors that an operation may answer with: its own, and those that follow from its kind (contract.md 6).
 */
import type { ErrorCode } from '../../schemas/base/errors.js'
import type { DescribedOperation } from './operation.js'
import { PARAMETERS } from './parameters.js'

export type ErrorDoc = [status: number, code: ErrorCode, description: string]

/** The errors of an operation by status. */
export function errorsOf(described: DescribedOperation): ErrorDoc[] {
  const { operation } = described
  const own: ErrorDoc[] = [...(operation.errors ?? [])]
  if (operation.selfContained === true) return own
  const found = [...own]
  for (const error of [...requestErrors(described), ...serviceErrors(described)]) {
    const [status] = error
    if (found.some(([known]) => known === status) || operation.responses[status] !== undefined) continue
    found.push(error)
  }
  return found.sort((a, b) => a[0] - b[0])
}

/** Errors of the request: what cannot be read, who may not ask, what does not match. */
function* requestErrors({ operation, access, scopes }: DescribedOperation): Generator<ErrorDoc> {
  const { body, parameters = [] } = operation
  const isGuarded = access.length > 0
  // Headers alone cause no 400: an entity tag that is malformed counts as one that does not match.
  if (isGuarded || body !== undefined || parameters.some((name) => PARAMETERS[name].in === 'query'))
    yield [400, 'invalid_request', 'A parameter, a header or the body is invalid.']
  if (isGuarded) yield [401, 'invalid_token', 'There is no credential, or it is invalid.']
  if (isGuarded && (access.length < 3 || scopes.length > 0))
    yield [403, 'insufficient_scope', neededText(access, scopes)]
  yield [406, 'not_acceptable', 'The Accept header excludes the media type of this endpoint.']
  if (parameters.includes('if_match'))
    yield [412, 'precondition_failed', 'The resource has changed since it was read.']
  if (body !== undefined && body.endless !== true) yield [413, 'payload_too_large', 'The body is too large.']
  if (body !== undefined)
    yield [415, 'unsupported_media_type', 'This endpoint does not accept the type or encoding of the body.']
}

function neededText(access: DescribedOperation['access'], scopes: DescribedOperation['scopes']): string {
  if (!access.includes('M')) return "This endpoint needs the application's own token."
  const scope = scopes.length === 0 ? '' : ` the scope ${scopes.join(' or ')}`
  if (access.length > 1) return `The access token of a member needs${scope}.`
  return `This endpoint needs the access token of a member${scope === '' ? '' : ` with${scope}`}.`
}

/** Errors of the service. Open endpoints read nothing that could fail. */
function* serviceErrors({ access, method }: DescribedOperation): Generator<ErrorDoc> {
  if (access.length > 0) {
    yield [429, 'rate_limited', 'Too many requests of this application or member.']
    yield [500, 'server_error', 'An unexpected error occurred.']
  }
  yield [
    503,
    'temporarily_unavailable',
    method === 'GET'
      ? 'The service is temporarily unavailable.'
      : 'The service is temporarily unavailable; nothing was accepted, or the error says that this is unknown.',
  ]
}
