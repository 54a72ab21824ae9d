/** The request of an operation as curl, Node, TypeScript and Python. */
import type { Json } from '../../json-schema.js'
import type { CodeSample } from '../code-block.js'
import type { Addresses } from '../served-address.js'
import { clientText } from './client-sample.js'
import { literal, VARIABLES } from './literal.js'
import type { ShownOperation } from './operations.js'
import { pythonText } from './python-sample.js'
import { sampleRequest } from './sample-request.js'
import type { SampleBody, SampleRequest } from './sample-request.js'

/** The samples of an operation. */
export function requestSamples(document: Json, shown: ShownOperation, addresses: Addresses): CodeSample[] {
  const request = sampleRequest(document, shown, addresses)
  return [
    { label: 'curl', text: curlText(request) },
    { label: 'Node', text: nodeText(request) },
    { label: 'TypeScript', text: clientText(request, addresses) },
    { label: 'Python', text: pythonText(request, addresses) },
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

function fetchText(request: SampleRequest): string {
  const { method, url, body } = request
  const headers = headersOf(request)
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0
      ? []
      : [
          '  headers: {',
          ...headers.map(([name, value]) => `    ${headerName(name)}: ${textOf(value)},`),
          '  },',
        ]),
    ...(body === null ? [] : [`  body: ${bodyText(body)},`]),
  ]
  const options = lines.length === 0 ? '' : `, {\n${lines.join('\n')}\n}`
  return `await fetch('${url}'${options})`
}

const headerName = (name: string): string => (name.includes('-') ? `'${name}'` : name)

/** A text whose variables are those of the reader's program. */
function textOf(text: string): string {
  if (text.includes('$')) return `\`${text.replaceAll(/\$(\w+)/g, `\${${VARIABLES}.$1}`)}\``
  return text.includes('\n') ? `\`${text}\`` : `'${text}'`
}

const bodyText = ({ text, value }: SampleBody): string =>
  value === undefined ? textOf(text) : `JSON.stringify(${literal(value, '  ')})`

function nodeText(request: SampleRequest): string {
  const answer = request.isJsonAnswer ? 'await response.json()' : 'await response.text()'
  return `const response = ${fetchText(request)}\nconsole.log(response.status, ${answer})`
}
