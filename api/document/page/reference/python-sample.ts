/** The request of an operation with the Python client (api/client/python). */
import { pythonName } from './client-call.js'
import { literal, PYTHON } from './literal.js'
import type { Addresses } from '../served-address.js'
import { MEMBER_TOKEN } from './sample-request.js'
import type { SampleRequest } from './sample-request.js'

const python = (value: unknown): string => literal(value, '', PYTHON)
const named = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).map(([name, value]) => `${name}=${python(value)}`)

/** The program. */
export function pythonText(request: SampleRequest, addresses: Addresses): string {
  const program = [`client = Client(${clientArguments(request.token, addresses)})`, ...callLines(request)]
  const isWithVariables = program.some((line) => line.includes('os.environ'))
  return [...(isWithVariables ? ['import os', ''] : []), 'from tripfold import Client', '', ...program].join(
    '\n',
  )
}

function clientArguments(caller: SampleRequest['token'], { baseUrl, authUrl }: Addresses): string {
  if (caller === MEMBER_TOKEN) return [python(baseUrl), ...named({ token: `$${MEMBER_TOKEN}` })].join(', ')
  const auth = authUrl === baseUrl ? {} : { auth_url: authUrl }
  const own = caller === null ? {} : { client_id: 'YOUR_CLIENT_ID', client_secret: '$CLIENT_SECRET' }
  const parts = [python(baseUrl), ...named({ ...auth, ...own })]
  return parts.length === 1 ? parts[0]! : `\n${parts.map((part) => `    ${part},\n`).join('')}`
}

function callLines(request: SampleRequest): string[] {
  const { call, id, method } = request
  const asked = `client.${pythonName(id)}(${argumentsOf(request)})`
  switch (call.gives) {
    case 'pages':
    case 'feed':
      return [`for entry in ${asked}:`, '    print(entry)']
    case 'write':
      return [`result = ${asked}`, 'print(result.batch if result.pending else result.resource)']
    case 'batch':
      return [`submitted = ${asked}`, 'print(submitted.batch_id, submitted.accepted)']
    default:
      return [method === 'DELETE' ? asked : `print(${asked})`]
  }
}

/** The values of the path, then the body; those of the query by name. A feed has lines. */
function argumentsOf({ pathValues, body, query, call }: SampleRequest): string {
  const given = call.gives === 'feed' ? [body?.given] : body?.given
  const values = [...pathValues, ...(body === null ? [] : [given])]
  return [...values.map(python), ...named(query)].join(', ')
}
