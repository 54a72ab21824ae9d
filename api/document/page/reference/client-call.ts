/** What the clients (api/client) call an operation: it follows from the tag and the id. */
import type { Tag } from '../../../operation/declaration.js'
import type { Json } from '../../json-schema.js'
import { resolve } from './reference.js'

export interface ClientCall {
  /** `trips.list` */
  name: string
  /**
   * An iterator over pages, a write that may be pending, an accepted batch, the lines of a feed, the answer itself, its
   * text, or the address of a page for the browser.
   */
  gives: 'pages' | 'write' | 'batch' | 'feed' | 'answer' | 'text' | 'address'
}

/** Tags whose group in the client, or whose resource in ids, has another name. */
const GROUPS: Partial<Record<Tag, [group: string, resource: RegExp]>> = {
  Member: ['me', /Me/],
  Calendar: ['calendarFeeds', /CalendarFeeds?/],
  Batches: ['batches', /Batch/],
  Locations: ['locations', /^$/],
  Feeds: ['feeds', /^Feed/],
  Document: ['api', /^$/],
  OAuth: ['oauth', /^$/],
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** `listTrips` is `trips.list`, `listPastTrips` is `trips.past` and `rotateCallbackSecret` is `callbacks.rotate`. */
export function clientCall(document: Json, operation: Json): ClientCall {
  const id = String(operation['operationId'])
  const [tag] = operation['tags'] as [Tag]
  const [group, resource] = GROUPS[tag] ?? [lowerFirst(tag), new RegExp(`${tag.slice(0, -1)}s?`)]
  const [, verb = '', noun = ''] = /^([a-z]+)(.*)$/.exec(id) ?? []
  const rest = noun.replace(resource, '')
  const isRead = verb === 'list' || verb === 'get' || verb === 'search'
  const name =
    isRead && rest !== '' && rest !== 'OfType' ? lowerFirst(rest) : verb + (rest === 'OfType' ? rest : '')
  const gives = givenBy(document, operation)
  return { name: gives === 'feed' ? 'feed' : `${group}.${name}`, gives }
}

/** What the Python client calls it: `listTrips` is `list_trips`. */
export const pythonName = (id: string): string =>
  id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function givenBy(document: Json, { responses, requestBody }: Json): ClientCall['gives'] {
  const answer = (status: number): Response | undefined => {
    const response = (responses as Record<string, Json>)[status]
    return response === undefined ? undefined : resolve(document, response)
  }
  const [ok, created, accepted, other] = [answer(200), answer(201), answer(202), answer(303)]
  const [type = ''] = Object.keys((ok ?? created ?? accepted)?.content ?? {})
  if (other !== undefined) return 'address'
  if (type === 'application/x-ndjson') return 'feed'
  if (!type.endsWith('json')) return 'text'
  if (requestBody === undefined && ok?.headers?.['link'] !== undefined) return 'pages'
  const pending = accepted === undefined ? '' : firstName(accepted)
  if (pending === 'BatchMonitor') return 'write'
  return pending === 'AcceptedBatch' ? 'batch' : 'answer'
}

interface Response {
  headers?: Json
  content?: Record<string, { schema: Json }>
}

/** The name of the schema of an answer, or of its first alternative. */
function firstName({ content }: Response): string {
  const { schema = {} } = content?.['application/json'] ?? {}
  const [first = schema] = (schema['anyOf'] ?? []) as Json[]
  return String(first['$ref']).split('/').at(-1)!
}
