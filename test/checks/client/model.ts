/**
 * What the clients in both languages are written from: the named types and the operations of the OpenAPI document.
 */
import { clientCall } from '../../../api/document/page/reference/client-call.js'
import type { ClientCall } from '../../../api/document/page/reference/client-call.js'
import { resolve } from '../../../api/document/page/reference/reference.js'
import { docOf, NamedTypes, pascal, union, upperFirst } from './named-types.js'
import type { Field, Json, Named, Type } from './named-types.js'

export interface Operation {
  id: string
  call: ClientCall
  doc: string
  method: string
  path: string
  names: Field[]
  body: { media: 'json' | 'form' | 'raw' | 'lines'; type: Type; optional: boolean } | null
  query: Field[]
  /** The named type of the query; null: it takes none. */
  queryType: Type | null
  answer: Type
  /** The media type to ask for. */
  accept: string
  /** Which of if_match, idempotency_key and prefer it takes. */
  headers: string[]
  /** Needs no token. */
  open: boolean
}

export interface Model {
  types: Named[]
  operations: Operation[]
}

export function clientModel(document: Json): Model {
  const components = document['components'] as Json
  const named = new NamedTypes(components['schemas'] as Record<string, Json>)
  const { types } = named
  const parameters = components['parameters'] as Record<string, Json>

  const parametersOf = (operation: Json): Json[] =>
    ((operation['parameters'] ?? []) as Json[]).map((one) =>
      one['$ref'] === undefined ? one : parameters[String(one['$ref']).split('/').at(-1)!]!,
    )
  const fieldsIn = (operation: Json, place: string, suffix: string): Field[] =>
    parametersOf(operation)
      .filter((one) => one['in'] === place)
      .map((one) => ({
        name: String(one['name']),
        type: named.typeOf(one['schema'] as Json, pascal(String(one['name'])) + suffix),
        required: one['required'] === true,
        doc: docOf(one),
      }))

  function queryType(id: string, fields: Field[]): Type | null {
    return fields.length === 0 ? null : { is: 'named', name: named.given(`${id}Query`, fields, { fields }) }
  }

  function bodyOf({ requestBody }: Json, id: string, method: string): Operation['body'] {
    if (requestBody === undefined) return null
    const { content } = requestBody as { content: Record<string, Json> }
    const [[media, { schema }]] = Object.entries(content) as [[string, { schema: Json }]]
    const type = named.typeOf(schema, `${id}Body`)
    const fields = type.is === 'named' ? types.get(type.name)?.fields : null
    const optional = method === 'post' && fields?.every(({ required }) => !required) === true
    return { media: MEDIAS[media] ?? 'lines', type, optional }
  }

  function answerOf({ responses }: Json, id: string): Pick<Operation, 'accept' | 'answer'> {
    const contents = Object.entries(responses as Record<string, Json>)
      .filter(([status]) => status < '300')
      .map(
        ([, one]) =>
          Object.entries(resolve(document, one)['content'] as Record<string, { schema: Json }>)[0]!,
      )
    return {
      accept: contents[0]![0],
      answer: union(contents.map(([, { schema }]) => named.typeOf(schema, `${id}Answer`))),
    }
  }

  const operations = Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, operation]): Operation => {
        const id = upperFirst(String(operation['operationId']))
        const query = fieldsIn(operation, 'query', '')
        return {
          id: String(operation['operationId']),
          call: clientCall(document, operation),
          doc: `${String(operation['summary'])}. ${docOf(operation)}`,
          method: method.toUpperCase(),
          path,
          names: fieldsIn(operation, 'path', 'InPath'),
          body: bodyOf(operation, id, method),
          query,
          queryType: queryType(id, query),
          ...answerOf(operation, id),
          headers: parametersOf(operation)
            .filter((one) => one['in'] === 'header' && one['name'] !== 'If-None-Match')
            .map((one) => String(one['name']).toLowerCase().replaceAll('-', '_')),
          open: (operation['security'] as Json[]).length === 0,
        }
      }),
  )
  return { types: [...types.values()], operations }
}

const MEDIAS: Readonly<Record<string, NonNullable<Operation['body']>['media']>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'application/octet-stream': 'raw',
}
