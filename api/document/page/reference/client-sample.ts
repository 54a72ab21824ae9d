/** The request of an operation with the client package (api/client). */
import { literal, VARIABLES } from './literal.js'
import { MEMBER_TOKEN } from './sample-request.js'
import type { Addresses, SampleRequest } from './sample-request.js'

/** The call of the client for each operation that has one, by what the call gives. */
const PAGES: Readonly<Record<string, string>> = {
  listTrips: 'trips.list',
  listUpcomingTrips: 'trips.upcoming',
  listPastTrips: 'trips.past',
  listSegments: 'segments.list',
  listAccounts: 'accounts.list',
  listSources: 'sources.list',
  listEvents: 'events.list',
  listDeliveries: 'callbacks.deliveries',
  searchCities: 'locations.cities',
  searchAirports: 'locations.airports',
}
const RESOURCES: Readonly<Record<string, string>> = {
  getMe: 'me.get',
  getCurrentTrip: 'trips.current',
  getTrip: 'trips.get',
  getSegment: 'segments.get',
  getBatch: 'batches.get',
  getAccount: 'accounts.get',
  getSource: 'sources.get',
  listCallbacks: 'callbacks.list',
  getCallback: 'callbacks.get',
  createCallback: 'callbacks.create',
  updateCallback: 'callbacks.update',
  rotateCallbackSecret: 'callbacks.rotate',
}
const WRITES: Readonly<Record<string, string>> = {
  updateMe: 'me.update',
  createTrip: 'trips.create',
  updateTrip: 'trips.update',
  deleteTrip: 'trips.delete',
  mergeTrips: 'trips.merge',
  splitTrip: 'trips.split',
  updateSegment: 'segments.update',
  deleteSegment: 'segments.delete',
  createAccount: 'accounts.create',
  deleteAccount: 'accounts.delete',
}
/** Searches have the text as their argument. */
const SEARCHES = new Set(['searchCities', 'searchAirports'])
/** Names of variables where that of the schema says too little. */
const VARIABLE_NAMES: Readonly<Record<string, string>> = { BatchMonitor: 'batch', DeliveryDetail: 'delivery' }

/** The program; null if the client has no way to make the request: other hosts, forms, lines, no JSON. */
export function clientText(request: SampleRequest, addresses: Addresses): string | null {
  const { path, token, body, isJsonAnswer, method } = request
  const isJson = (body === null || body.value !== undefined) && (isJsonAnswer || method === 'DELETE')
  if (token === null || !path.startsWith('/v2/') || !isJson) return null
  const lines = callLines(request)
  const types = lines.some((line) => line.includes("Schemas['")) ? ', type Schemas' : ''
  return [
    `import { createClient${types} } from '@tripfold/client'`,
    '',
    `const client = createClient(${literalOptions(token, addresses)})`,
    ...lines,
  ].join('\n')
}

function literalOptions(variable: string, { baseUrl, authUrl }: Addresses): string {
  const base = `  baseUrl: ${literal(baseUrl)},`
  if (variable === MEMBER_TOKEN) return ['{', base, `  token: ${VARIABLES}.${MEMBER_TOKEN}!,`, '}'].join('\n')
  const auth = authUrl === baseUrl ? [] : [`  authUrl: ${literal(authUrl)},`]
  const secret = `  clientSecret: ${VARIABLES}.CLIENT_SECRET!,`
  return ['{', base, ...auth, "  clientId: 'YOUR_CLIENT_ID',", secret, '}'].join('\n')
}

function callLines(request: SampleRequest): string[] {
  const { id } = request
  const args = argumentsOf(request)
  const pages = PAGES[id]
  if (pages !== undefined)
    return [
      `for await (const ${variableName(request)} of client.${pages}(${args}))`,
      `  console.log(${variableName(request)})`,
    ]
  const resource = RESOURCES[id]
  if (resource !== undefined) {
    const name = variableName(request) + (request.answer?.endsWith('[]') === true ? 's' : '')
    return [`const ${name} = await client.${resource}(${args})`, `console.log(${name})`]
  }
  const write = WRITES[id]
  if (write !== undefined)
    return [
      `const result = await client.${write}(${args})`,
      'console.log(result.pending ? result.batch : result.resource)',
    ]
  if (id === 'submitSegments')
    return [
      `const { accepted, batchId } = await client.segments.submit(${args})`,
      'console.log(batchId, accepted)',
    ]
  if (id === 'deleteCallback') return [`await client.callbacks.delete(${args})`]
  return sendLines(request)
}

/** The values of the path, then the body or the query. */
function argumentsOf({ id, pathValues, body, query }: SampleRequest): string {
  const values: unknown[] = [...pathValues]
  if (body !== null) values.push(body.value)
  else if (SEARCHES.has(id)) values.push(query['q'])
  else if (Object.keys(query).length > 0) values.push(query)
  return values.map((value) => literal(value)).join(', ')
}

/** A call that the client has no name for. */
function sendLines({ method, path, query, body, answer, isJsonAnswer }: SampleRequest): string[] {
  const call = {
    ...(method === 'GET' ? {} : { method }),
    path,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(body === null ? {} : { body: body.value }),
  }
  const send = `client.send${answer === null ? '' : `<${schemaType(answer)}>`}(${literal(call)})`
  return isJsonAnswer ? [`const { body } = await ${send}`, 'console.log(body)'] : [`await ${send}`]
}

const schemaType = (answer: string): string =>
  `Schemas['${answer.replace('[]', '')}']${answer.endsWith('[]') ? '[]' : ''}`

function variableName({ answer }: SampleRequest): string {
  const name = (answer ?? 'Answer').replace('[]', '')
  return VARIABLE_NAMES[name] ?? name.charAt(0).toLowerCase() + name.slice(1)
}
