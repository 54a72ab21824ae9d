/** The operations of the document, as the reference shows them. */
import type { Json } from '../../json-schema.js'

export interface ShownOperation {
  id: string
  verb: string
  path: string
  title: string
  operation: Json
  isWebhook: boolean
}

const VERBS = ['get', 'post', 'put', 'patch', 'delete']

/** All operations, webhooks aside, in the order of the document. */
export const operationsOf = (document: Json): ShownOperation[] => readItems(document['paths'] as Json, false)

/** The requests that the service sends, one for each event type. */
export const webhooksOf = (document: Json): ShownOperation[] => readItems(document['webhooks'] as Json, true)

function readItems(items: Json, isWebhook: boolean): ShownOperation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    VERBS.filter((verb) => (item as Json)[verb] !== undefined).map((verb) => {
      const operation = (item as Json)[verb] as Json
      const id = String(operation['operationId'])
      return { id, verb, path, isWebhook, operation, title: String(operation['summary']) }
    }),
  )
}
