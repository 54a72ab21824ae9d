/** The OpenAPI document as one HTML page, without scripts and without requests to other hosts. */
import type { Json } from '../json-schema.js'
import { DOCS_STYLE } from './docs-style.js'
import { details, join, table } from './html.js'
import { escape, markdown } from './markdown.js'
import { schemaTable, typeText } from './schema-table.js'

const VERBS = ['get', 'post', 'put', 'patch', 'delete']

interface ShownOperation {
  verb: string
  path: string
  operation: Json
  isWebhook: boolean
}

interface ShownTag {
  name: string
  text: string
  operations: ShownOperation[]
}

const text = (value: unknown): string => escape(String(value))
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const anchor = ({ operation }: ShownOperation): string => String(operation['operationId'])
const verbLabel = (verb: string): string => `<span class="verb ${verb}">${verb.toUpperCase()}</span>`

/** The whole page as HTML. */
export function docsPage(document: Json): string {
  const info = document['info'] as Json
  const title = `${text(info['title'])} API`
  const tags = shownTags(document)
  const schemas = Object.entries((document['components'] as Json)['schemas'] as Record<string, Json>)
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    '<link rel="icon" href="data:,">',
    `<style>${DOCS_STYLE}</style>`,
  ]
  const main = [
    `<h1>${title} <span class="soft">${text(info['version'])}</span></h1>`,
    markdown(String(info['description'])),
    ...tags.map((tag) => tagSection(document, tag)),
    `<section><h2>Schemas</h2>${join(schemas.map(schemaSection))}</section>`,
  ]
  return (
    `<!doctype html><html lang="en"><head>${join(head)}</head><body><div class="frame">` +
    `${navigation(tags, Object.keys(schemas))}<main>${join(main)}</main></div></body></html>`
  )
}

/** The tags that have operations. */
function shownTags(document: Json): ShownTag[] {
  const all = [
    ...operationsOf(document['paths'] as Json, false),
    ...operationsOf(document['webhooks'] as Json, true),
  ]
  return list(document['tags'])
    .map((tag) => ({
      name: String(tag['name']),
      text: String(tag['description']),
      operations: all.filter((one) => (one.operation['tags'] as string[]).includes(String(tag['name']))),
    }))
    .filter((tag) => tag.operations.length > 0)
}

function operationsOf(paths: Json, isWebhook: boolean): ShownOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    VERBS.filter((verb) => (item as Json)[verb] !== undefined).map((verb) => ({
      verb,
      path,
      isWebhook,
      operation: (item as Json)[verb] as Json,
    })),
  )
}

function navigation(tags: ShownTag[], schemas: string[]): string {
  const group = (name: string, links: string[]): string =>
    `<h2>${text(name)}</h2><ul>${join(links.map((link) => `<li>${link}</li>`))}</ul>`
  const groups = tags.map(({ name, operations }) =>
    group(
      name,
      operations.map((one) => `<a href="#${anchor(one)}">${verbLabel(one.verb)} ${escape(one.path)}</a>`),
    ),
  )
  const schemaLinks = schemas.map((name) => `<a href="#schema-${escape(name)}">${escape(name)}</a>`)
  return (
    '<nav aria-label="Endpoints"><a href="/openapi.json">openapi.json</a>' +
    `${join(groups)}${group('Schemas', schemaLinks)}</nav>`
  )
}

function tagSection(document: Json, tag: ShownTag): string {
  const heading = `<h2 id="tag-${escape(tag.name)}">${escape(tag.name)}</h2><p>${escape(tag.text)}</p>`
  const operations = tag.operations.map((one) => operationSection(document, one))
  return `<section>${heading}${join(operations)}</section>`
}

function schemaSection([name, schema]: [string, Json]): string {
  const description = text(schema['description'] ?? '')
  return details(
    `<h3>${escape(name)}</h3> <span class="soft">${description}</span>`,
    `<div class="body">${schemaTable(schema)}</div>`,
    ` class="op" id="schema-${escape(name)}"`,
  )
}

function operationSection(document: Json, one: ShownOperation): string {
  const { operation } = one
  const path = `<code${operation['deprecated'] === true ? ' class="gone"' : ''}>${escape(one.path)}</code>`
  const body = [
    markdown(String(operation['description'])),
    `<p class="soft">${credentialsText(operation, one.isWebhook)}</p>`,
    parameterTable(document, operation),
    bodySection(document, operation),
    '<h4>Responses</h4>',
    responseSections(document, operation),
  ]
  return details(
    `${verbLabel(one.verb)} ${path} <h3>${text(operation['summary'])}</h3>`,
    `<div class="body">${join(body)}</div>`,
    ` class="op" id="${anchor(one)}"`,
  )
}

const CREDENTIALS: Record<string, string> = {
  memberToken: "a member's access token",
  appToken: "the application's own token",
  'clientId and clientSecret': 'client_id and client_secret headers',
  calendarAddress: 'the secret of a calendar address',
}

function credentialsText(operation: Json, isWebhook: boolean): string {
  if (isWebhook) return 'Sent by the service to your webhook URL.'
  const ways = list(operation['security'])
  const accepted = [...new Set(ways.map((way) => Object.keys(way).join(' and ')))]
  if (accepted.length === 0) return 'Open: needs no credential.'
  const scopes = ways.flatMap((way) => (way['memberToken'] ?? []) as string[])
  const scopeText = scopes.length === 0 ? '' : ` with the scope ${scopes.join(' or ')}`
  const texts = accepted.map((way) => (CREDENTIALS[way] ?? way) + (way === 'memberToken' ? scopeText : ''))
  return `Needs ${texts.join(', or ')}.`
}

function parameterTable(document: Json, operation: Json): string {
  const parameters = list(operation['parameters']).map((parameter) => resolve(document, parameter))
  if (parameters.length === 0) return ''
  const rows = parameters.map((parameter) => [
    `<code>${text(parameter['name'])}</code>${parameter['required'] === true ? ' *' : ''}`,
    text(parameter['in']),
    typeText(parameter['schema'] as Json),
    markdown(String(parameter['description'])),
  ])
  return `<h4>Parameters</h4>${table(['Name', 'In', 'Type', 'Meaning'], rows)}`
}

function bodySection(document: Json, operation: Json): string {
  const body = operation['requestBody']
  return body === undefined ? '' : `<h4>Body</h4>${contentText(document, resolve(document, body as Json))}`
}

function responseSections(document: Json, operation: Json): string {
  const responses = Object.entries(operation['responses'] as Record<string, Json>)
  return join(
    responses.map(([status, reference]) => {
      const response = resolve(document, reference)
      const title = `<strong>${escape(status)}</strong> ${text(response['description'])}`
      const content = contentText(document, response)
      return content === '' ? `<p>${title}</p>` : details(title, content)
    }),
  )
}

/** The media types of a body or response, each with its schema and examples. */
function contentText(document: Json, holder: Json): string {
  const media = Object.entries((holder['content'] ?? {}) as Record<string, Json>)
  return join(
    media.map(([type, { schema, examples = {} }]) => {
      const head = `<p><code>${escape(type)}</code> ${typeText(schema as Json)}</p>`
      if (type === 'application/problem+json') return head
      const values = Object.values(examples as Record<string, Json>)
      return head + join(values.map((example) => exampleText(resolve(document, example)['value'])))
    }),
  )
}

const exampleText = (value: unknown): string =>
  `<pre tabindex="0"><code>${escape(JSON.stringify(value, null, 2))}</code></pre>`

/** Follows a `$ref` within the document. */
function resolve(document: Json, value: Json): Json {
  const ref = value['$ref']
  if (typeof ref !== 'string') return value
  let found: unknown = document
  for (const part of ref.split('/').slice(1)) found = (found as Json)[part]
  return found as Json
}
