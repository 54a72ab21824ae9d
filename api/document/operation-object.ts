/** An operation as an object of the OpenAPI document. */
import { toJsonSchema } from './json-schema.js'
import type { Json } from './json-schema.js'
import { problemsByStatus } from './operation-problems.js'
import type { OperationDoc } from '../operation/declaration.js'
import type { DescribedOperation } from '../operation/described.js'
import { errorResponse, successResponse } from './responses.js'
import { securityRequirements } from './security-schemes.js'

/** The object of an operation. */
export function operationObject(described: DescribedOperation): Json {
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
    responses: responseObjects(described),
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
  return {
    required: true,
    ...(body.description === undefined ? {} : { description: body.description }),
    content: Object.fromEntries([
      ...types.map((type) => [type, { schema, ...(type === types[0] ? { examples } : {}) }] as const),
      ...(body.documents ?? []).map((type) => [type, { schema: DOCUMENT_BYTES }] as const),
    ]),
  }
}

function responseObjects(described: DescribedOperation): Json {
  const { operation } = described
  const own = Object.entries(operation.responses).map(([status, response]) => [
    status,
    successResponse(response, status === '400' && operation.selfContained !== true),
  ])
  const errors = [...problemsByStatus(described)].map(([status, problems]) => [
    status,
    errorResponse(status, problems),
  ])
  return Object.fromEntries([...own, ...errors]) as Json
}
