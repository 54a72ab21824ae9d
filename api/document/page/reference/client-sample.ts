/** The request of an operation with the client package (api/client). */
import { literal, VARIABLES } from './literal.js'
import type { Addresses } from '../served-address.js'
import { MEMBER_TOKEN } from './sample-request.js'
import type { SampleRequest } from './sample-request.js'

/** Names of variables where that of the schema says too little. */
const VARIABLE_NAMES: Readonly<Record<string, string>> = { BatchMonitor: 'batch', DeliveryDetail: 'delivery' }

/** The program. */
export function clientText(request: SampleRequest, addresses: Addresses): string {
  return [
    "import { createClient } from '@tripfold/client'",
    '',
    `const client = createClient(${literalOptions(request.token, addresses)})`,
    ...callLines(request),
  ].join('\n')
}

function literalOptions(variable: SampleRequest['token'], { baseUrl, authUrl }: Addresses): string {
  const base = `  baseUrl: ${literal(baseUrl)},`
  if (variable === MEMBER_TOKEN) return ['{', base, `  token: ${VARIABLES}.${MEMBER_TOKEN}!,`, '}'].join('\n')
  const auth = authUrl === baseUrl ? [] : [`  authUrl: ${literal(authUrl)},`]
  const secret = `  clientSecret: ${VARIABLES}.CLIENT_SECRET!,`
  const credentials = variable === null ? [] : ["  clientId: 'YOUR_CLIENT_ID',", secret]
  return ['{', base, ...auth, ...credentials, '}'].join('\n')
}

function callLines(request: SampleRequest): string[] {
  const { call, answer, method } = request
  const asked = `client.${call.name}(${argumentsOf(request)})`
  const name = variableName(request)
  const shown = name + (answer?.endsWith('[]') === true ? 's' : '')
  switch (call.gives) {
    case 'pages':
      return [`for await (const ${name} of ${asked})`, `  console.log(${name})`]
    case 'feed':
      return [`for await (const answer of ${asked})`, '  console.log(answer)']
    case 'write':
      return [`const result = await ${asked}`, 'console.log(result.pending ? result.batch : result.resource)']
    case 'batch':
      return [`const { accepted, batchId } = await ${asked}`, 'console.log(batchId, accepted)']
    case 'address':
      return [`console.log(${asked})`]
    default:
      return method === 'DELETE'
        ? [`await ${asked}`]
        : [`const ${shown} = await ${asked}`, `console.log(${shown})`]
  }
}

/** The values of the path, then the body, then the query. A feed has lines. */
function argumentsOf({ pathValues, body, query, call }: SampleRequest): string {
  const values: unknown[] = [...pathValues]
  if (body !== null) values.push(call.gives === 'feed' ? [body.given] : body.given)
  if (Object.keys(query).length > 0) values.push(query)
  return values.map((value) => literal(value)).join(', ')
}

function variableName({ answer }: SampleRequest): string {
  const name = (answer ?? 'Answer').replace('[]', '')
  return VARIABLE_NAMES[name] ?? name.charAt(0).toLowerCase() + name.slice(1)
}
