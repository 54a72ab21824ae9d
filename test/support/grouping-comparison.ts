/** Compares the groups that were kept up to date step by step with a rebuild from the live legs. */
import type { Leg } from '../../actors/itinerary/grouping/legs/leg.js'
import { groupedLegs } from '../../actors/itinerary/grouping/timeline/timeline.js'
import type { Group } from '../../actors/itinerary/grouping/timeline/timeline.js'
import { groupLegs } from '../../actors/itinerary/grouping/timeline/update-timeline.js'
import type { MemberState } from '../../actors/member/model.js'

/** The groups of a member as text: a line for each, with its legs and reasons. */
export function groupingOf({ timeline }: MemberState): string {
  return textOf(timeline.groups)
}

/** The same after a rebuild. */
export function rebuiltGroupingOf({ segments, timeline }: MemberState): string {
  const legs = [...segments.values()].map(({ leg }) => leg).filter((leg): leg is Leg => leg !== null)
  return textOf(groupLegs(legs, timeline.homes))
}

function textOf(groups: readonly Group[]): string {
  return groups
    .map((group) =>
      groupedLegs(group)
        .map(({ leg, reason }) => `${leg.id} ${reason}`)
        .sort()
        .join(' '),
    )
    .filter((line) => line !== '')
    .sort()
    .join('\n')
}
