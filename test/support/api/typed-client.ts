/**
 * A typed TypeScript client made from an OpenAPI 3.1 document: types of schemas, and one function for every
 * operation.
 */

type Json = Record<string, unknown>

const HEAD = `export interface Answer<T> { status: number, headers: Headers, body: T }
export type Send = (method: string, path: string, query: Json, headers: Record<string, string>, body: unknown) => Promise<Answer<unknown>>
type Json = Record<string, unknown>
const filled = (path: string, values: Json): string => path.replace(/\\{(\\w+)\\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
`

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
const refName = (ref: unknown): string => String(ref).split('/').at(-1)!

/** A JSON Schema as a type. */
function typeOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'unknown'
  const {
    $ref: ref,
    const: constant,
    enum: choices,
    anyOf: ways,
    type,
    properties,
    items,
    required,
  } = schema as Json
  if (ref !== undefined) return refName(ref)
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (Array.isArray(ways)) return ways.map((way) => `(${typeOf(way)})`).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one as unknown })).join(' | ')
  switch (type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `Array<${typeOf(items)}>`
    case 'object':
      return properties === undefined
        ? 'Json'
        : objectOf(properties as Json, new Set(Array.isArray(required) ? (required as string[]) : []))
    default:
      return 'unknown'
  }
}

function objectOf(properties: Json, required: ReadonlySet<string>): string {
  return `{ ${Object.entries(properties)
    .map(([name, schema]) => `${key(name)}${required.has(name) ? '' : '?'}: ${typeOf(schema)}`)
    .join('; ')} }`
}

const media = (holder: unknown): unknown => {
  const content = (holder as { content?: Record<string, { schema: unknown }> } | undefined)?.content
  return content === undefined
    ? undefined
    : (content['application/json'] ?? Object.values(content)[0])?.schema
}

/** The source of the client: `client(send)` returns an object with a function for each operationId. */
export function typedClient(document: Json): string {
  const components = document['components'] as {
    schemas: Json
    parameters: Record<string, Json>
    responses: Json
  }
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)}`,
  )
  const functions = Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const parameters = ((operation['parameters'] ?? []) as Json[]).map((one) =>
          one['$ref'] === undefined ? one : components.parameters[refName(one['$ref'])]!,
        )
        const inputs = (place: string): string =>
          objectOf(
            Object.fromEntries(
              parameters
                .filter((one) => one['in'] === place)
                .map((one) => [String(one['name']), one['schema']]),
            ),
            new Set(
              parameters
                .filter((one) => one['in'] === place && one['required'] === true)
                .map((one) => String(one['name'])),
            ),
          )
        const body = media(operation['requestBody'])
        const answers = Object.entries(operation['responses'] as Json)
          .filter(([status]) => status.startsWith('2'))
          .map(([, answer]) => typeOf(media(answer)))
        const parts = [
          `path: ${inputs('path')}`,
          `query?: ${inputs('query')}`,
          `headers?: ${inputs('header')}`,
          ...(body === undefined ? [] : [`body: ${typeOf(body)}`]),
        ]
        const needed = parameters.some((one) => one['in'] === 'path')
          ? parts
          : parts.map((part) => part.replace(/^path:/, 'path?:'))
        return `  ${String(operation['operationId'])}: async (input: { ${needed.join('; ')} }) => await send(${JSON.stringify(method.toUpperCase())}, filled(${JSON.stringify(path)}, input.path ?? {}), input.query ?? {}, (input.headers ?? {}) as Record<string, string>, ${body === undefined ? 'undefined' : 'input.body'}) as Answer<${answers.join(' | ')}>`
      }),
  )
  return `${HEAD}\n${types.join('\n')}\n\nexport const client = (send: Send) => ({\n${functions.join(',\n')}\n})\n`
}
