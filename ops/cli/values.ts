/** Values of arguments and options: each returns what was given, or says what to give instead. */
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { emailAddressError } from '../../api/pages/lib/form-checks.js'
import { isId, type Id } from '../../schemas/base/ids.js'

/** A text that is not empty. */
export function text(given: string): string {
  if (given.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return given
}

/** The id of a member. */
export function memberId(given: string): Id {
  if (!isId(given)) throw new InvalidArgumentError('Give the id of a member.')
  return given
}

/** An email address. */
export function email(given: string): string {
  const problem = emailAddressError(given)
  if (problem !== null) throw new InvalidArgumentError(`It is not an email address. ${problem}`)
  return given
}

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): (given: string) => number {
  return (given) => {
    const number = Number(given)
    if (!/^\d+$/.test(given) || number < min || number > max)
      throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`)
    return number
  }
}

/** Texts with commas between them; at least one, each once. */
export function list(given: string): string[] {
  const parts = given.split(',').map((part) => part.trim())
  const named = [...new Set(parts.filter((part) => part !== ''))]
  if (named.length === 0) throw new InvalidArgumentError('Give at least one.')
  return named
}

/** The option with which every change of the stream and of parked members states its reason. */
export const BECAUSE = ['--because <TEXT>', 'the reason, which is recorded', text] as const
