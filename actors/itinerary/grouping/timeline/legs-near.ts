/** RULES 2.2: the legs that a change may affect, so that their segments are loaded before it is applied. */
import type { Id } from '../../../../schemas/base/ids.js'
import { DAY } from '../../lib/local-time.js'
import { lowerBound } from '../../lib/lower-bound.js'
import type { Leg } from '../legs/leg.js'
import { hasReturnedToDepartureAirport } from '../rules/unreported-drive.js'
import { groupsBetween, MAX_LOOKAHEAD } from './timeline.js'
import type { Group, Timeline } from './timeline.js'
import { HOME_LEG_REACH, MAX_WAIT_DAYS } from '../waiting-times.js'

/**
 * A leg that is in no path may join one that the change creates. Such legs are loaded if they are this close to
 * the change. That is wider than HOME_LEG_REACH: a leg too many only costs its loading, but a missing one repeats
 * the step with the whole member.
 */
const LEG_RANGE = 7 * DAY
/** The same for points, which may be 14 days away (RULES 5.12.4). */
const POINT_RANGE = MAX_WAIT_DAYS * DAY

/**
 * Ids of the legs of the groups around, before and after a change that lies between `begin` and `end` (epoch
 * milliseconds), of paths without a return, and of the legs near it.
 */
export function legsNear(timeline: Timeline, begin: number, end: number): Set<Id> {
  const ids = new Set<Id>()
  for (const { path, points } of groupsNear(timeline, begin, end)) {
    for (const { leg } of path.legs) ids.add(leg.id)
    for (const id of points.keys()) ids.add(id)
  }
  addLegsBetween(timeline.legs, begin - LEG_RANGE, end + LEG_RANGE, ids)
  addLegsBetween(timeline.points, begin - POINT_RANGE, end + POINT_RANGE, ids)
  return ids
}

function groupsNear(timeline: Timeline, begin: number, end: number): Set<Group> {
  const groups = new Set(groupsBetween(timeline, begin - HOME_LEG_REACH, end + HOME_LEG_REACH))
  const next = lowerBound(timeline.groups, (group) => group.path.start <= end)
  for (const group of [timeline.groups[next], timeline.groups[next - 1]])
    if (group !== undefined) groups.add(group)
  addOpenEndedGroups(timeline, begin, groups)
  return groups
}

function addLegsBetween(legs: readonly Leg[], begin: number, end: number, ids: Set<Id>): void {
  for (let i = lowerBound(legs, (leg) => leg.orderAt < begin); i < legs.length; i++) {
    const leg = legs[i] as Leg
    if (leg.orderAt > end) return
    ids.add(leg.id)
  }
}

/**
 * Adds groups before `instant` that a leg at `instant` may extend: paths without a return, and paths that
 * stayed open while another one left home (RULES 5.14). That was decided when somebody left home, so that a
 * path may have waited since the last departure, however long ago.
 */
function addOpenEndedGroups(timeline: Timeline, instant: number, groups: Set<Group>): void {
  const recent = groupsBetween(timeline, instant - MAX_LOOKAHEAD, instant)
  recent.forEach((group, i) => {
    const { firstMove, returnedAt, end } = group.path
    const outlastsNext = (recent[i + 1]?.path.start ?? Infinity) < end
    if (firstMove !== null && (returnedAt === null || outlastsNext)) groups.add(group)
  })
  let hasDrivenHome = false
  let i = lowerBound(timeline.groups, (group) => group.path.start < instant - MAX_LOOKAHEAD) - 1
  for (; i >= 0; i--) {
    const group = timeline.groups[i] as Group
    const { path } = group
    const drivesHome = hasReturnedToDepartureAirport(path, timeline.homes.homeOn(path.endDay))
    // Of the paths that ended with an unreported drive only the last can go on.
    if (path.firstMove !== null && path.returnedAt === null && !(drivesHome && hasDrivenHome))
      groups.add(group)
    if (path.leftHome !== null) return
    hasDrivenHome ||= drivesHome
  }
}
