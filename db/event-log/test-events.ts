/** SQL: what is of test members, which live callbacks and lists do not get (webhooks.md 7). */
import { FIRST_TEST_MEMBER } from '../../schemas/base/test-member.js'

/** SQL: whether a member id, an expression, is that of a test member; not true for null. */
export const isTestSql = (member: string): string => `${member} >= ${FIRST_TEST_MEMBER}`

/** SQL: no test member, or none at all. */
export const isLiveSql = (member: string): string => `(${isTestSql(member)}) is not true`

/**
 * SQL: callback `c` is for what the member of an event, an expression, is: a test member, or none. No equality, by which
 * the planner would join.
 */
export const fitsCallbackSql = (member: string): string =>
  `case when ${isTestSql(member)} then c.test else not c.test end`

/** SQL: event `e` is of no test member, unless a member, an expression that is null for none, is asked for. */
export const liveUnlessAskedSql = (member: string): string =>
  `(${member}::bigint is not null or ${isLiveSql('e.member_id')})`
