/** Responses of operations as objects of the OpenAPI document. */
import type { ErrorCode } from '../../schemas/base/errors.js'
import { STATUS_TITLES } from '../http/status-titles.js'
import { ErrorBody, ProblemBody } from './components.js'
import { headerRefs } from './headers.js'
import { toJsonSchema } from './json-schema.js'
import type { Json } from './json-schema.js'
import type { ResponseDoc } from './operation.js'

const EXAMPLE_REQUEST = 'urn:request:b5a3a6f0-5d5e-4c3a-9c5e-2f4e5d6c7b8a'

/** The response of an error, as JSON and as a problem document. */
export function errorResponse(status: number, code: ErrorCode, description: string): Json {
  const headers = [
    'x-request-id',
    ...(status === 401 || status === 403 ? ['www-authenticate'] : []),
    ...(status === 429 || status === 503 ? ['retry-after'] : []),
  ]
  const body = { error: code, error_description: description }
  const problem = {
    type: 'about:blank',
    title: STATUS_TITLES[status] ?? 'Error',
    status,
    detail: description,
    instance: EXAMPLE_REQUEST,
    ...body,
    errors: [],
  }
  const withExample = (schema: unknown, value: Json): Json => ({
    schema: toJsonSchema(schema),
    examples: { [code]: { summary: code, value } },
  })
  return {
    description,
    headers: headerRefs(headers),
    content: {
      'application/json': withExample(ErrorBody, body),
      'application/problem+json': withExample(ProblemBody, problem),
    },
  }
}

/**
 * The response that an operation describes.
 * @param options.isLimited whether it has the headers of rate limits
 * @param options.mayBeError whether the body may be an error instead, as with the 400 of a batch
 */
export function successResponse(
  response: ResponseDoc,
  { isLimited, mayBeError }: { isLimited: boolean; mayBeError: boolean },
): Json {
  const headers = headerRefs([
    'x-request-id',
    ...(isLimited ? ['ratelimit', 'ratelimit-policy'] : []),
    ...(response.headers ?? []),
  ])
  const { description } = response
  if (response.schema === undefined) return { description, headers }
  const schema = toJsonSchema(response.schema)
  const examples = {
    ...(response.example === undefined ? {} : { answer: { summary: description, value: response.example } }),
    ...(mayBeError ? { error: MALFORMED_BATCH } : {}),
  }
  return {
    description,
    headers,
    content: {
      [response.type ?? 'application/json']: {
        schema: mayBeError ? { anyOf: [schema, toJsonSchema(ErrorBody)] } : schema,
        ...(Object.keys(examples).length > 0 ? { examples } : {}),
      },
      ...(mayBeError ? { 'application/problem+json': { schema: toJsonSchema(ProblemBody) } } : {}),
    },
  }
}

const MALFORMED_BATCH = {
  summary: 'The body is not a batch.',
  value: { error: 'invalid_request', error_description: 'The body is not valid JSON.' },
}
