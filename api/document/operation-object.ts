/** An operation as an object of the OpenAPI document. */
import { STATUS_TITLES } from '../http/status-titles.js'
import { toJsonSchema } from './json-schema.js'
import type { Json } from './json-schema.js'
import { problemsByStatus } from './operation-problems.js'
import type { OperationDoc } from '../operation/declaration.js'
import type { DescribedOperation } from '../operation/described.js'
import { errorResponse, successResponse } from './responses.js'
import { securityRequirements } from './security-schemes.js'

/**
 * Errors are the same for many operations: each is written once, by its status, code and text, and referred
 * to.
 */
export type SharedResponses = Map<string, { key: string; response: Json }>

/** The object of an operation. Adds its errors to `shared`. */
export function operationObject(described: DescribedOperation, shared: SharedResponses): Json {
  const { operation } = described
  const parameters = parameterObjects(described)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, operation.repeats ?? []].flat().join(' '),
    security: [
      ...securityRequirements(described),
      ...(operation.parameters?.includes('feed') === true ? [{ calendarAddress: [] }] : []),
    ],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body === undefined ? {} : { requestBody: bodyObject(operation.body) }),
    responses: responseObjects(described, shared),
  }
}

function parameterObjects({ operation, path: url }: DescribedOperation): Json[] {
  const inPath = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]): Json => {
    const path = operation.params?.[name!]
    return {
      name,
      in: 'path',
      required: true,
      description: path?.description ?? `The ${name!}.`,
      schema: toJsonSchema(path?.schema ?? { type: 'string' }),
      ...(path === undefined ? {} : { example: path.example }),
    }
  })
  const others = (operation.parameters ?? []).map((name) => ({ $ref: `#/components/parameters/${name}` }))
  return [...inPath, ...others]
}

const DOCUMENT_BYTES = { description: 'A document, as in POST /v2/documents.' }

function bodyObject(body: NonNullable<OperationDoc['body']>): Json {
  const types = body.types ?? ['application/json']
  const schema = toJsonSchema(body.documented ?? body.schema)
  const examples = { request: { value: body.example } }
  const hasExample = (type: string): boolean => type === 'application/json' || types.length === 1
  return {
    required: true,
    ...(body.description === undefined ? {} : { description: body.description }),
    content: Object.fromEntries([
      ...types.map((type) => [type, { schema, ...(hasExample(type) ? { examples } : {}) }] as const),
      ...(body.documents ?? []).map((type) => [type, { schema: DOCUMENT_BYTES }] as const),
    ]),
  }
}

function responseObjects(described: DescribedOperation, shared: SharedResponses): Json {
  const { operation } = described
  const responses: Json = {}
  const share = (status: number, response: Json): void => {
    const text = JSON.stringify(response)
    const key = `${STATUS_TITLES[status]!.replaceAll(/\W/g, '')}${shared.size}`
    const known = shared.get(text) ?? { key, response }
    shared.set(text, known)
    responses[String(status)] = { $ref: `#/components/responses/${known.key}` }
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    const object = successResponse(response, status === '400' && operation.selfContained !== true)
    if (Number(status) < 400) responses[status] = object
    else share(Number(status), object)
  }
  for (const [status, problems] of problemsByStatus(described)) share(status, errorResponse(status, problems))
  return responses
}
