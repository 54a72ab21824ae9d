/** The operations of the document by tag. The copies of an operation for each segment type are shown once. */
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import type { Json } from '../../json-schema.js'

export interface ShownOperation {
  id: string
  verb: string
  path: string
  title: string
  operation: Json
  isWebhook: boolean
  /** The operationIds of the copies that this one stands for. */
  copies: string[]
}

const VERBS = ['get', 'post', 'put', 'patch', 'delete']
const [SAMPLE] = SEGMENT_TYPES

/** All operations, webhooks aside, in the order of the document. */
export function operationsOf(document: Json): ShownOperation[] {
  return withoutCopies(readItems(document['paths'] as Json, false))
}

/** The requests that the service sends, one for each event type. */
export const webhooksOf = (document: Json): ShownOperation[] => readItems(document['webhooks'] as Json, true)

function readItems(items: Json, isWebhook: boolean): ShownOperation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    VERBS.filter((verb) => (item as Json)[verb] !== undefined).map((verb) => {
      const operation = (item as Json)[verb] as Json
      const id = String(operation['operationId'])
      return { id, verb, path, isWebhook, operation, title: String(operation['summary']), copies: [] }
    }),
  )
}

/** Keeps the operations of one segment type, under `{type}`, with the ids of the others. */
function withoutCopies(all: readonly ShownOperation[]): ShownOperation[] {
  const kept = new Map<string, ShownOperation>()
  for (const one of all) {
    const path = typePath(one.path)
    const known = path === null ? undefined : kept.get(`${one.verb} ${path}`)
    if (known !== undefined) known.copies.push(one.id)
    else kept.set(`${one.verb} ${path ?? one.path}`, path === null ? one : generic(one, path))
  }
  return [...kept.values()]
}

/** `/v2/segments/{type}` for the path of a segment type, null for any other. */
function typePath(path: string): string | null {
  const [, type, rest = ''] = /^\/v2\/segments\/([a-z]+)(\/.*)?$/.exec(path) ?? []
  const isType = type !== undefined && SEGMENT_TYPES.some((one) => one.toLowerCase() === type)
  return isType ? `/v2/segments/{type}${rest}` : null
}

/** The operation of the sample type, worded for every type. */
function generic(one: ShownOperation, path: string): ShownOperation {
  const title = one.title
    .replace(`List ${SAMPLE} segments`, 'List segments of one type')
    .replace(`of type ${SAMPLE}`, 'of one type')
  const text = JSON.stringify(one.operation)
    .replaceAll(`schemas/${SAMPLE}Segment"`, 'schemas/Segment"')
    .replaceAll(`type ${SAMPLE} alone`, 'the type in the path alone')
  return { ...one, path, title, operation: JSON.parse(text) as Json }
}
