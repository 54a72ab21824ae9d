/** Numbers of loyalty accounts. */
import { isPlaceholder } from '../base/locator.js'

/** Why a number is none; null for one that can be. What many write who have none would bring the data of one to another. */
export function loyaltyNumberProblem(number: string): string | null {
  return isPlaceholder(number) ? 'must be the number of an account, not a word or sign for none' : null
}

/** The form in which loyalty numbers are compared: upper case, without what people put between the characters; the number itself when nothing else is in it. As `loyalty_key` in db/migrations. */
export function loyaltyKey(number: string): string {
  return number.replace(/[\s./-]/g, '').toUpperCase() || number
}
