/** The request of an operation as curl, and with the clients for TypeScript and Python. */
import type { Json } from '../../json-schema.js'
import type { CodeSample } from '../code-block.js'
import type { Addresses } from '../served-address.js'
import { clientText } from './client-sample.js'
import type { ShownOperation } from './operations.js'
import { pythonText } from './python-sample.js'
import { sampleRequest } from './sample-request.js'
import type { SampleBody, SampleRequest } from './sample-request.js'

/** The samples of an operation. */
export function requestSamples(document: Json, shown: ShownOperation, addresses: Addresses): CodeSample[] {
  const request = sampleRequest(document, shown, addresses)
  return [
    { label: 'curl', language: 'sh', text: curlText(request) },
    { label: 'TypeScript', language: 'ts', text: clientText(request, addresses) },
    { label: 'Python', language: 'python', text: pythonText(request, addresses) },
  ]
}

function headersOf({ token, body }: SampleRequest): Array<[name: string, value: string]> {
  return [
    ...(token === null ? [] : [['Authorization', `Bearer $${token}`] as [string, string]]),
    ...(body === null ? [] : [['Content-Type', body.type] as [string, string]]),
  ]
}

function curlText(request: SampleRequest): string {
  const { method, url, body } = request
  const lines = [
    `curl -sS ${method === 'GET' || (method === 'POST' && body !== null) ? '' : `-X ${method} `}"${url}"`,
    ...headersOf(request).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** The shell replaces variables in double quotes only. */
const quoted = ({ text, value }: SampleBody): string =>
  value === undefined && text.includes('$') ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`
