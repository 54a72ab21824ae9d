/**
 * RULES 5.9.6 Early stay: a hotel or car at the destination that was booked from an hour before the journey
 * is part of it. So is a hotel for the day of arrival, whose check-in time is a guess, and one whose guest comes
 * days late.
 */
import { DAY } from '../../lib/local-time.js'
import type { Leg } from '../legs/leg.js'
import { mayShareTraveller } from '../legs/travellers.js'
import { addLeg, canContinueFrom } from '../path.js'
import type { Path } from '../path.js'
import type { PathBuilder } from '../path-builder.js'
import { MAX_WAIT_DAYS } from '../waiting-times.js'

/** How many later legs are searched for the movements that continue the first one. */
const ONWARD_LEGS = 3

/** Moves the legs of the path that closed last to `path`, which `leg` at `index` has just started. */
export function absorbEarlyStays(builder: PathBuilder, path: Path, leg: Leg, index: number): void {
  const early = builder.closed.at(-1)
  if (early === undefined || early.kind !== 'stay-path' || early.location === null) return
  if (!mayShareTraveller(early.travellers, leg.travellers)) return
  if (leg.start - early.start > DAY && !isHeldForLateGuest(early, leg)) return
  builder.lookUntil(leg.end + DAY)
  const movements = [leg, ...onwardMovements(builder, leg, index)]
  const hasStayedOn = early.end > leg.end || isForDayOfArrival(early, movements)
  if (!hasStayedOn) return
  if (!movements.some(({ to }) => to !== null && canContinueFrom(early.location, to))) return
  builder.closed.pop()
  for (const step of early.legs) addLeg(path, step.leg, step.reason === 'rental' ? 'rental' : 'stay')
}

/** True if the journey begins days after the stays, and every one of them still lasts when its first movement ends. */
function isHeldForLateGuest(early: Path, { start, end }: Leg): boolean {
  return start - early.start <= MAX_WAIT_DAYS * DAY && early.legs.every((stay) => stay.leg.end > end)
}

/** Movements among the next legs that start within a day after `leg` and do not leave home. */
function onwardMovements({ legs, homes }: PathBuilder, leg: Leg, index: number): Leg[] {
  return legs
    .slice(index + 1, index + 1 + ONWARD_LEGS)
    .filter((next) => next.kind === 'movement' && next.start - leg.end < DAY && !homes.isLeftBy(next))
}

/** True if every stay of the path is for a single day, on which one of the movements arrives. */
function isForDayOfArrival(path: Path, movements: readonly Leg[]): boolean {
  return path.legs.every(
    ({ leg }) => leg.startDay === leg.endDay && movements.some((movement) => movement.endDay === leg.endDay),
  )
}
