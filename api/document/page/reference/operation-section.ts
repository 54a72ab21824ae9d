/** One operation of the reference: what it does, its request and its answers. */
import { ERROR_STATUS } from '../../../../schemas/base/errors.js'
import type { Json } from '../../json-schema.js'
import { codeBlock, codeTabs } from '../code-block.js'
import type { PageCounter } from '../code-block.js'
import { code, details, escape, heading, join, pathCode, table } from '../html.js'
import { inlineMarkdown, markdown } from '../markdown.js'
import { valuesOf, valuesText } from './enumerations.js'
import { FIELDS_CLASS, REQUIRED, fieldCount, fieldTable, isExpanded, sinceText } from './field-table.js'
import type { ShownOperation } from './operations.js'
import { alternatives, flat, list, objectIn, refName, resolve } from './reference.js'
import type { Reference } from './reference.js'
import type { Addresses } from '../served-address.js'
import { requestSamples } from './samples.js'
import { formText, typeText } from './type-text.js'

export interface OperationOptions {
  counter: PageCounter
  /** The named schemas whose fields the page has shown: shown again, they are closed. */
  shownFields: Set<string>
  addresses: Addresses
}

/** The section of an operation. Its errors are links to the table of the page. */
export function operationSection(
  reference: Reference,
  shown: ShownOperation,
  options: OperationOptions,
): string {
  const { operation, id, verb, path } = shown
  const gone = operation['deprecated'] === true ? ' <span class="badge plain">deprecated</span>' : ''
  const parts = [
    heading(3, escape(shown.title), id),
    `<div><p class="route"><span class="verb ${verb}">${verb.toUpperCase()}</span> ${pathCode(path)}${gone}</p>`,
    markdown(String(operation['description']), options),
    `<p class="soft">${credentialsText(reference, operation)}</p></div><div class="examples">`,
    requestExamples(codeTabs(requestSamples(reference.document, shown, options.addresses), options.counter)),
    tryButton(shown),
    answerExample(reference, operation, options.counter),
    `</div><details class="part"><summary>${partsOf(operation)}</summary>`,
    parameterTable(reference, shown),
    bodySection(reference, shown, options),
    responseSections(reference, shown, options),
    errorLine(reference, operation),
    '</details>',
  ]
  return `<section class="op" data-fold>${join(parts)}</section>`
}

/** Without a summary on a wide screen; the script folds it on a narrow one. */
const requestExamples = (tabs: string): string => details('Request', tabs, ' class="request" open')

/** The button of requests that a page can send: with JSON or no body, to the API itself. */
function tryButton({ id, path, operation }: ShownOperation): string {
  const { content = null } = (operation['requestBody'] ?? {}) as { content?: Json | null }
  const isSendable = content === null || 'application/json' in content
  if (!isSendable || path.startsWith('/oauth/')) return ''
  return `<p class="try" hidden data-script><button type="button" data-try="${escape(id)}">Try it</button></p>`
}

/** The summary of the collapsed part. */
function partsOf({ parameters, requestBody }: Json): string {
  const own = [
    ...(parameters === undefined ? [] : ['parameters']),
    ...(requestBody === undefined ? [] : ['body']),
  ]
  const text = [...own, 'answers and errors'].join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const CREDENTIALS: Record<string, string> = {
  memberToken: 'an access token of a member',
  appToken: 'a token of the application',
  'clientId and clientSecret': '<code>client_id</code> and <code>client_secret</code> headers',
  calendarAddress: 'the secret of a calendar address',
}

function credentialsText(reference: Reference, operation: Json): string {
  const ways = list(operation['security'])
  const accepted = [...new Set(ways.map((way) => Object.keys(way).join(' and ')))]
  if (accepted.length === 0)
    return isClientForm(reference, operation)
      ? 'Needs the id and the secret of the application, in the form or as HTTP Basic.'
      : 'Public: needs no credential.'
  const scopes = ways.flatMap((way) => (way['memberToken'] ?? []) as string[])
  const links = scopes.map(
    (scope) => `<a href="/docs/reference/oauth#scope.${scope}"><code>${scope}</code></a>`,
  )
  const scopeText = scopes.length === 0 ? '' : ` with the scope ${links.join(' or ')}`
  const texts = accepted.map((way) => (CREDENTIALS[way] ?? way) + (way === 'memberToken' ? scopeText : ''))
  return `Needs ${texts.join(', or ')}.`
}

/** Whether the body is a form in which the client authenticates itself. */
function isClientForm({ document }: Reference, { requestBody = {} }: Json): boolean {
  const { content = {} } = resolve(document, requestBody as Json) as { content?: Record<string, Json> }
  return Object.values(content).some(
    ({ schema }) => (flat(document, schema as Json)['properties'] as Json)['client_secret'] !== undefined,
  )
}

function parameterTable(reference: Reference, { id, operation }: ShownOperation): string {
  const parameters = list(operation['parameters']).map((parameter) => resolve(reference.document, parameter))
  if (parameters.length === 0) return ''
  const rows = parameters.map((parameter) => {
    const schema = parameter['schema'] as Json
    const name = String(parameter['name'])
    const form = formText(reference, schema)
    const values = valuesOf(schema)
    const { example } = parameter
    return {
      id: `${id}.${name}`,
      cells: [
        `<a class="f" href="#${escape(id)}.${escape(name)}">${escape(name)}</a>${parameter['required'] === true ? REQUIRED : ''}${sinceText(schema)}<br><small>${escape(String(parameter['in']))}</small>`,
        typeText(reference, schema) + (form === '' ? '' : `<br><small>${form}</small>`),
        inlineMarkdown(String(parameter['description'])) + (values === null ? '' : ` ${valuesText(values)}`),
        example === undefined ? '' : code(Array.isArray(example) ? example.join(',') : example),
      ],
    }
  })
  return `<h4>Parameters</h4>${table(['Name', 'Type and form', 'Meaning', 'Example'], rows, FIELDS_CLASS)}`
}

function bodySection(reference: Reference, shown: ShownOperation, options: OperationOptions): string {
  const holder = shown.operation['requestBody']
  if (holder === undefined) return ''
  const body = resolve(reference.document, holder as Json)
  const content = (body['content'] ?? {}) as Record<string, Json>
  const types = Object.keys(content).map(code).join(' or ')
  const description =
    body['description'] === undefined ? '' : ` ${inlineMarkdown(String(body['description']))}`
  const media = Object.values(content)[0]!
  return `<h4 id="${escape(shown.id)}.body">Body</h4><p>${types}.${description}</p>${fieldsText(reference, media, { id: `${shown.id}.body`, options })}`
}

/** The body of an operation on a single segment is one of several: this, and others like it. */
const SINGLE = 'SingleAir'

/** The body of an operation on a single segment: the fields of the raw segment, some of which mean more here. */
function singleBody(reference: Reference, id: string): string {
  const schemas = (reference.document['components'] as Json)['schemas'] as Record<string, Json>
  const { SingleSegmentFields: own } = schemas
  const table = own === undefined ? '' : fieldTable(reference, own, { id, example: undefined, isSent: true })
  return `<p>The raw segment itself: the fields of its type, see the <a href="#types">table of types</a>. A type in the path says which, and a segment that is sent alone may have:</p>${table}`
}

interface FieldsPlace {
  /** Anchors of the fields begin with it. */
  id: string
  options: OperationOptions
}

/** The fields of a body: a table, or a link to the table of the named schema. */
function fieldsText(reference: Reference, { schema, examples }: Json, { id, options }: FieldsPlace): string {
  if (schema === undefined) return ''
  const parts = alternatives(resolve(reference.document, schema as Json))
  if (parts.some((part) => refName(part) === SINGLE)) return singleBody(reference, id)
  if (parts.length > 1 && objectIn(reference.document, schema as Json).name === null)
    return variantsText(reference, parts, id)
  const inner = objectIn(reference.document, schema as Json)
  const type = typeText(reference, schema as Json)
  if (!isExpanded(reference, schema as Json)) return SAYS_NOTHING.has(type) ? '' : `<p>${type}</p>`
  const first = Object.values((examples ?? {}) as Record<string, Json>)[0]
  const value = first === undefined ? undefined : resolve(reference.document, first)['value']
  const example = inner.isList && Array.isArray(value) ? (value as unknown[])[0] : value
  const fields = fieldTable(reference, inner.schema, { id, example, isSent: id.endsWith('.body') })
  if (inner.name === null) return (inner.isList ? `<p>${type}:</p>` : '') + fields
  const isRepeated = options.shownFields.has(inner.name)
  options.shownFields.add(inner.name)
  return isRepeated
    ? `<p>${type}</p>${details('Fields', fields, ' class="example"')}`
    : `<p>${type}:</p>${fields}`
}

/** Types of answers without fields: the description and the example say more. */
const SAYS_NOTHING = new Set(['', 'object', 'string'])

/** The forms that one body may have: a table for each that has no section of its own. */
function variantsText(reference: Reference, parts: readonly Json[], id: string): string {
  const isUnnamed = parts.every((part) => refName(part) === null && fieldCount(part) > 0)
  if (!isUnnamed) return `<p>${parts.map((part) => typeText(reference, part)).join(' or ')}.</p>`
  const tables = parts.map(
    (part, at) =>
      `<p>${inlineMarkdown(String(part['description'] ?? ''))}</p>` +
      fieldTable(reference, part, {
        id: `${id}.${String(at + 1)}`,
        example: undefined,
        isSent: id.endsWith('.body'),
      }),
  )
  return join(tables)
}

function responseSections(reference: Reference, shown: ShownOperation, options: OperationOptions): string {
  const responses = Object.entries(shown.operation['responses'] as Record<string, Json>)
  const own = responses.filter(([status]) => status < '400')
  return `<h4 id="${escape(shown.id)}.answers">Answers</h4>${join(own.map(([status, reply]) => responseSection(reference, { status, reply, shown }, options)))}`
}

function responseSection(
  reference: Reference,
  { status, reply, shown }: { status: string; reply: Json; shown: ShownOperation },
  options: OperationOptions,
): string {
  const response = resolve(reference.document, reply)
  const id = `${shown.id}.${status}`
  const [type, media] = Object.entries((response['content'] ?? {}) as Record<string, Json>)[0] ?? ['', {}]
  const shownType = type === '' || type === 'application/json' ? '' : ` As ${code(type)}.`
  return [
    `<p id="${escape(id)}"><strong>${escape(status)}</strong> ${inlineMarkdown(String(response['description']))}${shownType}${headersText(response)}</p>`,
    type === '' ? '' : fieldsText(reference, media, { id, options }),
  ].join('')
}

const COMMON_HEADERS = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy'])

function headersText(response: Json): string {
  const names = Object.keys((response['headers'] ?? {}) as Json).filter((name) => !COMMON_HEADERS.has(name))
  const links = names.map(
    (name) => `<a href="/docs/reference/requests#header.${name}"><code>${name}</code></a>`,
  )
  return names.length === 0 ? '' : ` With ${links.join(', ')}.`
}

/** The first example of a successful answer. */
function answerExample({ document }: Reference, { responses }: Json, counter: PageCounter): string {
  for (const [status, reply] of Object.entries(responses as Record<string, Json>)) {
    const content = (resolve(document, reply)['content'] ?? {}) as Record<string, Json>
    const [example] = Object.values((Object.values(content)[0]?.['examples'] ?? {}) as Record<string, Json>)
    if (status < '400' && example !== undefined)
      return exampleText(`Answer ${status}`, resolve(document, example)['value'], counter)
  }
  return ''
}

function exampleText(title: string, value: unknown, counter: PageCounter): string {
  const [text, language] = typeof value === 'string' ? [value, ''] : [JSON.stringify(value, null, 2), 'json']
  return details(title, codeBlock(text, counter, { label: 'the example', language }), ' class="example"')
}

function errorLine(reference: Reference, operation: Json): string {
  const errors = pageErrors(reference, [operation])
  if (errors.length === 0) return ''
  const links = errors.map(
    ({ id, status, code: name }) => `<a href="#${id}">${status} <code>${name}</code></a>`,
  )
  return `<p class="errors-of"><strong>Errors</strong> ${links.join(', ')}</p>`
}

export interface PageError {
  id: string
  status: string
  code: string
  descriptions: string[]
}

/** The errors of some operations, each status and code once. */
export function pageErrors(reference: Reference, operations: readonly Json[]): PageError[] {
  const found = new Map<string, PageError>()
  for (const operation of operations) {
    for (const [status, reply] of Object.entries((operation['responses'] ?? {}) as Record<string, Json>)) {
      if (status < '400') continue
      for (const [name, description] of errorsIn(reference, resolve(reference.document, reply))) {
        const id = `error-${status}-${name}`
        const error = found.get(id) ?? { id, status, code: name, descriptions: [] }
        if (!error.descriptions.includes(description)) error.descriptions.push(description)
        found.set(id, error)
      }
    }
  }
  return [...found.values()].sort((a, b) => a.id.localeCompare(b.id))
}

/** The code and the sentence of each error of a response. */
function errorsIn(reference: Reference, response: Json): Array<[code: string, description: string]> {
  const media = ((response['content'] ?? {}) as Record<string, Json>)['application/json']
  return Object.values((media?.['examples'] ?? {}) as Record<string, Json>).flatMap((example) => {
    const { error, error_description: description } = (resolve(reference.document, example)['value'] ??
      {}) as Json
    return typeof error === 'string' ? [[error, String(description)] as [string, string]] : []
  })
}

/** Codes of the token endpoint alone have a table of their own. */
const errorAnchor = (name: string): string => (name in ERROR_STATUS ? name : `oauth-error.${name}`)

/** The table of the errors of a page. */
export function errorTable(errors: readonly PageError[]): string {
  if (errors.length === 0) return ''
  const rows = errors.map(({ id, status, code: name, descriptions }) => ({
    id,
    cells: [
      `<a href="/docs/reference/errors#${errorAnchor(name)}">${status} <code>${name}</code></a>`,
      descriptions.map(inlineMarkdown).join('<br>'),
    ],
  }))
  const summary = `${String(rows.length)} errors`
  return heading(2, 'Errors', 'errors') + details(summary, table(['Error', 'When'], rows), ' class="part"')
}
