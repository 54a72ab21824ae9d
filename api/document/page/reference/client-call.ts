/** What the client package (api/client) calls an operation: it follows from the tag and the id. */
import type { Tag } from '../../../operation/declaration.js'
import type { Json } from '../../json-schema.js'

export interface ClientCall {
  /** `trips.list` */
  name: string
  /** An iterator over pages, a write that may be pending, or the answer itself. */
  gives: 'pages' | 'write' | 'answer'
}

/** Tags whose group in the client, or whose resource in ids, has another name. */
const GROUPS: Partial<Record<Tag, [group: string, resource: RegExp]>> = {
  Member: ['me', /Me/],
  Calendar: ['calendarFeeds', /CalendarFeeds?/],
  Batches: ['batches', /Batch/],
  Locations: ['locations', /^$/],
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/**
 * `listTrips` is `trips.list`, `listPastTrips` is `trips.past` and `rotateCallbackSecret` is `callbacks.rotate`. Null
 * for an operation on one segment type, and for an alias: the client has the general one.
 */
export function clientCall(operation: Json, path: string): ClientCall | null {
  const id = String(operation['operationId'])
  const [tag] = operation['tags'] as [Tag]
  const parameters = (operation['parameters'] ?? []) as Array<{ in?: string; schema?: Json }>
  const isOfType = parameters.some((one) => one.in === 'path' && one.schema?.['enum'] !== undefined)
  if (!path.startsWith('/v2/') || isOfType || id.endsWith('Alias')) return null
  const [group, resource] = GROUPS[tag] ?? [lowerFirst(tag), new RegExp(`${tag.slice(0, -1)}s?`)]
  const [, verb = '', noun = ''] = /^([a-z]+)(.*)$/.exec(id) ?? []
  const rest = lowerFirst(noun.replace(resource, ''))
  const isRead = verb === 'list' || verb === 'get' || verb === 'search'
  return { name: `${group}.${isRead && rest !== '' ? rest : verb}`, gives: givenBy(operation) }
}

function givenBy({ responses, requestBody }: Json): ClientCall['gives'] {
  const answers = responses as Record<string, { headers?: Json; content?: Record<string, Json> } | undefined>
  if (requestBody === undefined && answers['200']?.headers?.['link'] !== undefined) return 'pages'
  const { $ref: pending } = (answers['202']?.content?.['application/json']?.['schema'] ?? {}) as Json
  return String(pending).endsWith('/BatchMonitor') ? 'write' : 'answer'
}
