/** The names that `changed_fields` of a filter may have (webhooks.md 2.1): the fields of what the events are about. */
import { Account } from '../itinerary/account.js'
import { Member } from '../itinerary/member.js'
import { SEGMENT_RESOURCES } from '../itinerary/segment-resource.js'
import { Trip } from '../itinerary/trip.js'
import { likelyWord } from '../hints/likely-word.js'

/** By the first word of the type of event. Only these resources have updates. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  trip: Object.keys(Trip.properties),
  segment: [
    ...new Set(Object.values(SEGMENT_RESOURCES).flatMap(({ properties }) => Object.keys(properties))),
  ],
  account: Object.keys(Account.properties),
  member: Object.keys(Member.properties),
}
const ALL = Object.keys(FIELDS)

/** What is wrong with one name, and the name that was probably meant. */
export interface UnknownName {
  /** Position in the list. */
  at: number
  name: string
  /** Such as `trip or segment`. */
  resources: string
  likely: string | null
}

/** The names that no resource of the events has. Events other than updates have no changed fields. */
export function unknownChangedFields(
  names: readonly string[],
  events: readonly string[] = ['*'],
): UnknownName[] {
  const concerned = events.includes('*') ? ALL : ALL.filter((one) => events.includes(`${one}.updated`))
  // Without updates the names exclude nothing: they may be those of any resource.
  const resources = concerned.length === 0 ? ALL : concerned
  const known = [...new Set(resources.flatMap((resource) => FIELDS[resource]!))]
  return names.flatMap((name, at) =>
    known.includes(name)
      ? []
      : [{ at, name, resources: resources.join(' or '), likely: likelyWord(name, known) }],
  )
}
