/** Validates answers against the OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { HttpAnswer } from './request.js'

export interface DocumentedOperation {
  id: string
  method: string
  path: string
  /** Its path in the document. */
  template: string
  /** Names of path parameters. */
  names: string[]
  /** Security schemes of each alternative: memberToken, appToken, clientId and clientSecret; none: open. */
  ways: string[][]
  /** The scopes of which a member token needs one; none: any member token will do. */
  scopes: string[]
  statuses: string[]
  /** Each status and code of an error: `404 not_found`. */
  errors: string[]
  tags: string[]
  parameters: string[]
  /** Example of the JSON body. */
  body: unknown
  /** Example of a body of any type. */
  document: unknown
  /** Example of a line, for a body of JSON lines. */
  line: unknown
  types: string[]
}

export interface OpenApiContract {
  operations: DocumentedOperation[]
  /** What is wrong with an answer of an operation; null when it is as documented. */
  violation: (operation: DocumentedOperation, answer: HttpAnswer) => string | null
}

type Json = Record<string, unknown>

export function openApiContract(document: Json): OpenApiContract {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, validateSchema: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'document' }, 'document')
  const compiled = new Map<string, ValidateFunction>()
  const pointer = (...parts: string[]): string =>
    parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
  const paths = document['paths'] as Record<string, Record<string, Json>>
  const shared = (document['components'] as Json)['responses'] as Record<string, Json>
  const resolve = (value: unknown): unknown => followed(document, value)
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): DocumentedOperation[] => {
      const content = (resolve(operation['requestBody']) as Json | undefined)?.['content'] as
        Record<string, { examples?: Record<string, unknown> }> | undefined
      const example = (type: string): unknown =>
        (resolve(content?.[type]?.examples?.['request']) as Json | undefined)?.['value']
      const documented: DocumentedOperation = {
        id: String(operation['operationId']),
        method: method.toUpperCase(),
        path,
        template: path,
        names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
        ways: (operation['security'] as Json[]).map((way) => Object.keys(way)),
        scopes: (operation['security'] as Json[]).flatMap((way) => (way['memberToken'] ?? []) as string[]),
        tags: operation['tags'] as string[],
        statuses: Object.keys(operation['responses'] as Json).filter((status) => status !== 'default'),
        errors: Object.entries(operation['responses'] as Json).flatMap(([status, response]) =>
          errorCodes(resolve, response).map((code) => `${status} ${code}`),
        ),
        parameters: ((operation['parameters'] ?? []) as Json[]).map((parameter) =>
          String(parameter['$ref'] ?? '')
            .split('/')
            .at(-1)!,
        ),
        body: example('application/json'),
        document: example('application/octet-stream'),
        line: example('application/x-ndjson'),
        types: Object.keys(content ?? {}),
      }
      const typed = (operation['parameters'] as ParameterObject[] | undefined)?.find(
        (one) => one.in === 'path' && one.schema.enum !== undefined,
      )
      return typed === undefined
        ? [documented]
        : SEGMENT_TYPES.map((type) => ofType(documented, type, typed.name))
    }),
  )
  const fault = (operation: DocumentedOperation, answer: HttpAnswer): string | null => {
    const { template: path, method, id } = operation
    const documented = paths[path]![method.toLowerCase()]!['responses'] as Record<string, Json>
    const status = documented[answer.status] === undefined ? 'default' : String(answer.status)
    if (documented[status] === undefined)
      return `${id}: ${answer.status} is not documented: ${answer.text.slice(0, 200)}`
    if (answer.headers.get('x-request-id') === null) return `${id}: ${status} has no X-Request-Id`
    const response = documented[status]
    const ref = typeof response['$ref'] === 'string' ? response['$ref'].split('/').at(-1)! : null
    const content = (ref === null ? response : shared[ref]!)['content'] as Json | undefined
    const type = answer.headers.get('content-type')?.split(';')[0]
    if (content === undefined)
      return answer.text === '' ? null : `${id}: ${status} has a body that is not documented`
    if (type === undefined || content[type] === undefined)
      return `${id}: ${status} is ${String(type)}, documented are ${Object.keys(content).join(', ')}`
    if (!type.includes('json')) return null
    const schema =
      ref === null
        ? pointer('paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema')
        : pointer('components', 'responses', ref, 'content', type, 'schema')
    const at = `document#${schema}`
    const validate = compiled.get(at) ?? ajv.compile({ $ref: at })
    compiled.set(at, validate)
    const { error } = (answer.json ?? {}) as { error?: unknown }
    if (answer.status >= 400 && typeof error === 'string' && !operation.errors.includes(`${status} ${error}`))
      return `${id}: ${status} ${error} is not documented`
    return validate(answer.json)
      ? null
      : `${id}: ${status}: ${ajv.errorsText(validate.errors?.slice(0, 3))} in ${answer.text.slice(0, 300)}`
  }
  return { operations, violation: fault }
}

interface ParameterObject {
  name: string
  in: string
  schema: { enum?: unknown[] }
}

/** The codes of the examples of an error response. */
function errorCodes(resolve: (value: unknown) => unknown, response: unknown): string[] {
  const { content } = resolve(response) as { content?: Record<string, { examples?: Json }> }
  return Object.values(content?.['application/json']?.examples ?? {}).flatMap((example) => {
    const { value } = resolve(example) as { value?: { error?: unknown } }
    return typeof value?.error === 'string' ? value.error : []
  })
}

/** An operation for one segment type, `createAirSegment`, of one with the type in its path. */
function ofType(operation: DocumentedOperation, type: SegmentType, parameter: string): DocumentedOperation {
  return {
    ...operation,
    id: operation.id.replace(/Segment(OfType)?$/, `${type}Segment`),
    path: operation.path.replace(`{${parameter}}`, type.toLowerCase()),
    names: operation.names.filter((name) => name !== parameter),
    ...(operation.body === undefined ? {} : { body: rawExamples[type] }),
  }
}

/** Where an example of a body or answer does not match its schema, and why. */
export function invalidExamples(document: Json): string[] {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, validateSchema: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'document' }, 'document')
  const found: string[] = []
  const visit = (at: string, node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { schema, examples } = node as { schema?: unknown; examples?: Record<string, Json> }
    if (schema !== undefined && examples !== undefined && !Array.isArray(examples)) {
      const validate = ajv.compile({ $ref: `document#${at}/schema` })
      for (const [name, example] of Object.entries(examples)) {
        const { value } = followed(document, example) as Json
        if (!validate(value)) found.push(`${at} ${name}: ${ajv.errorsText(validate.errors?.slice(0, 2))}`)
      }
    }
    for (const [key, inner] of Object.entries(node))
      visit(`${at}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`, inner)
  }
  visit('', document)
  return found
}

/** The value, or what its `$ref` refers to. */
function followed(document: Json, value: unknown): unknown {
  const { $ref: ref } = (value ?? {}) as Json
  if (typeof ref !== 'string') return value
  const parts = ref.split('/').slice(1)
  return parts.reduce<unknown>((at, part) => (at as Json)[part], document)
}
