/**
 * What clients may cost a node: each holder has a budget that refills evenly (a token bucket). Each node counts in
 * memory; a forgotten holder has its whole budget again.
 */
import { networksOf } from '../../schemas/base/address.js'
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'

/** Whose budget it is. */
export interface Holder {
  key: string
  /** Its budget in those of others: that of an IPv6 /48, from which several people may come, is larger. */
  times: number
}

export interface BudgetSettings {
  /** What flows back a second; 0: no limit. */
  perSecond: number
  /** What may be taken at once. An amount that is larger is given to who has all of it. */
  burst: number
  /** Milliseconds of a clock. After a step back, nothing flows until it has caught up. */
  now: () => number
}

export interface Budget {
  /** Takes the amount from all holders and returns null; or takes nothing and returns the seconds to wait. */
  take: (holders: readonly Holder[], amount?: number) => number | null
  /** Takes the amount in any case. Returns the milliseconds after which nobody owes anything. */
  spend: (holders: readonly Holder[], amount: number) => number
  giveBack: (holders: readonly Holder[], amount?: number) => void
  /** What is missing from the budget of the holder that has least of it, 0 to `burst`, beyond it what is owed. */
  used: (holders: readonly Holder[]) => number
}

const MAX_HOLDERS = 20_000
/** Hosts share a /48 that have nothing to do with each other, and one of them may have it all. */
const WIDE_NETWORK_TIMES = 4

export const holder = (key: string, times = 1): Holder => ({ key, times })

/** The networks of an address: IPv4 /32; IPv6 /64, and /48 with a larger budget. */
export function networkHolders(address: string, times = 1): Holder[] {
  return networksOf(address).map((key, at) => holder(key, at === 0 ? times : times * WIDE_NETWORK_TIMES))
}

/** All budgets are whole at first. Those of the holders seen last are kept. */
export function budget({ perSecond, burst, now }: BudgetSettings): Budget {
  const levels = twoGenerationCache<{ left: number; at: number }>(MAX_HOLDERS)
  const leftOf = ({ key }: Holder, instant: number): number => {
    const known = levels.get(key)
    if (known === undefined) return burst
    return Math.min(burst, known.left + (Math.max(0, instant - known.at) * perSecond) / 1_000)
  }
  const change = (holders: readonly Holder[], amount: number, least: number): number => {
    const instant = now()
    let lowest = burst
    for (const one of holders) {
      const left = Math.min(burst, Math.max(least, leftOf(one, instant) - amount / one.times))
      levels.set(one.key, { left, at: instant })
      lowest = Math.min(lowest, left)
    }
    return lowest
  }
  return {
    take: (holders, amount = 1) => {
      if (perSecond === 0) return null
      const instant = now()
      const missing = holders.map((one) => Math.min(amount / one.times, burst) - leftOf(one, instant))
      const most = Math.max(0, ...missing)
      if (most > 0) return Math.ceil(most / perSecond)
      change(holders, amount, 0)
      return null
    },
    spend: (holders, amount) =>
      perSecond === 0 ? 0 : (Math.max(0, -change(holders, amount, -Infinity)) / perSecond) * 1_000,
    giveBack: (holders, amount = 1) => {
      change(holders, -amount, -Infinity)
    },
    used: (holders) => burst - Math.min(...holders.map((one) => leftOf(one, now()))),
  }
}
