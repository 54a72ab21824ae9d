/**
 * RULES 5.2.3 Journeys weeks apart: without a given home, what follows after weeks is another journey, unless it
 * goes back to where the earlier one began.
 */
import { DAY } from '../lib/local-time.js'
import { isSameCity } from '../places/place.js'
import { HomesOfJourney } from './journey-home.js'
import { isLodging } from './legs/leg.js'
import type { Leg } from './legs/leg.js'
import { mayShareTraveller } from './legs/travellers.js'
import { canContinueFrom, sharesLocator } from './path.js'
import type { Path } from './path.js'
import type { PathBuilder } from './path-builder.js'
import { MAX_LEGS_AHEAD, MAX_VISIT_DAYS, MAX_WAIT_DAYS } from './waiting-times.js'

/** After a week in a place without a hotel, a round trip from there is a journey from home. */
const SETTLED_DAYS = 7

/** Closes the paths of the traveller of `leg`, at `index` of the legs, that it does not continue. */
export function closeEndedJourneys(builder: PathBuilder, leg: Leg, index: number): void {
  if (builder.homes.areGiven) return
  for (const path of builder.awayPaths()) {
    const wait = leg.start - path.end
    if (wait < SETTLED_DAYS * DAY || !mayShareTraveller(path.travellers, leg.travellers)) continue
    if (sharesLocator(path, leg)) continue
    const hasEnded =
      wait > MAX_WAIT_DAYS * DAY
        ? !isVisitGoingOn(builder, path, leg, index)
        : leavesNewHome(builder, path, leg, index)
    if (hasEnded) builder.close(path)
  }
}

/** A movement that goes back ends a long visit; so does the one after a stay. */
function isVisitGoingOn(builder: PathBuilder, path: Path, leg: Leg, index: number): boolean {
  if (leg.start - path.end > MAX_VISIT_DAYS * DAY) return false
  const first = leg.kind === 'movement' ? leg : builder.nextMovement(index + 1, leg.travellers)
  return first !== null && new JourneyAhead(builder, path, index + 1).follow(first) === 'start-of-path'
}

/**
 * True if the movement begins a round trip from where the path has been for a week, and the traveller does not
 * go back to where the path began afterwards: the path was the way home.
 */
function leavesNewHome(builder: PathBuilder, path: Path, leg: Leg, index: number): boolean {
  if (leg.kind !== 'movement' || path.kind !== 'journey') return false
  if (path.firstMove === null || builder.homes.isLeftBy(path.firstMove)) return false
  if (path.location === null || leg.from === null || !canContinueFrom(path.location, leg.from)) return false
  const hasHotel = path.legs.some(
    (step) => isLodging(step.leg) && canContinueFrom(step.leg.from, path.location),
  )
  if (hasHotel) return false
  const ahead = new JourneyAhead(builder, path, index + 1)
  if (ahead.follow(leg) !== 'own-start') return false
  for (let next = ahead.next(); next !== null; next = ahead.next()) {
    const end = ahead.follow(next)
    if (end !== 'own-start') return end !== 'start-of-path'
  }
  return true
}

/** The movements of a path's travellers after a leg, for as long as they wait no longer than two weeks. */
class JourneyAhead {
  private readonly homes: HomesOfJourney
  private readonly endIndex: number
  private last: Leg | null = null

  constructor(
    private readonly builder: PathBuilder,
    private readonly path: Path,
    private index: number,
  ) {
    this.homes = new HomesOfJourney(builder.homes, path)
    this.endIndex = Math.min(builder.legs.length, index + MAX_LEGS_AHEAD)
  }

  /** Where the journey that `first` begins comes first: to the start of the path, to its own, or to neither. */
  follow(first: Leg): 'start-of-path' | 'own-start' | 'elsewhere' {
    for (let leg: Leg | null = first; leg !== null; leg = this.next()) {
      this.last = leg
      if (this.homes.isReachedBy(leg)) return 'start-of-path'
      if (leg.to === null) return 'elsewhere'
      if (leg !== first && isSameCity(leg.to, first.from)) return 'own-start'
    }
    return 'elsewhere'
  }

  /** The next movement from where the last one ended; null if there is none, or the first is from elsewhere. */
  next(): Leg | null {
    const { builder, last, path } = this
    if (last === null) return null
    const limit = last.end + MAX_WAIT_DAYS * DAY
    for (; this.index < this.endIndex; this.index++) {
      const leg = builder.legs[this.index] as Leg
      builder.lookUntil(Math.min(leg.orderAt, limit))
      if (leg.orderAt > limit) return null
      if (leg.kind !== 'movement' || leg.start < last.end) continue
      if (!mayShareTraveller(leg.travellers, path.travellers)) continue
      this.index++
      return canContinueFrom(last.to, leg.from) ? leg : null
    }
    if (this.endIndex === builder.legs.length) builder.lookUntil(limit)
    return null
  }
}
