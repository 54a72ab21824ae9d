/** The request of an operation with the example's values, for samples in several languages. */
import type { Json } from '../../json-schema.js'
import type { Addresses } from '../served-address.js'
import { clientCall } from './client-call.js'
import type { ClientCall } from './client-call.js'
import type { ShownOperation } from './operations.js'
import { list, refName, resolve } from './reference.js'

export interface SampleRequest {
  /** The id of the operation. */
  id: string
  method: string
  url: string
  /** Values of the parameters in its path. */
  pathValues: string[]
  /** Query parameters that the operation requires. */
  query: Record<string, string>
  /** Name of the variable with the access token; null: it needs none. */
  token: typeof MEMBER_TOKEN | typeof APP_TOKEN | null
  body: SampleBody | null
  /** The named schema of the answer, with `[]` if it is a list; null: it has no name. */
  answer: string | null
  call: ClientCall
}

export interface SampleBody {
  type: string
  text: string
  /** The value of a JSON body; undefined for others. */
  value: unknown
  /** What the client is given: the value of a JSON body, a line or a form, or the text of a document. */
  given: unknown
}

export const MEMBER_TOKEN = 'MEMBER_TOKEN'
export const APP_TOKEN = 'APP_TOKEN'
const AUTH_PATH = /^\/(oauth\/|\.well-known\/oauth-authorization-server)/
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** What stands for values of the reader's application: the page shows theirs to who is signed in; `$` is a variable. */
const OWN_VALUES: Readonly<Record<string, string>> = {
  client_id: 'YOUR_CLIENT_ID',
  client_secret: '$CLIENT_SECRET',
  redirect_uri: 'YOUR_REDIRECT_URI',
}

/** The request. The paths of one segment type are shown for flights. */
export function sampleRequest(document: Json, shown: ShownOperation, addresses: Addresses): SampleRequest {
  const { operation, verb, path } = shown
  const parameters = list(operation['parameters']).map((one) => resolve(document, one))
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(parameters, name))
  const query = queryOf(parameters)
  const search = formText(query)
  const host = AUTH_PATH.test(path) ? addresses.authUrl : addresses.baseUrl
  return {
    id: shown.id,
    method: verb.toUpperCase(),
    url: `${host}${filled}${search === '' ? '' : `?${search}`}`,
    pathValues: names.map((name) => pathValue(parameters, name)),
    query,
    token: tokenOf(operation),
    body: bodyOf(document, operation),
    call: clientCall(document, operation),
    ...answerOf(document, operation),
  }
}

function queryOf(parameters: readonly Json[]): Record<string, string> {
  const required = parameters.filter((one) => one['in'] === 'query' && one['required'] === true)
  return Object.fromEntries(
    required.map((one): [string, string] => {
      const name = String(one['name'])
      return [name, OWN_VALUES[name] ?? String(one['example'] ?? '')]
    }),
  )
}

function pathValue(parameters: readonly Json[], name: string): string {
  if (name === 'type') return 'air'
  const found = parameters.find((one) => one['in'] === 'path' && one['name'] === name)
  return String(found?.['example'] ?? `{${name}}`)
}

/** The variable with the token: the member's where an operation accepts it. */
function tokenOf(operation: Json): SampleRequest['token'] {
  const ways = list(operation['security']).map((way) => Object.keys(way)[0])
  if (ways.includes('memberToken')) return MEMBER_TOKEN
  return ways.includes('appToken') ? APP_TOKEN : null
}

function bodyOf(document: Json, operation: Json): SampleBody | null {
  if (operation['requestBody'] === undefined) return null
  const { content } = resolve(document, operation['requestBody'] as Json) as { content: Record<string, Json> }
  const [type, media] = Object.entries(content)[0]!
  const example = Object.values((media['examples'] ?? {}) as Record<string, Json>)[0]
  const value = example === undefined ? {} : resolve(document, example)['value']
  if (type === 'application/json') return { type, text: JSON.stringify(value, null, 2), value, given: value }
  if (typeof value === 'string') return { type, text: value, value: undefined, given: value }
  if (type !== FORM_TYPE) return { type, text: JSON.stringify(value), value: undefined, given: value }
  const fields = { ...(value as Record<string, string>), ...ownValuesOf(value as Json) }
  return { type, text: formText(fields), value: undefined, given: fields }
}

const ownValuesOf = (value: Json): Record<string, string> =>
  Object.fromEntries(Object.entries(OWN_VALUES).filter(([name]) => value[name] !== undefined))

/** A form as text; variables stay readable. */
const formText = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value.startsWith('$') ? value : encodeURIComponent(value)}`)
    .join('&')

function answerOf(document: Json, operation: Json): Pick<SampleRequest, 'answer'> {
  const first = Object.entries((operation['responses'] ?? {}) as Record<string, Json>).find(
    ([status]) => status < '300',
  )
  const { content = {} } =
    first === undefined ? {} : (resolve(document, first[1]) as { content?: Record<string, Json> })
  const schema = content['application/json']?.['schema'] as Json | undefined
  if (schema === undefined) return { answer: null }
  const items = schema['items'] as Json | undefined
  const name = refName(items ?? schema)
  return { answer: name === null ? null : name + (items === undefined ? '' : '[]') }
}
