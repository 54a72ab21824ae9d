/**
 * RULES 5.4: movements of one day, some of which are known by their date only, in the order in which one begins
 * where the other ends. Depends on these movements and on home alone, so that a change reaches no further.
 */
import { instantsOf } from '../../../../schemas/base/time-zone.js'
import { MINUTE } from '../../lib/local-time.js'
import { canContinueFrom } from '../path.js'
import { compareLegs } from './compare-legs.js'
import type { Leg } from './leg.js'
import { mayShareTraveller } from './travellers.js'

const DAY_MINUTES = 1440

/** False for a movement of which only the date is known: it stands at noon or in its chain, not at its midnight. */
export function isTimed({ wallMinutes: [wall], start, from }: Leg): boolean {
  if (wall % DAY_MINUTES !== 0) return true
  const zone = from?.spots[0]?.zone ?? null
  return zone !== null && instantsOf(wall * MINUTE, zone)?.[0] === start
}

/** True for a movement whose place in the order of its day is open: neither of its times is known. */
export function isUntimed(leg: Leg): boolean {
  return (
    leg.kind === 'movement' && leg.wallMinutes[0] % DAY_MINUTES === 0 && !isTimed(leg) && !hasArrivalTime(leg)
  )
}

/** True if its arrival has a time other than midnight. */
export function hasArrivalTime({ wallMinutes: [departure, arrival], dateOnly }: Leg): boolean {
  return dateOnly?.[1] !== true && arrival !== departure && arrival % DAY_MINUTES !== 0
}

/**
 * The untimed legs of a day that stand elsewhere in its chain than alone, as they stand there.
 * @param day the local day on which those begin that are placed
 * @param legs the movements that begin or end on the day
 * @param leavesHome whether a leg leaves a home that is known
 */
export function placeInChain(
  day: number,
  legs: readonly Leg[],
  leavesHome: (leg: Leg) => boolean,
): Map<Leg, Leg> {
  const untimed = new Set(legs.filter((leg) => leg.startDay === day && isUntimed(leg)))
  const chain = new DayChain(legs, untimed, leavesHome).inOrder()
  const placed = new Map<Leg, Leg>()
  chain.forEach((leg, i) => {
    if (!untimed.has(leg)) return
    const before = chain[i - 1]
    const standing = before === undefined ? undefined : (placed.get(before) ?? before)
    const earliest = standing !== undefined && connects(standing, leg) ? afterArrival(standing) : -Infinity
    const start = Math.max(Math.min(leg.start, latestStart(chain, i, untimed)), earliest)
    if (start === leg.start) return
    const end = leg.end > leg.start ? Math.max(start, leg.end) : start
    placed.set(leg, { ...leg, start, orderAt: start, end })
  })
  return placed
}

const afterArrival = ({ start, end }: Leg): number => (end > start ? end : start + MINUTE)

/** A minute for each movement before the timed one that the chain goes on to. */
function latestStart(chain: readonly Leg[], index: number, untimed: ReadonlySet<Leg>): number {
  for (let i = index; i + 1 < chain.length; i++) {
    const next = chain[i + 1] as Leg
    if (!connects(chain[i] as Leg, next)) return Infinity
    if (!untimed.has(next)) return next.start - (i + 1 - index) * MINUTE
  }
  return Infinity
}

class DayChain {
  /** In the order of their times. */
  private readonly timed: Leg[]
  private readonly untimed: Leg[]

  constructor(
    legs: readonly Leg[],
    untimed: ReadonlySet<Leg>,
    private readonly leavesHome: (leg: Leg) => boolean,
  ) {
    this.timed = legs.filter((leg) => !untimed.has(leg)).sort(compareLegs)
    this.untimed = [...untimed].sort((a, b) => numberOf(a) - numberOf(b) || compareLegs(a, b))
  }

  inOrder(): Leg[] {
    const chain: Leg[] = []
    for (let next = this.next(null); next !== undefined; next = this.next(chain.at(-1) ?? null)) {
      chain.push(next)
      const list = this.untimed.includes(next) ? this.untimed : this.timed
      list.splice(list.indexOf(next), 1)
    }
    return chain
  }

  private next(last: Leg | null): Leg | undefined {
    return (last === null ? undefined : this.onward(last)) ?? this.beginning()
  }

  /** What goes on from where `last` ended; first what comes to where the next timed one leaves, or back here. */
  private onward(last: Leg): Leg | undefined {
    const onward = this.untimed.filter((leg) => connects(last, leg))
    const [timed] = this.timed
    const toTimed = timed === undefined ? undefined : onward.find((leg) => this.leadsTo(leg, timed))
    if (toTimed !== undefined) return toTimed
    if (timed !== undefined && connects(last, timed)) return timed
    return onward.find((leg) => this.leadsTo(leg, leg)) ?? onward[0]
  }

  /** Where a chain begins: at home, or where no other one ends. */
  private beginning(): Leg | undefined {
    const { untimed, leavesHome } = this
    const [timed] = this.timed
    if (timed !== undefined) return untimed.find((leg) => this.isBefore(leg, timed)) ?? timed
    const isReached = (leg: Leg): boolean => untimed.some((other) => other !== leg && connects(other, leg))
    return untimed.find(leavesHome) ?? untimed.find((leg) => !isReached(leg)) ?? untimed[0]
  }

  /** True if a chain from `leg` comes to where the timed one leaves, and does not begin where that one leads. */
  private isBefore(leg: Leg, timed: Leg): boolean {
    if (!this.leadsTo(leg, timed)) return false
    if (!this.timed.some((other) => connects(other, leg))) return true
    const [home, timedHome] = [this.leavesHome(leg), this.leavesHome(timed)]
    return home === timedHome ? leg.start < timed.start : home
  }

  /** True if untimed movements from `leg` on come to where `target` leaves. */
  private leadsTo(leg: Leg, target: Leg): boolean {
    const reached = [leg]
    for (const from of reached) {
      if (connects(from, target)) return true
      for (const next of this.untimed) if (!reached.includes(next) && connects(from, next)) reached.push(next)
    }
    return false
  }
}

/** True if one traveller may go on with `later` from where `earlier` ended, on a day on which both do. */
function connects(earlier: Leg, later: Leg): boolean {
  if (earlier.endDay > later.startDay) return false
  if (!mayShareTraveller(earlier.travellers, later.travellers)) return false
  if (earlier.to !== null && later.from !== null) return canContinueFrom(earlier.to, later.from)
  const code = earlier.unknownCodes?.[1] ?? null
  return code !== null && code === (later.unknownCodes?.[0] ?? null)
}

/** The digits of its name as a number: 999 comes before 1000. */
function numberOf({ name }: Leg): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0)
}
