/**
 * What a viewer of an application sees of its travellers: that something happened, to which ids, and whether it arrived.
 * Names, places, times and numbers of a booking are for those who also handle credentials (oauth.md 5.9, 151).
 */
import type { TeamRole } from '../../../../schemas/oauth/team.js'

/** What says nothing about a person: what an event is, and the ids and states of what it is about. */
const SHOWN = new Set([
  ...[
    'id',
    'type',
    'created',
    'updated',
    'sequence',
    'api_version',
    'version',
    'test',
    'status',
    'timestamp',
  ],
  ...['member_id', 'resource_id', 'trip_id', 'segment_id', 'callback_id', 'event_id', 'changed_fields'],
])
const HIDDEN = '[hidden from viewers]'

/** Whether the role sees data of travellers. */
export function seesTravellers(role: TeamRole | null): boolean {
  return role === 'owner' || role === 'developer'
}

/** The body of an event or of a request, JSON, indented; with the values of a viewer's fields alone. */
export function bodyFor(role: TeamRole | null, body: string): string {
  const value = JSON.parse(body) as unknown
  return JSON.stringify(seesTravellers(role) ? value : redacted(value, false), null, 2)
}

/** What a receiver answered, which may repeat what it was sent. */
export function answerFor(role: TeamRole | null, answer: string): string {
  return seesTravellers(role) || answer === '' ? answer : HIDDEN
}

/** Names of trips, which are made of places and people; null in the place of each. */
export function tripNamesFor(
  role: TeamRole | null,
  names: ReadonlyArray<string | null>,
): ReadonlyArray<string | null> {
  return seesTravellers(role) ? names : names.map(() => null)
}

function redacted(value: unknown, isShown: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => redacted(one, isShown))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, redacted(one, SHOWN.has(name))]),
    )
  return isShown || value === null ? value : HIDDEN
}
