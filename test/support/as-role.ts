import { groupOf, type DatabaseRole } from '../../db/roles/grants.js'
import { sessionOptions } from '../../db/pg/session-limits.js'

/**
 * The URL of a superuser, for sessions that have the rights of a role of the service instead: what tests run of a role
 * needs no right that the role does not have. Options in a URL replace those of `connect`, so say what it would set.
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
  // An URL writes a space as +, which pg would take for one.
  return given.href.replaceAll('+', '%20')
}
