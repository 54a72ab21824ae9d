/** PUT /v2/me (contract.md 3, Member): a change of home keeps the past. */
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import { normaliseText, comparisonForm } from '../../../schemas/base/text.js'
import { utcText } from '../../itinerary/lib/local-time.js'
import { changedFields } from '../documents/changed-fields.js'
import type { Env } from '../env.js'
import { homeAt, applyHomeChange, recordedHomes, sortHomes, changesHome } from './home-change.js'
import { refuseOutdated } from '../intake/step-effects.js'
import type { PendingBatch, StepEffects } from '../intake/step-effects.js'
import type { StoredHome } from './homes.js'
import type { MemberState } from '../state.js'

const PLAIN = [
  'first_name',
  'last_name',
  'email',
  'gender',
  'zip',
  'time_zone_id',
  'url',
  'profile_image_url',
  'status',
]

/** Applies the changed fields of the member record. */
export function updateProfile(
  state: MemberState,
  step: StepEffects,
  pending: PendingBatch,
  body: Fields,
  env: Env,
): void {
  const before = { ...state.profile }
  const read = pending.message.envelope.expects?.doc
  if (read !== undefined && !sameJson(JSON.parse(read), before)) {
    refuseOutdated(pending)
    return
  }
  const next: Record<string, unknown> = { ...state.profile }
  for (const name of PLAIN) if (body[name] !== undefined) next[name] = body[name]
  if (Array.isArray(body.homes)) {
    const given = body.homes as StoredHome[]
    const dates = new Set(given.map((home) => home.from ?? null))
    next.homes = sortHomes([
      ...recordedHomes(before).filter((home) => !dates.has(home.from ?? null)),
      ...given,
    ])
  } else if (changesHome(body)) next.homes = applyHomeChange(before, body, env)
  const rehomed = next.homes !== before.homes
  if (rehomed) step.regroupAll = true
  const present = rehomed ? homeAt(next.homes as StoredHome[], env.now) : null
  if (present !== null) {
    const text = (value: string | number | null): string | null => (value === null ? null : String(value))
    Object.assign(next, {
      home_city: present.city,
      state: present.admin_code,
      country: present.country,
      home_city_lat: text(present.lat),
      home_city_lon: text(present.lon),
      home_airports: present.airports,
    })
    // A zone that was chosen stays for as long as the city does.
    if (body.time_zone_id === undefined && movedZone(before, present, env.now))
      next.time_zone_id = present.time_zone_id
  }
  pending.resource = { kind: 'member', id: state.id }
  if (JSON.stringify(before) === JSON.stringify(next)) return
  next.updated = utcText(env.now)
  state.profile = next
  step.profileChanged = true
  step.otherChanges.push({
    type: 'member.updated',
    resourceId: state.id,
    object: next,
    previous: changedFields(JSON.stringify(before), JSON.stringify(next)),
    material: true,
  })
}

/** Whether the present home is in another city than the record `before` shows, and in a known zone. */
function movedZone(before: Fields, present: StoredHome, now: number): boolean {
  if (present.time_zone_id === null) return false
  const held = homeAt(sortHomes(recordedHomes(before)), now)
  return (
    comparisonForm(normaliseText(before.home_city) ?? '') !== comparisonForm(present.city ?? '') ||
    held?.time_zone_id !== present.time_zone_id
  )
}
