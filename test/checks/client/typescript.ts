/** The types and calls of the TypeScript client. */
import type { Model, Operation } from './model.js'
import type { Field, Named, Type } from './named-types.js'

const HEAD = '// Generated from the OpenAPI document by test/checks/generate-client.ts. Do not edit.\n'

const KEYWORDS: Readonly<Record<string, string>> = { integer: 'number', any: 'unknown' }

function typeText(type: Type): string {
  switch (type.is) {
    case 'literals':
      return type.values.map((value) => quoted(value)).join(' | ')
    case 'list': {
      const item = typeText(type.of)
      return / \| /.test(item) ? `Array<${item}>` : `${item}[]`
    }
    case 'map':
      return `Record<string, ${typeText(type.of)}>`
    case 'named':
      return type.name
    case 'union':
      return type.of.map(typeText).join(' | ')
    default:
      return KEYWORDS[type.is] ?? type.is
  }
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** On one line, or wrapped. */
function comment(doc: string, indent = ''): string {
  if (doc === '') return ''
  const text = doc.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')
  if (text.length + indent.length <= 110) return `${indent}/** ${text} */\n`
  const lines = text.match(/.{1,105}(?:\s|$)|\S+/g) ?? []
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line.trimEnd()}\n`).join('')}${indent} */\n`
}

function fieldText({ name, type, required, doc }: Field): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
  return `${comment(doc, '  ')}  ${key}${required ? '' : '?'}: ${typeText(type)}\n`
}

/** What is optional when it is sent can be there always when it is read. */
function baseOf({ name, fields }: Named, of: readonly Field[]): { text: string; fields: Field[] } {
  const required = new Set(of.filter((field) => field.required).map((field) => field.name))
  const isStricter =
    fields!.some((field) => !field.required) && fields!.every((field) => required.has(field.name))
  return isStricter
    ? { text: `Required<${name}>`, fields: fields!.map((field) => ({ ...field, required: true })) }
    : { text: name, fields: fields! }
}

function namedText({ name, doc, fields, parents, type }: Named, types: ReadonlyMap<string, Named>): string {
  if (fields === null) return `${comment(doc)}export type ${name} = ${typeText(type)}\n`
  const bases = parents.map((parent) => baseOf(types.get(parent)!, fields))
  const inherited = bases.flatMap((base) => base.fields)
  // A field of two parents must be the same in both, or be said here.
  const isInherited = (field: Field): boolean => {
    const same = inherited.filter((one) => one.name === field.name)
    return same.length > 0 && same.every((one) => fieldText(one) === fieldText(field))
  }
  const own = fields.filter((field) => !isInherited(field))
  const base = bases.length === 0 ? '' : ` extends ${bases.map(({ text }) => text).join(', ')}`
  return `${comment(doc)}export interface ${name}${base} {\n${own.map(fieldText).join('')}}\n`
}

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function resultText({ call, answer }: Operation): string {
  const parts = answer.is === 'union' ? answer.of : [answer]
  const first = typeText(parts[0]!)
  switch (call.gives) {
    case 'pages':
      return `Pages<${answer.is === 'list' ? typeText(answer.of) : first}>`
    case 'write':
      return `Promise<Written<${first}>>`
    case 'batch':
      return `Promise<Submitted>`
    case 'address':
      return 'string'
    case 'text':
      return 'Promise<string>'
    default:
      return `Promise<${typeText(answer)}>`
  }
}

function signature(operation: Operation): string {
  const { names, body, query, queryType, call } = operation
  const optional = query.every(({ required }) => !required)
  const parts = [
    ...names.map(({ name, type }) => `${camel(name)}: ${typeText(type)}`),
    ...(body === null
      ? []
      : [
          `body${body.optional ? '?' : ''}: ${body.media === 'raw' ? 'string | Uint8Array' : typeText(body.type)}`,
        ]),
    ...(queryType === null ? [] : [`query${optional ? '?' : ''}: ${typeText(queryType)}`]),
    ...(call.gives === 'address' ? [] : ['options?: CallOptions']),
  ]
  return `(${parts.join(', ')}) => ${resultText(operation)}`
}

/** `{ method: 'GET', path: '/v2/trips', gives: 'pages', query: true }` */
function shapeText({ method, path, call, body, query, accept, headers, open }: Operation): string {
  const parts = [
    `method: '${method}', path: '${path}', gives: '${call.gives}'`,
    ...(body === null ? [] : [`body: '${body.media}'`]),
    ...(query.length === 0 ? [] : ['query: true']),
    ...(accept === 'application/json' ? [] : [`accept: '${accept}'`]),
    ...(headers.includes('idempotency_key') ? ['keyed: true'] : []),
    ...(open ? ['open: true'] : []),
  ]
  return `{ ${parts.join(', ')} }`
}

const groupOf = ({ call }: Operation): string => call.name.split('.')[0]!

/** Those that answer once; a feed is sent by code of its own. */
const calledOf = ({ operations }: Model): Operation[] =>
  operations.filter(({ call }) => call.gives !== 'feed')

/** `types.d.ts`: every shape by its name, and every operation with its types. */
export function typesFile(model: Model): string {
  const byName = new Map(model.types.map((one) => [one.name, one]))
  return [
    HEAD,
    "import type { CallOptions } from '../options.js'",
    "import type { Pages } from '../pages.js'",
    "import type { Submitted, Written } from '../results.js'",
    '',
    ...model.types.map((one) => namedText(one, byName)),
    callsText(calledOf(model)),
  ].join('\n')
}

function callsText(called: readonly Operation[]): string {
  const groups = [...new Set(called.map(groupOf))].map((group) => {
    const members = called.filter((one) => groupOf(one) === group)
    const calls = members.map(
      (one) => `${comment(one.doc, '    ')}    ${one.call.name.split('.')[1]}: ${signature(one)}\n`,
    )
    return `  ${group}: {\n${calls.join('')}  }\n`
  })
  return `export interface Calls {\n${groups.join('')}}\n`
}

/** `calls.ts`: how each operation is sent. */
export function callsFile(model: Model): string {
  const table = calledOf(model).map((one) => `  '${one.call.name}': ${shapeText(one)},\n`)
  return [
    HEAD,
    "import type { CallShape } from '../transport.js'",
    '',
    `export const CALLS: Readonly<Record<string, CallShape>> = {\n${table.join('')}}`,
    '',
  ].join('\n')
}
