/**
 * Bounds what a caller may spend on operations that cost much more than others (contract.md 7.5), on this node: a limit per
 * minute counts a change of home like a read of one trip.
 */
import { ApiError } from '../../schemas/base/errors.js'
import { budget, holder } from '../limits/budget.js'
import type { Budget } from '../limits/budget.js'

export interface SpendingOptions {
  /** In plain words, such as "changes of the member record". */
  what: string
  /** What may be spent at once, and what flows back in an hour. */
  atOnce: number
  perHour: number
}

/** Every segment of the member is grouped again: 1.6 s of a core at 6,000 (limits.md). */
export const PROFILE_CHANGES: SpendingOptions = {
  what: 'changes of the member record',
  atOnce: 10,
  perHour: 30,
}
/** Postgres reads and sorts what it skips. Enough for 6,000 entries in pages of 100. */
export const SKIPPED_ENTRIES: SpendingOptions = {
  what: 'entries skipped by "offset", of which the cursor in the Link header needs none',
  atOnce: 200_000,
  perHour: 18_000_000,
}

const SECONDS_PER_HOUR = 3_600

/** What each member, or application acting as itself, has left. */
export const spendingBudget = ({ atOnce, perHour }: SpendingOptions): Budget =>
  budget({ perSecond: perHour / SECONDS_PER_HOUR, burst: atOnce, now: () => performance.now() })

/** Throws `rate_limited` if the member, or the application acting as itself, has not enough left. */
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
