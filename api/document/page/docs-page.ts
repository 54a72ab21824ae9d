/** The document as one page: no script, nothing fetched. */
import { DOCS_STYLE } from './docs-style.js'
import { escape, markdown } from './markdown.js'
import { schemaTable, typeText } from './schema-table.js'

type Json = Record<string, unknown>

const VERBS = ['get', 'post', 'put', 'patch', 'delete']

interface ShownOperation {
  verb: string
  path: string
  operation: Json
  isWebhook: boolean
}

const code = (value: unknown): string =>
  `<pre tabindex="0"><code>${escape(JSON.stringify(value, null, 2))}</code></pre>`
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

/** Looks a `$ref` of this document up. */
function resolve(document: Json, value: Json): Json {
  const ref = value['$ref']
  if (typeof ref !== 'string') return value
  let found: unknown = document
  for (const part of ref.split('/').slice(1)) found = (found as Json)[part]
  return found as Json
}

/** The whole page as HTML. */
export function docsPage(document: Json): string {
  const shown = [...collect(document['paths'] as Json, false), ...collect(document['webhooks'] as Json, true)]
  const info = document['info'] as Json
  const tags = list(document['tags'])
    .map((tag) => ({
      name: String(tag['name']),
      text: String(tag['description']),
      shown: shown.filter((one) => (one.operation['tags'] as string[]).includes(String(tag['name']))),
    }))
    .filter((tag) => tag.shown.length > 0)
  const schemas = Object.entries((document['components'] as Json)['schemas'] as Record<string, Json>)
  const nav = tags
    .map(
      (tag) =>
        `<h2>${escape(tag.name)}</h2><ul>${tag.shown.map((one) => `<li><a href="#${anchor(one)}"><span class="verb ${one.verb}">${one.verb.toUpperCase()}</span> ${escape(one.path)}</a></li>`).join('')}</ul>`,
    )
    .join('')
  const body = tags
    .map(
      (tag) =>
        `<section><h2 id="tag-${escape(tag.name)}">${escape(tag.name)}</h2><p>${escape(tag.text)}</p>${tag.shown.map((one) => section(document, one)).join('')}</section>`,
    )
    .join('')
  const shapes = schemas
    .map(
      ([name, schema]) =>
        `<details class="op" id="schema-${escape(name)}"><summary><h3>${escape(name)}</h3> <span class="soft">${escape(String(schema['description'] ?? ''))}</span></summary><div class="body">${schemaTable(schema)}</div></details>`,
    )
    .join('')
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${escape(String(info['title']))} API</title><link rel="icon" href="data:,"><style>${DOCS_STYLE}</style></head>` +
    `<body><div class="frame"><nav aria-label="Endpoints"><a href="/openapi.json">openapi.json</a>${nav}<h2>Schemas</h2><ul>${schemas.map(([name]) => `<li><a href="#schema-${escape(name)}">${escape(name)}</a></li>`).join('')}</ul></nav>` +
    `<main><h1>${escape(String(info['title']))} API <span class="soft">${escape(String(info['version']))}</span></h1>${markdown(String(info['description']))}${body}<section><h2>Schemas</h2>${shapes}</section></main></div></body></html>`
  )
}

function collect(paths: Json, isWebhook: boolean): ShownOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    VERBS.filter((verb) => (item as Json)[verb] !== undefined).map((verb) => ({
      verb,
      path,
      isWebhook,
      operation: (item as Json)[verb] as Json,
    })),
  )
}

const anchor = (one: ShownOperation): string => String(one.operation['operationId'])

function section(document: Json, one: ShownOperation): string {
  const { operation } = one
  const gone = operation['deprecated'] === true
  return (
    `<details class="op" id="${anchor(one)}"><summary><span class="verb ${one.verb}">${one.verb.toUpperCase()}</span> <code${gone ? ' class="gone"' : ''}>${escape(one.path)}</code> <h3>${escape(String(operation['summary']))}</h3></summary>` +
    `<div class="body">${markdown(String(operation['description']))}<p class="soft">${security(operation, one.isWebhook)}</p>${parameters(document, operation)}${request(document, operation)}<h4>Answers</h4>${answers(document, operation)}</div></details>`
  )
}

function security(operation: Json, hook: boolean): string {
  if (hook) return 'Sent by the service to your webhook address.'
  const ways = list(operation['security']).map((way) => Object.keys(way).join(' and '))
  const words: Record<string, string> = {
    memberToken: "a member's access token",
    appToken: "the application's own token",
    'clientId and clientSecret': 'client_id and client_secret headers',
    calendarAddress: 'the secret of a calendar address',
  }
  return ways.length === 0
    ? 'Open to everybody.'
    : `Needs ${ways.map((way) => words[way] ?? way).join(', or ')}.`
}

function parameters(document: Json, operation: Json): string {
  const rows = list(operation['parameters']).map((parameter) => resolve(document, parameter))
  if (rows.length === 0) return ''
  return `<h4>Parameters</h4><div class="wide"><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows
    .map(
      (row) =>
        `<tr><td><code>${escape(String(row['name']))}</code>${row['required'] === true ? ' *' : ''}</td><td>${escape(String(row['in']))}</td><td>${typeText(row['schema'] as Json)}</td><td>${markdown(String(row['description']))}</td></tr>`,
    )
    .join('')}</tbody></table></div>`
}

function contents(document: Json, holder: Json): string {
  return Object.entries((holder['content'] ?? {}) as Record<string, Json>)
    .map(([type, media]) => {
      const examples = Object.values((media['examples'] ?? {}) as Record<string, Json>).map((example) =>
        resolve(document, example),
      )
      return `<p><code>${escape(type)}</code> ${typeText(media['schema'] as Json)}</p>${type === 'application/problem+json' ? '' : examples.map((example) => code(example['value'])).join('')}`
    })
    .join('')
}

function request(document: Json, operation: Json): string {
  return operation['requestBody'] === undefined
    ? ''
    : `<h4>Body</h4>${contents(document, operation['requestBody'] as Json)}`
}

function answers(document: Json, operation: Json): string {
  return Object.entries(operation['responses'] as Record<string, Json>)
    .map(([status, said]) => {
      const answer = resolve(document, said)
      const held = contents(document, answer)
      const title = `<strong>${escape(status)}</strong> ${escape(String(answer['description']))}`
      return held === '' ? `<p>${title}</p>` : `<details><summary>${title}</summary>${held}</details>`
    })
    .join('')
}
