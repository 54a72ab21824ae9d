/** The request of an operation with the client package (api/client). */
import { literal, VARIABLES } from './literal.js'
import { MEMBER_TOKEN } from './sample-request.js'
import type { Addresses, SampleRequest } from './sample-request.js'

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
  const { call, id, answer, method } = request
  if (call === null) return sendLines(request)
  const asked = `client.${call.name}(${argumentsOf(request)})`
  const name = variableName(request)
  if (call.gives === 'pages') return [`for await (const ${name} of ${asked})`, `  console.log(${name})`]
  if (call.gives === 'write')
    return [`const result = await ${asked}`, 'console.log(result.pending ? result.batch : result.resource)']
  if (id === 'submitSegments')
    return [`const { accepted, batchId } = await ${asked}`, 'console.log(batchId, accepted)']
  if (method === 'DELETE') return [`await ${asked}`]
  const shown = name + (answer?.endsWith('[]') === true ? 's' : '')
  return [`const ${shown} = await ${asked}`, `console.log(${shown})`]
}

/** The values of the path, then the body or the query. */
function argumentsOf({ pathValues, body, query }: SampleRequest): string {
  const values: unknown[] = [...pathValues]
  if (body !== null) values.push(body.value)
  // Searches have the text as their argument.
  else if (query['q'] !== undefined) values.push(query['q'])
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
