import { groupOf, type DatabaseRole } from '../../db/roles/grants.js'
import { sessionOptions } from '../../db/pg/session-limits.js'

/**
 * Turns the URL of a superuser into one for sessions with the rights of a role, so that tests show when a role lacks a
 * right. Options in a URL replace those of `connect`, so pass what it would set.
 */
export function asRole(
  url: string,
  role: DatabaseRole,
  { direct = false, keyPlans = false }: { direct?: boolean; keyPlans?: boolean } = {},
): string {
  const given = new URL(url)
  const limits = direct ? `${sessionOptions(keyPlans)} ` : ''
  const own = given.searchParams.get('options') ?? ''
  given.searchParams.set('options', `${limits}-c role=${groupOf(role)} ${own}`.trim())
  // URLs encode a space as +, which pg would read literally.
  return given.href.replaceAll('+', '%20')
}
