/** True if two values are the same as JSON; keys in another order make a difference. */
export function sameJson(a: unknown, b: unknown): boolean {
  return (
    a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
  )
}
