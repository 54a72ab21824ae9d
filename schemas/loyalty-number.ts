/** Numbers of loyalty accounts. */

/** The form in which loyalty numbers are compared: upper case, without what people put between the characters; the number itself when nothing else is in it. As `loyalty_key` in db/migrations. */
export function loyaltyKey (number: string): string {
  return number.replace(/[\s./-]/g, '').toUpperCase() || number
}
