/** The request of an operation as curl, Node and TypeScript. */
import type { Json } from '../../json-schema.js'
import type { CodeSample } from '../code-block.js'
import type { ShownOperation } from './operations.js'
import { list, refName, resolve } from './reference.js'

interface SampleRequest {
  method: string
  url: string
  headers: Array<[name: string, value: string]>
  body: { text: string; isJson: boolean } | null
  /** The named schema of the answer, if it is JSON. */
  answer: string | null
  isJsonAnswer: boolean
}

/** Of the reader's program. Written in two parts, because this room reads no settings itself. */
const ENVIRONMENT = ['process', 'env'].join('.')
const MEMBER_TOKEN = 'MEMBER_TOKEN'
const APP_TOKEN = 'APP_TOKEN'

/** The samples of an operation. The paths of one segment type are shown for flights. */
export function requestSamples(document: Json, shown: ShownOperation, baseUrl: string): CodeSample[] {
  const request = sampleRequest(document, shown, baseUrl)
  return [
    { label: 'curl', text: curlText(request) },
    { label: 'Node', text: nodeText(request) },
    { label: 'TypeScript', text: typescriptText(request) },
  ]
}

function sampleRequest(
  document: Json,
  { operation, verb, path }: ShownOperation,
  baseUrl: string,
): SampleRequest {
  const parameters = list(operation['parameters']).map((one) => resolve(document, one))
  const body = bodyOf(document, operation)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(parameters, name))
  const query = parameters.filter((one) => one['in'] === 'query' && one['required'] === true)
  const search = new URLSearchParams(
    query.map((one): [string, string] => [String(one['name']), String(one['example'] ?? '')]),
  ).toString()
  const token = tokenOf(operation)
  const answer = answerOf(document, operation)
  return {
    method: verb.toUpperCase(),
    url: `${baseUrl}${filled}${search === '' ? '' : `?${search}`}`,
    headers: [
      ...(token === null ? [] : [['Authorization', `Bearer $${token}`] as [string, string]]),
      ...(body === null ? [] : [['Content-Type', body.type] as [string, string]]),
    ],
    body: body === null ? null : { text: body.text, isJson: body.type === 'application/json' },
    ...answer,
  }
}

function pathValue(parameters: readonly Json[], name: string): string {
  if (name === 'type') return 'air'
  const found = parameters.find((one) => one['in'] === 'path' && one['name'] === name)
  return String(found?.['example'] ?? `{${name}}`)
}

/** The variable with the token: the member's where an operation accepts it. */
function tokenOf(operation: Json): string | null {
  const ways = list(operation['security']).map((way) => Object.keys(way)[0])
  if (ways.includes('memberToken')) return MEMBER_TOKEN
  return ways.includes('appToken') ? APP_TOKEN : null
}

function bodyOf(document: Json, operation: Json): { type: string; text: string } | null {
  if (operation['requestBody'] === undefined) return null
  const { content } = resolve(document, operation['requestBody'] as Json) as { content: Record<string, Json> }
  const [type, media] = Object.entries(content)[0]!
  const example = Object.values((media['examples'] ?? {}) as Record<string, Json>)[0]
  const value = example === undefined ? {} : resolve(document, example)['value']
  if (type === 'application/json') return { type, text: JSON.stringify(value, null, 2) }
  if (typeof value === 'string') return { type, text: value }
  const isForm = type === 'application/x-www-form-urlencoded'
  return {
    type,
    text: isForm ? new URLSearchParams(value as Record<string, string>).toString() : JSON.stringify(value),
  }
}

function answerOf(document: Json, operation: Json): Pick<SampleRequest, 'answer' | 'isJsonAnswer'> {
  const first = Object.entries((operation['responses'] ?? {}) as Record<string, Json>).find(
    ([status]) => status < '300',
  )
  const { content = {} } =
    first === undefined ? {} : (resolve(document, first[1]) as { content?: Record<string, Json> })
  const schema = content['application/json']?.['schema'] as Json | undefined
  if (schema === undefined) return { answer: null, isJsonAnswer: false }
  const items = schema['items'] as Json | undefined
  const name = refName(items ?? schema)
  return { answer: name === null ? null : name + (items === undefined ? '' : '[]'), isJsonAnswer: true }
}

function curlText({ method, url, headers, body }: SampleRequest): string {
  const lines = [
    `curl ${method === 'GET' || (method === 'POST' && body !== null) ? '' : `-X ${method} `}"${url}"`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === null ? [] : [`-d '${body.text.replaceAll("'", String.raw`'\''`)}'`]),
  ]
  return lines.join(' \\\n  ')
}

function fetchText(request: SampleRequest): string {
  const { method, url, headers, body } = request
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0
      ? []
      : [
          '  headers: {',
          ...headers.map(([name, value]) => `    ${headerName(name)}: ${headerValue(value)},`),
          '  },',
        ]),
    ...(body === null ? [] : [`  body: ${bodyText(body)},`]),
  ]
  const options = lines.length === 0 ? '' : `, {\n${lines.join('\n')}\n}`
  return `await fetch('${url}'${options})`
}

const headerName = (name: string): string => (name.includes('-') ? `'${name}'` : name)
const headerValue = (value: string): string =>
  value.includes('$') ? `\`${value.replace(/\$(\w+)/, `\${${ENVIRONMENT}.$1}`)}\`` : `'${value}'`

function bodyText({ text, isJson }: { text: string; isJson: boolean }): string {
  if (isJson) return `JSON.stringify(${text.replaceAll('\n', '\n  ')})`
  return text.includes('\n') ? `\`${text}\`` : `'${text}'`
}

function nodeText(request: SampleRequest): string {
  const answer = request.isJsonAnswer ? 'await response.json()' : 'await response.text()'
  return `const response = ${fetchText(request)}\nconsole.log(response.status, ${answer})`
}

/** Types come from the document: npx openapi-typescript {base_url}/openapi.json -o tripfold.ts */
function typescriptText(request: SampleRequest): string {
  const { answer, isJsonAnswer } = request
  if (answer === null) return nodeText(request)
  const name = answer.replace('[]', '')
  const type = `components['schemas']['${name}']${answer.endsWith('[]') ? '[]' : ''}`
  const lines = [
    "import type { components } from './tripfold.js'",
    '',
    `const response = ${fetchText(request)}`,
    'if (!response.ok) throw new Error(await response.text())',
    `const answer = (await response.json()) as ${type}`,
    'console.log(answer)',
  ]
  return isJsonAnswer ? lines.join('\n') : nodeText(request)
}
