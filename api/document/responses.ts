/** Responses of operations as objects of the OpenAPI document. */
import { ErrorBody, ProblemBody } from './components.js'
import { headerRefs } from './headers.js'
import { toJsonSchema } from './json-schema.js'
import type { Json } from './json-schema.js'
import type { ResponseDoc } from '../operation/response-doc.js'
import type { Problem } from '../operation/problem.js'

/** The response of errors with one status, as JSON and as a problem document. */
export function errorResponse(status: number, problems: readonly Problem[]): Json {
  const headers = [
    'x-request-id',
    ...(status === 401 || status === 403 ? ['www-authenticate'] : []),
    ...(status === 429 || status === 503 ? ['retry-after'] : []),
    ...(status === 429 ? ['ratelimit', 'ratelimit-policy'] : []),
  ]
  return {
    description: problems.map(({ says }) => says).join(' '),
    headers: headerRefs(headers),
    content: {
      'application/json': {
        schema: toJsonSchema(ErrorBody),
        examples: Object.fromEntries(
          problems.map(({ code, says }) => [code, { value: { error: code, error_description: says } }]),
        ),
      },
      'application/problem+json': { schema: toJsonSchema(ProblemBody) },
    },
  }
}

/**
 * The response that an operation describes, with its own headers; the introduction names those of every answer.
 * @param mayBeError whether the body may be an error instead, as with the 400 of a batch
 */
export function successResponse(response: ResponseDoc, mayBeError: boolean): Json {
  const headers = response.headers === undefined ? {} : { headers: headerRefs(response.headers) }
  const { description } = response
  if (response.schema === undefined) return { description, ...headers }
  const schema = toJsonSchema(response.schema)
  const examples = {
    ...(response.example === undefined ? {} : { answer: { value: response.example } }),
    ...(mayBeError ? { error: MALFORMED_BATCH } : {}),
  }
  return {
    description,
    ...headers,
    content: {
      [response.type ?? 'application/json']: {
        schema: mayBeError ? { anyOf: [schema, toJsonSchema(ErrorBody)] } : schema,
        ...(Object.keys(examples).length > 0 ? { examples } : {}),
      },
      ...Object.fromEntries(
        Object.entries(response.otherTypes ?? {}).map(([type, other]) => [
          type,
          { schema: toJsonSchema(other.schema), examples: { answer: { value: other.example } } },
        ]),
      ),
      ...(mayBeError ? { 'application/problem+json': { schema: toJsonSchema(ProblemBody) } } : {}),
    },
  }
}

const MALFORMED_BATCH = {
  summary: 'The body is not a batch.',
  value: { error: 'invalid_request', error_description: 'The body is not valid JSON.' },
}
