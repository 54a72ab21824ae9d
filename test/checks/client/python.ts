/** The types and methods of the Python client. */
import { pythonName } from '../../../api/document/page/reference/client-call.js'
import type { Model, Operation } from './model.js'
import type { Field, Named, Type } from './named-types.js'

const HEAD = 'Generated from the OpenAPI document by test/checks/generate-client.ts. Do not edit.'

const NAMES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  any: 'Any',
}
/** What cannot be the name of a field in a class. */
const KEYWORDS = new Set([
  'from',
  'in',
  'is',
  'class',
  'global',
  'import',
  'pass',
  'return',
  'with',
  'as',
  'def',
])

function typeText(type: Type): string {
  switch (type.is) {
    case 'literals':
      return `Literal[${type.values.map(literal).join(', ')}]`
    case 'list':
      return `list[${typeText(type.of)}]`
    case 'map':
      return `dict[str, ${typeText(type.of)}]`
    case 'named':
      return type.name
    case 'union':
      return type.of.map(typeText).join(' | ')
    default:
      return NAMES[type.is]!
  }
}

const literal = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
const docText = (doc: string, indent: string): string => {
  if (doc === '') return ''
  const text = doc.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll(/\s+/g, ' ')
  return `${indent}"""${text}${text.endsWith('"') ? ' ' : ''}"""\n`
}
const hintOf = ({ required, type }: Field): string =>
  required ? typeText(type) : `NotRequired[${typeText(type)}]`
const canBeField = ({ name }: Field): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name)

function namedText({ name, doc, fields, parents, type }: Named, types: ReadonlyMap<string, Named>): string {
  if (fields === null) return `${name}: TypeAlias = ${typeText(type)}\n${docText(doc, '')}`
  if (!fields.every(canBeField)) {
    const items = fields.map((one) => `    "${one.name}": '${hintOf(one)}',\n`)
    return `${name} = TypedDict("${name}", {\n${items.join('')}})\n${docText(doc, '')}`
  }
  // A type checker lets no class change the type of a parent's field.
  const bases = parents.filter((parent) =>
    types
      .get(parent)!
      .fields!.every((one) => hintOf(one) === hintOf(fields.find(({ name: own }) => own === one.name)!)),
  )
  const inherited = new Set(bases.flatMap((parent) => types.get(parent)!.fields!.map((field) => field.name)))
  const own = fields.filter((field) => !inherited.has(field.name))
  const base = bases.length > 0 ? bases.join(', ') : 'TypedDict'
  const lines = own.map((one) => `    ${one.name}: ${hintOf(one)}\n${docText(one.doc, '    ')}`)
  const body = docText(doc, '    ') + (doc !== '' && lines.length > 0 ? '\n' : '') + lines.join('')
  return `class ${name}(${base}):\n${body === '' ? '    pass\n' : body}`
}

/** The types that must stand above a type: what a class inherits, or what an alias names. */
function neededBy({ fields, parents, type }: Named): string[] {
  const named = (one: Type): string[] => {
    if (one.is === 'named') return [one.name]
    if (one.is === 'union') return one.of.flatMap(named)
    return one.is === 'list' || one.is === 'map' ? named(one.of) : []
  }
  return fields === null ? named(type) : parents
}

/** Python reads a file from above. */
function inOrder(types: Named[], byName: ReadonlyMap<string, Named>): Named[] {
  const done = new Set<Named>()
  const add = (one: Named): void => {
    for (const name of neededBy(one)) add(byName.get(name)!)
    done.add(one)
  }
  types.forEach(add)
  return [...done]
}

/** `types.py`: every shape by its name. */
export function typesModule({ types }: Model): string {
  const byName = new Map(types.map((one) => [one.name, one]))
  const head = `"""${HEAD}"""\n\nfrom __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n`
  return [head, ...inOrder(types, byName).map((one) => namedText(one, byName))].join('\n\n')
}

function resultText({ call, answer }: Operation): string {
  const first = typeText(answer.is === 'union' ? answer.of[0]! : answer)
  switch (call.gives) {
    case 'pages':
      return `Pages[${answer.is === 'list' ? typeText(answer.of) : first}]`
    case 'write':
      return `Written[${first}]`
    case 'batch':
      return 'Submitted'
    case 'feed':
      return 'Iterator[FeedAnswer]'
    case 'text':
    case 'address':
      return 'str'
    default:
      return typeText(answer)
  }
}

const BODIES: Readonly<Record<string, string>> = { raw: 'bytes | str', lines: 'Iterable[FeedLine]' }

function parametersOf({ names, body, query, headers }: Operation): string {
  const positional = names.map(({ name, type }) => `${name}: ${typeText(type)}`)
  if (body !== null) {
    const type = BODIES[body.media] ?? typeText(body.type)
    const name = body.media === 'lines' ? 'lines' : 'body'
    positional.push(`${name}: ${type}${body.optional ? ' | None = None' : ''}`)
  }
  const named = [
    ...query.map(
      ({ name, type, required }) => `${name}: ${typeText(type)}${required ? '' : ' | None = None'}`,
    ),
    ...(body?.media === 'raw' ? ['content_type: str = "application/octet-stream"'] : []),
    ...headers.map((name) => `${name}: str | None = None`),
  ]
  return ['self', ...positional, ...(named.length === 0 ? [] : ['*', ...named])].join(', ')
}

function methodText(operation: Operation): string {
  const { id, doc, method, path, names, body, query, headers, call, accept, open } = operation
  const template = path.replaceAll(/\{\w+\}/g, '{}')
  const target =
    names.length === 0 ? `"${path}"` : `path("${template}", ${names.map(({ name }) => name).join(', ')})`
  const parts = [
    `"${method}", ${target}`,
    ...(query.length === 0 ? [] : [`query={${query.map(({ name }) => `"${name}": ${name}`).join(', ')}}`]),
    ...(body === null || body.media === 'lines'
      ? []
      : [`body=${body.optional ? '{} if body is None else body' : 'body'}`]),
    ...(body?.media === 'form' ? ['content_type=FORM'] : []),
    ...(body?.media === 'raw' ? ['content_type=content_type'] : []),
    ...(body?.media === 'lines' ? ['content_type="application/x-ndjson"'] : []),
    ...(accept === 'application/json' ? [] : [`accept="${accept}"`]),
    ...(headers.includes('idempotency_key') ? ['keyed=True'] : []),
    ...(open ? ['is_open=True'] : []),
    ...headers.map((name) => `${name}=${name}`),
  ]
  const lines = body?.media === 'lines' ? ', lines' : ''
  return [
    `    def ${pythonName(id)}(${parametersOf(operation)}) -> ${resultText(operation)}:\n`,
    docText(doc, '        '),
    `        return self._${call.gives}(Call(${parts.join(', ')})${lines})\n`,
  ].join('')
}

/** `client.py`: a method for each operation. */
export function clientModule({ types, operations }: Model): string {
  const methods = operations.map(methodText).join('\n')
  const signatures = operations.map((one) => `${parametersOf(one)} ${resultText(one)}`).join('\n')
  const used = types.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(signatures))
  return [
    `"""${HEAD}"""`,
    '',
    'from __future__ import annotations',
    '',
    'from collections.abc import Iterable, Iterator',
    'from typing import Any, Literal',
    '',
    'from .transport import FORM, Call, Pages, Submitted, Transport, Written, path',
    `from .types import (\n${used.map((name) => `    ${name},\n`).join('')})`,
    '',
    '',
    'class Client(Transport):',
    '    """A method for each operation of the API, by its operation id."""',
    '',
    methods,
  ].join('\n')
}
