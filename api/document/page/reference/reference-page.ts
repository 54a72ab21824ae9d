/** One page of the reference: operations, values, schemas and errors of one task. */
import { SEGMENT_DEFINITIONS } from '../../../../schemas/segment/catalog.js'
import ENUMERATIONS from '../../../../schemas/data/enumerations.json' with { type: 'json' }
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { INTRODUCTION } from '../../introduction.js'
import type { Json } from '../../json-schema.js'
import { codeBlock } from '../code-block.js'
import type { PageCounter } from '../code-block.js'
import { code, details, escape, heading, join, pathCode, table } from '../html.js'
import type { DocsPage } from '../layout.js'
import { inlineMarkdown, markdown } from '../markdown.js'
import { isLocal } from '../served-address.js'
import { RAW_FIELDS_PAGE, referencePath, SEGMENT_FIELDS_PAGE } from '../site-map.js'
import type { ReferencePage } from '../site-map.js'
import { enumerationSection } from './enumerations.js'
import { errorsContent } from './errors-page.js'
import { errorTable, operationSection, pageErrors } from './operation-section.js'
import { operationsOf, webhooksOf } from './operations.js'
import type { ShownOperation } from './operations.js'
import { list, resolve } from './reference.js'
import type { Reference } from './reference.js'
import type { Addresses } from '../served-address.js'
import { schemaSections, unionSection, variantsOf } from './schema-section.js'

export interface PageSources {
  reference: Reference
  operations: readonly ShownOperation[]
  /** The names of the schemas of the page. */
  schemas: readonly string[]
  addresses: Addresses
}

/** The version of what has no `x-since`. */
const FIRST_VERSION = '0.1.0'
const SINCE_FIRST = `<p class="soft">Since version ${FIRST_VERSION}: everything on this page, except where a field names a later one.</p>`

const CLIENT_NOTE = `<p class="soft">The TypeScript and Python samples use the clients <code>@tripfold/client</code> and <code>tripfold</code>: typed, with retries, paging and webhook verification. They are in the folders <code>api/client</code> and <code>api/client/python</code> of the repository; <code>npm pack</code> makes the file to install of the first, <code>pip install .</code> installs the second.</p>`

/** Only a service on the reader's machine has a certificate that nobody trusts yet. */
const LOCAL_NOTE =
  '<p class="soft">This service has a certificate of its own: set <code>CURL_CA_BUNDLE</code>, <code>NODE_EXTRA_CA_CERTS</code> or, for Python, <code>SSL_CERT_FILE</code> as the <a href="/docs/guides/quickstart#1-prepare-your-shell">quickstart</a> shows.</p>'

/** The content of a page and its links for the sidebar. */
export function referencePage(page: ReferencePage, sources: PageSources): DocsPage {
  const { reference, operations, schemas } = sources
  const options = { counter: { count: 0 }, shownFields: new Set<string>(), addresses: sources.addresses }
  const path = referencePath(page.name)
  const all = (reference.document['components'] as Json)['schemas'] as Record<string, Json>
  const isFieldsPage = [SEGMENT_FIELDS_PAGE, RAW_FIELDS_PAGE].includes(page.name)
  const operationParts = operations.map((one) => operationSection(reference, one, options))
  const parts = [
    `<h1>${escape(page.title)}</h1><p class="lead">${escape(page.lead)}</p>${SINCE_FIRST}`,
    operations.length > 0 && isLocal(sources.addresses.baseUrl) ? LOCAL_NOTE : '',
    ownContent(page.name, reference, options.counter),
    operationList(operations),
    operationParts.length > 0 ? CLIENT_NOTE : '',
    page.name === 'segments' ? typeTable(reference) : '',
    page.name === 'requests' ? headerTable(reference) : '',
    ...operationParts,
    page.name === 'events' ? webhookSection(reference, options.counter) : '',
    enumerationSection(path),
    isFieldsPage ? unionSections(reference, schemas, all) : schemaSections(reference, schemas, all),
    errorTable(
      pageErrors(
        reference,
        operations.map(({ operation }) => operation),
      ),
    ),
  ]
  return { path, title: page.title, html: join(parts), sections: sectionsOf(join(parts)) }
}

/** What pages have before their operations. */
function ownContent(name: string, reference: Reference, counter: PageCounter): string {
  if (name === 'errors') {
    const all = operationsOf(reference.document).map(({ operation }) => operation)
    return errorsContent(pageErrors(reference, all), { counter })
  }
  return name === 'requests' ? markdown(INTRODUCTION, { counter }) : ''
}

function operationList(operations: readonly ShownOperation[]): string {
  if (operations.length === 0) return ''
  if (operations.length === 1) return heading(2, 'Operation', 'operations')
  const rows = operations.map(({ id, verb, path, title }) => ({
    cells: [
      `<a href="#${escape(id)}">${escape(title)}</a>`,
      `<span class="verb ${verb}">${verb.toUpperCase()}</span> ${pathCode(path)}`,
    ],
  }))
  return heading(2, 'Operations', 'operations') + table(['Operation', 'Request'], rows, 'stack operations')
}

/** The types with the path and the fields of each. */
function typeTable(reference: Reference): string {
  const rows = SEGMENT_TYPES.map((type) => ({
    id: `type.${type}`,
    cells: [
      `<strong>${type}</strong>`,
      inlineMarkdown(ENUMERATIONS['segment-type'].meanings[type]),
      requiredFields(type),
      `<a href="${reference.schemaHref(`Raw${type}`)}">${String(Object.keys(SEGMENT_DEFINITIONS[type].schema.properties).length)}&nbsp;fields</a>`,
    ],
  }))
  return [
    heading(2, 'Types', 'types'),
    '<p>In the paths of one type it is written in small letters: <code>/v2/segments/air</code>. Every type needs <code>source</code>; <code>price</code> and <code>currency</code>, or a latitude and its longitude, are sent together or not at all.</p>',
    table(['Type', 'What it is', 'Required', 'All'], rows),
  ].join('')
}

/** What a raw segment of a type has to have, besides its type and source. */
function requiredFields(type: (typeof SEGMENT_TYPES)[number]): string {
  const { schema, requiredPlace } = SEGMENT_DEFINITIONS[type]
  const required = ((schema.required ?? []) as readonly string[])
    .filter((field) => field !== 'type' && field !== 'source')
    .map(code)
    .join(', ')
  const ways = (requiredPlace ?? []).map((fields) => fields.map(code).join(' with '))
  return ways.length === 0 ? required : `${required}; one of ${ways.join(', ')}`
}

function unionSections(reference: Reference, names: readonly string[], all: Record<string, Json>): string {
  const unions = names.filter((name) => variantsOf(reference.document, all[name]!) !== null)
  const inUnions = new Set(
    unions.flatMap((name) => [name, ...variantsOf(reference.document, all[name]!)!.map((one) => one.name)]),
  )
  const others = names.filter((name) => !inUnions.has(name))
  return (
    join(unions.map((name) => unionSection(reference, name, all[name]!))) +
    schemaSections(reference, others, all)
  )
}

/** The request that a webhook receives. */
function webhookSection(reference: Reference, counter: PageCounter): string {
  const [first] = webhooksOf(reference.document)
  if (first === undefined) return ''
  const parameters = list(first.operation['parameters']).map((one) => resolve(reference.document, one))
  const rows = parameters.map((one) => ({
    id: `webhook.${String(one['name'])}`,
    cells: [code(one['name']), inlineMarkdown(String(one['description'])), code(one['example'])],
  }))
  const answers = Object.entries(first.operation['responses'] as Record<string, Json>).map(
    ([status, answer]) => ({
      cells: [
        `<strong>${status}</strong>`,
        inlineMarkdown(String(resolve(reference.document, answer)['description'])),
      ],
    }),
  )
  const { content } = resolve(reference.document, first.operation['requestBody'] as Json) as {
    content: Record<string, Json>
  }
  const [example] = Object.values((content['application/json']?.['examples'] ?? {}) as Record<string, Json>)
  return [
    heading(2, 'The request to your webhook', 'webhook'),
    '<p>A POST with an <a href="#Event">Event</a> as JSON. The guide <a href="/docs/guides/reliable-webhooks">Webhooks that never lose an event</a> has a receiver that verifies it. These are its headers:</p>',
    table(['Header', 'Meaning', 'Example'], rows),
    '<p>What your answer means:</p>',
    table(['Status', 'Meaning'], answers),
    example === undefined
      ? ''
      : details(
          'Example',
          codeBlock(JSON.stringify(resolve(reference.document, example)['value'], null, 2), counter, {
            label: 'the event',
            language: 'json',
          }),
          ' class="example"',
        ),
  ].join('')
}

/** The headers of answers. */
function headerTable({ document }: Reference): string {
  const headers = (document['components'] as Json)['headers'] as Record<string, Json>
  const rows = Object.entries(headers).map(([name, header]) => ({
    id: `header.${name}`,
    cells: [
      code(name),
      inlineMarkdown(String(header['description'])),
      header['example'] === undefined ? '' : code(header['example']),
    ],
  }))
  return heading(2, 'Headers of answers', 'headers') + table(['Header', 'Meaning', 'Example'], rows)
}

/** The headings of the second level and of operations, as links. */
function sectionsOf(html: string): Array<{ id: string; text: string }> {
  const found: Array<{ id: string; text: string }> = []
  let isBelowOperations = false
  for (const [, level, id, text] of html.matchAll(/<h([23]) id="([^"]+)">(.*?) <a class="anchor"/g)) {
    if (level === '2') isBelowOperations = ['values', 'schemas', 'errors'].includes(id!)
    if (level === '2' || !isBelowOperations) found.push({ id: id!, text: plain(text!) })
  }
  return found
}

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
