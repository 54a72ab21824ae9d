/**
 * Budgets of a caller, on this node, for operations that cost much more than others (contract.md 7.5): a limit on requests
 * counts a change of home like a read of one trip.
 */
import { ApiError } from '../../schemas/base/errors.js'
import { budget, holder } from '../limits/budget.js'
import type { Budget } from '../limits/budget.js'

export interface SpendingOptions {
  /** In plain words, such as "changes of the member record". */
  what: string
  /** The amount that may be spent at once, and the refill in an hour. */
  atOnce: number
  perHour: number
}

/** Every segment of the member is grouped again: 1.6 s of a core at 6,000 (limits.md). */
export const PROFILE_CHANGES: SpendingOptions = {
  what: 'changes of the member record',
  atOnce: 10,
  perHour: 30,
}
/** Postgres reads and sorts skipped entries. Enough for 6,000 entries in pages of 100. */
export const SKIPPED_ENTRIES: SpendingOptions = {
  what: 'entries skipped by "offset" (the cursor in the Link header skips none)',
  atOnce: 200_000,
  perHour: 18_000_000,
}

const SECONDS_PER_HOUR = 3_600

/** The remaining budget of each member, or application acting as itself. */
export const spendingBudget = ({ atOnce, perHour }: SpendingOptions): Budget =>
  budget({ perSecond: perHour / SECONDS_PER_HOUR, burst: atOnce, now: () => performance.now() })

/** Throws `rate_limited` if the member, or the application acting as itself, does not have enough left. */
export type Spend = (caller: { client: string; member?: string }, amount: number) => void

export function spendingLimit(options: SpendingOptions): Spend {
  const left = spendingBudget(options)
  return ({ client, member }, amount) => {
    const wait = left.take([holder(member ?? client)], amount)
    if (wait !== null)
      throw new ApiError('rate_limited', `Too many ${options.what}. Retry after ${wait} s.`, {
        retryAfter: wait,
      })
  }
}
