/** SQL: tells the events of test members, which live callbacks and lists leave out (webhooks.md 7). */
import { FIRST_TEST_MEMBER } from '../../schemas/base/test-member.js'

/** SQL: whether an expression is the id of a test member; not true for null. */
export const isTestSql = (member: string): string => `${member} >= ${FIRST_TEST_MEMBER}`

/** SQL: whether an expression is the id of a live member, or null. */
export const isLiveSql = (member: string): string => `(${isTestSql(member)}) is not true`

/**
 * SQL: whether callback `c` is for events of this member, an expression: test members, or all others. Not written as an
 * equality, which the planner would join by.
 */
export const fitsCallbackSql = (member: string): string =>
  `case when ${isTestSql(member)} then c.test else not c.test end`

/** SQL: leaves out events `e` of test members, unless a member (an expression, null for none) is asked for. */
export const liveUnlessAskedSql = (member: string): string =>
  `(${member}::bigint is not null or ${isLiveSql('e.member_id')})`
