/**
 * Query parameters (contract.md 1 and 4): unknown ones are ignored, unless handling is strict; an invalid one is 400
 * and named.
 */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { NOT_STORABLE, isStorable } from '../../schemas/base/storable.js'
import { foundValue } from '../../schemas/hints/found-value.js'
import { likelyWord } from '../../schemas/hints/likely-word.js'

const invalid = (name: string, problem: string, hint: string | null = null): ApiError =>
  new ApiError('invalid_request', `Parameter "${name}" ${problem}.`, { hint })

/** A value that is none of a list, with the one that was probably meant. */
function noChoice(name: string, value: string, choices: readonly string[], orSeveral = ''): ApiError {
  const likely = likelyWord(value, choices)
  return invalid(
    name,
    `must be one of ${choices.join(', ')}${orSeveral}; it is ${foundValue(value)}`,
    likely === null ? null : `Did you mean "${likely}"?`,
  )
}

/** The text of a parameter, trimmed; null when it is absent or empty. Throws if it is given twice. */
export function textParameter(request: FastifyRequest, name: string, maxLength = 200): string | null {
  const query = request.query as Record<string, unknown>
  const value = Object.hasOwn(query, name) ? query[name] : undefined
  if (value === undefined) return null
  if (typeof value !== 'string') throw invalid(name, 'is given more than once; send it once')
  if (value.length > maxLength) throw invalid(name, `must have at most ${maxLength} characters`)
  if (!isStorable(value)) throw invalid(name, NOT_STORABLE)
  const text = value.trim()
  return text === '' ? null : text
}

/** `0` or `1`; absent is `0`. */
export function flagParameter(request: FastifyRequest, name: string): boolean {
  const value = textParameter(request, name)
  if (value === null || value === '0') return false
  if (value === '1') return true
  throw invalid(name, `must be 0 or 1; it is ${foundValue(value)}`)
}

/** Throws for a parameter that is none of the names, for clients that prefer strict handling. */
export function requireKnownParameters(request: FastifyRequest, names: readonly string[]): void {
  const unknown = Object.keys(request.query as object).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const likely = likelyWord(unknown, names)
  const fix = likely === null ? 'remove it.' : `did you mean "${likely}"?`
  throw new ApiError('invalid_request', `Parameter "${unknown.slice(0, 100)}" is unknown; ${fix}`)
}

interface IntegerRange {
  /** The value when the parameter is absent. */
  standard: number
  min: number
  max: number
  /** Whether a value above `max` is refused; otherwise it is lowered to `max`. */
  refuseAboveMax?: boolean
}

const MAX_DIGITS_SHOWN = 20

/** An integer within a range. Throws `invalid_request` below `min`. */
export function integerParameter(
  request: FastifyRequest,
  name: string,
  { standard, min, max, refuseAboveMax = false }: IntegerRange,
): number {
  const value = textParameter(request, name)
  if (value === null) return standard
  if (!/^-?\d+$/.test(value) || Number(value) < min)
    throw invalid(name, `must be an integer of at least ${min}; it is ${foundValue(value)}`)
  if (Number(value) > max && refuseAboveMax)
    throw invalid(name, `must be at most ${max}; it is ${value.slice(0, MAX_DIGITS_SHOWN)}`)
  return Math.min(Number(value), max)
}

/**
 * One value of a closed list; null when absent.
 * @param anyCase compares without case, for lists in lower case
 */
export function choiceParameter<T extends string>(
  request: FastifyRequest,
  name: string,
  choices: readonly T[],
  anyCase = false,
): T | null {
  const text = textParameter(request, name)
  if (text === null) return null
  const value = anyCase ? text.toLowerCase() : text
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw noChoice(name, text, choices)
  return found
}

/** One or more values of a closed list, separated by commas; null when absent. */
export function choicesParameter<T extends string>(
  request: FastifyRequest,
  name: string,
  choices: readonly T[],
  maxLength = 200,
): T[] | null {
  const value = textParameter(request, name, maxLength)
  if (value === null) return null
  return value.split(',').map((part) => {
    const found = choices.find((choice) => choice === part.trim())
    if (found === undefined) throw noChoice(name, part.trim(), choices, ', or several separated by commas')
    return found
  })
}
