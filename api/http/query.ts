/** Query parameters (contract.md 1 and 4): unknown ones are ignored, a known one with a bad value is 400 and named. */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { NOT_STORABLE, isStorable } from '../../schemas/base/storable.js'

const bad = (name: string, what: string): ApiError =>
  new ApiError('invalid_request', `Parameter "${name}" ${what}.`)

/** The text of a parameter, trimmed; null when it is absent or empty. Refuses one that is given twice. */
export function textParameter(request: FastifyRequest, name: string, longest = 200): string | null {
  const query = request.query as Record<string, unknown>
  const value = Object.hasOwn(query, name) ? query[name] : undefined
  if (value === undefined) return null
  if (typeof value !== 'string') throw bad(name, 'is given more than once')
  if (value.length > longest) throw bad(name, `is longer than ${longest} characters`)
  if (!isStorable(value)) throw bad(name, NOT_STORABLE)
  const text = value.trim()
  return text === '' ? null : text
}

/** `0` or `1`; absent is `0`. */
export function flagParameter(request: FastifyRequest, name: string): boolean {
  const value = textParameter(request, name)
  if (value === null || value === '0') return false
  if (value === '1') return true
  throw bad(name, 'must be 0 or 1')
}

/** An integer of at least `least`; more than `most` is clamped, or refused with `refuse`. */
export function integerParameter(
  request: FastifyRequest,
  name: string,
  standard: number,
  least: number,
  most: number,
  options: { refuse?: boolean } = {},
): number {
  const value = textParameter(request, name)
  if (value === null) return standard
  if (!/^-?\d+$/.test(value) || Number(value) < least)
    throw bad(name, `must be an integer of at least ${least}`)
  if (Number(value) > most && options.refuse === true) throw bad(name, `must be at most ${most}`)
  return Math.min(Number(value), most)
}

/** One of a closed list. */
export function choiceParameter<T extends string>(
  request: FastifyRequest,
  name: string,
  choices: readonly T[],
): T | null {
  const value = textParameter(request, name)
  if (value === null) return null
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw bad(name, `must be one of ${choices.join(', ')}`)
  return found
}

/** One or several of a closed list, separated by commas; null when absent. */
export function choicesParameter<T extends string>(
  request: FastifyRequest,
  name: string,
  choices: readonly T[],
): T[] | null {
  const value = textParameter(request, name)
  if (value === null) return null
  return value.split(',').map((part) => {
    const found = choices.find((choice) => choice === part.trim())
    if (found === undefined)
      throw bad(name, `must be one of ${choices.join(', ')}, or several separated by commas`)
    return found
  })
}
