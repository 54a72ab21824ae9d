/**
 * Reads query parameters by their declaration (contract.md 1 and 4): unknown ones are ignored, unless handling is
 * strict; an invalid one is 400 and named. TypeBox checks the values; its findings become sentences here.
 */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ApiError } from '../../schemas/base/errors.js'
import { NOT_STORABLE, isStorable } from '../../schemas/base/storable.js'
import { foundValue } from '../../schemas/hints/found-value.js'
import { likelyWord } from '../../schemas/hints/likely-word.js'
import { readDay, readInstant } from './query-time.js'
import type { Parameter } from './parameter.js'

const MAX_DIGITS_SHOWN = 20

const invalid = (name: string, problem: string, hint: string | null = null): ApiError =>
  new ApiError('invalid_request', `Parameter "${name}" ${problem}.`, { hint })

/** Reads the parameters of a query. Throws `invalid_request` for the first that is wrong. */
export type QueryReader = (query: unknown, isStrict: boolean, now: number) => Record<string, unknown>

/** Compiles the schemas of the parameters of one operation. */
export function queryReader(parameters: readonly Parameter[]): QueryReader {
  const inQuery = parameters.filter((one) => one.in === 'query')
  const names = inQuery.map(({ name }) => name)
  const readers = inQuery.map((one) => ({ name: one.name, read: parameterReader(one) }))
  return (query, isStrict, now) => {
    const given = query as Record<string, unknown>
    if (isStrict) requireKnown(given, names)
    const values: Record<string, unknown> = {}
    for (const { name, read } of readers)
      values[name] = read(Object.hasOwn(given, name) ? given[name] : undefined, now)
    return values
  }
}

/** Throws for a parameter that is none of the names, for clients that prefer strict handling. */
function requireKnown(query: Record<string, unknown>, names: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const likely = likelyWord(unknown, names)
  const fix = likely === null ? 'remove it.' : `did you mean "${likely}"?`
  throw new ApiError('invalid_request', `Parameter "${unknown.slice(0, 100)}" is unknown; ${fix}`)
}

function parameterReader(parameter: Parameter): (given: unknown, now: number) => unknown {
  const { schema, absent, max = Infinity } = parameter
  const compiled = Compile(schema)
  return (given, now) => {
    const text = givenText(parameter, given)
    if (text === null) {
      if (parameter.required === true && lengthText(schema) !== null) throw mismatch(parameter, '')
      return absent
    }
    if (parameter.reading === 'day') return readDay(parameter.name, text, now)
    if (parameter.reading === 'instant') return readInstant(parameter.name, text)
    const value = valueOf(parameter, text)
    if (!compiled.Check(value)) throw mismatch(parameter, text)
    if (parameter.reading === 'flag') return value === 1
    return parameter.reading === 'integer' ? Math.min(value as number, max) : value
  }
}

/** The text of a parameter, trimmed; null when it is absent or empty. */
function givenText({ name, maxLength }: Parameter, value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value !== 'string') throw invalid(name, 'is given more than once; send it once')
  if (value.length > maxLength) throw invalid(name, `must have at most ${maxLength} characters`)
  if (!isStorable(value)) throw invalid(name, NOT_STORABLE)
  const text = value.trim()
  return text === '' ? null : text
}

/** The text as a value of the schema's type; text that does not fit stays text, for the schema to refuse. */
function valueOf({ reading, anyCase }: Parameter, text: string): unknown {
  if (reading === 'list') return text.split(',').map((part) => part.trim())
  if (reading === 'flag') return text === '0' || text === '1' ? Number(text) : text
  if (reading === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  return anyCase === true ? text.toLowerCase() : text
}

interface Rules {
  enum?: string[]
  items?: { enum?: string[] }
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

const rulesOf = (schema: TSchema): Rules => schema as Rules

function lengthText(schema: TSchema): string | null {
  const { minLength, maxLength } = rulesOf(schema)
  return minLength === undefined ? null : `must have ${minLength} to ${maxLength ?? ''} characters`
}

/** What is wrong with a text that the schema refuses. */
function mismatch({ name, schema, reading }: Parameter, text: string): ApiError {
  const { enum: values, items, minimum = 0, maximum } = rulesOf(schema)
  switch (reading) {
    case 'flag':
      return invalid(name, `must be 0 or 1; it is ${foundValue(text)}`)
    case 'integer':
      return maximum !== undefined && Number(text) > maximum
        ? invalid(name, `must be at most ${maximum}; it is ${text.slice(0, MAX_DIGITS_SHOWN)}`)
        : invalid(name, `must be an integer of at least ${minimum}; it is ${foundValue(text)}`)
    case 'list': {
      const allowed = items?.enum ?? []
      const wrong = text.split(',').find((part) => !allowed.includes(part.trim())) ?? ''
      return noChoice(name, wrong.trim(), allowed, ', or several separated by commas')
    }
    default:
      return values === undefined
        ? invalid(name, lengthText(schema) ?? `must have at most ${rulesOf(schema).maxLength} characters`)
        : noChoice(name, text, values)
  }
}

/** A value that is none of a list, with the one that was probably meant. */
function noChoice(name: string, value: string, choices: readonly string[], orSeveral = ''): ApiError {
  const likely = likelyWord(value, choices)
  return invalid(
    name,
    `must be one of ${choices.join(', ')}${orSeveral}; it is ${foundValue(value)}`,
    likely === null ? null : `Did you mean "${likely}"?`,
  )
}
