/** Numbers of loyalty accounts. */
import { isPlaceholder } from '../base/locator.js'

/**
 * What is wrong with a number; null if nothing. A placeholder would deliver the data of one member to
 * another.
 */
export function loyaltyNumberProblem(number: string): string | null {
  return isPlaceholder(number) ? 'must be the number of an account, not a word or sign for none' : null
}

/**
 * The form in which loyalty numbers are compared: upper case, without separators; the number itself if it has
 * nothing else. The same as `loyalty_key` in the database.
 */
export function loyaltyKey(number: string): string {
  return number.replace(/[\s./-]/g, '').toUpperCase() || number
}
