/** RULES 5.4: keeps the legs without a time in a list of legs where the chains of their days have them. */
import type { Id } from '../../../../schemas/base/ids.js'
import { DAY } from '../../lib/local-time.js'
import { isUntimed, placeInChain } from './day-chain.js'
import type { Leg } from './leg.js'

/** The movements of a day start within as many days of it in UTC. */
const DAYS_AROUND = 2

/** Where the legs without a time stand in a list. */
export class ChainedLegs {
  private readonly untimed = new Map<Id, { alone: Leg; standing: Leg }>()

  /** Notes a leg of the list, which stands there as it is alone if it is new. */
  add(leg: Leg): void {
    if (isUntimed(leg) && !this.untimed.has(leg.id)) this.untimed.set(leg.id, { alone: leg, standing: leg })
  }

  /** Forgets a leg that is removed from the list; returns it as it stands there. */
  remove(leg: Leg): Leg {
    const { standing } = this.untimed.get(leg.id) ?? { standing: leg }
    this.untimed.delete(leg.id)
    return standing
  }

  /** The days on which the legs without a time begin. */
  days(): number[] {
    return [...this.untimed.values()].map(({ alone }) => alone.startDay)
  }

  /**
   * Chains days whose movements have changed.
   * @param between the legs of the list that are ordered between two instants
   * @param leavesHome whether a leg leaves a home that is known
   * @returns legs that stand elsewhere now, to be moved in the list
   */
  rechain(
    days: Iterable<number>,
    between: (from: number, until: number) => readonly Leg[],
    leavesHome: (leg: Leg) => boolean,
  ): Array<[before: Leg, after: Leg]> {
    if (this.untimed.size === 0) return []
    const moves: Array<[before: Leg, after: Leg]> = []
    for (const day of new Set(days)) {
      const legs = between((day - DAYS_AROUND) * DAY, (day + 1 + DAYS_AROUND) * DAY)
        .filter(({ kind, startDay, endDay }) => kind === 'movement' && (startDay === day || endDay === day))
        .map((leg) => this.untimed.get(leg.id)?.alone ?? leg)
      if (!legs.some((leg) => leg.startDay === day && this.untimed.has(leg.id))) continue
      const placed = placeInChain(day, legs, leavesHome)
      for (const leg of legs) {
        const entry = this.untimed.get(leg.id)
        const after = placed.get(leg) ?? leg
        if (entry === undefined || leg.startDay !== day || after.start === entry.standing.start) continue
        moves.push([entry.standing, after])
        entry.standing = after
      }
    }
    return moves
  }
}

/** The days of a movement, whose chains it may change. */
export function daysOf({ kind, startDay, endDay }: Leg): number[] {
  return kind === 'movement' ? [startDay, endDay] : []
}
