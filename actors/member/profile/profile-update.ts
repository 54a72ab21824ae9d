/**
 * PUT /v2/me (contract.md 3, Member): changes of the member record. A change of home keeps the earlier homes.
 */
import { comparisonForm, normaliseText } from '../../../schemas/base/text.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { languageOf } from '../../itinerary/naming/language.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import { changedFields, FixedDocument } from '../documents/fixed-document.js'
import type { Intake } from '../intake/intake.js'
import { refuseOutdated } from '../intake/refusals.js'
import { updateTravellerRoles } from '../segments/segment-legs.js'
import { applyHomeChange, changesHome, homeAt, recordedHomes, sortHomes } from './home-change.js'
import type { StoredHome } from './stored-home.js'

/** Fields that are stored as sent. */
const PLAIN_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'gender',
  'zip',
  'time_zone_id',
  'language',
  'plausibility_warnings',
  'url',
  'profile_image_url',
  'status',
]

/** Applies the fields that the body sets to the member record. */
export function updateProfile(intake: Intake, body: Fields): void {
  const { state, effects, batch, env } = intake
  const before = { ...state.profile }
  const expected = batch.message.envelope.expects?.doc
  if (expected !== undefined && !sameJson(JSON.parse(expected), before)) {
    refuseOutdated(batch)
    return
  }
  const next: Fields = { ...before }
  for (const name of PLAIN_FIELDS) if (body[name] !== undefined) next[name] = body[name]
  if (Array.isArray(body.homes)) next.homes = withHomes(before, body.homes as StoredHome[])
  else if (changesHome(body)) next.homes = applyHomeChange(before, body, env)
  if (next.homes !== before.homes) {
    next.homes = (next.homes as StoredHome[]).map(withState)
    showPresentHome(next, before, body, env.now)
  }
  if (
    languageOf(next.language) !== languageOf(before.language) ||
    (next.plausibility_warnings === false) !== (before.plausibility_warnings === false)
  )
    effects.renderAll = true
  batch.resource = { kind: 'member', id: state.id }
  if (JSON.stringify(before) === JSON.stringify(next)) return
  next.updated = instantText(env.now)
  state.profile = next
  effects.profileChanged = true
  if (next.first_name !== before.first_name || next.last_name !== before.last_name) {
    updateTravellerRoles(state)
    // RULES 3.5.4: which of several travellers a segment shows.
    for (const segment of state.segments.values())
      if ((segment.leg?.travellers.length ?? 0) > 1) effects.toMerge.add(segment)
  }
  effects.otherChanges.push({
    type: 'member.updated',
    resourceId: state.id,
    object: next,
    previous: changedFields(FixedDocument.of(before), FixedDocument.of(next)),
    material: true,
  })
}

/** A home with its state or province under both names (contract.md 3). */
function withState(home: StoredHome): StoredHome {
  return { ...home, state: home.admin_code }
}

/** The recorded homes with these ones added; one that begins on the same day is replaced. */
function withHomes(profile: Fields, homes: readonly StoredHome[]): StoredHome[] {
  const days = new Set(homes.map((home) => home.from ?? null))
  return sortHomes([...recordedHomes(profile).filter((home) => !days.has(home.from ?? null)), ...homes])
}

/**
 * Copies the home in force now to the plain fields. A time zone that the member chose stays as long as the
 * city does.
 */
function showPresentHome(next: Fields, before: Fields, body: Fields, now: number): void {
  const home = homeAt(next.homes as StoredHome[], now)
  if (home === null) return
  Object.assign(next, {
    home_city: home.city,
    state: home.admin_code,
    admin_code: home.admin_code,
    country: home.country,
    home_city_lat: textOrNull(home.lat),
    home_city_lon: textOrNull(home.lon),
    home_airports: home.airports,
  })
  if (body.time_zone_id === undefined && hasOtherZone(before, home, now))
    next.time_zone_id = home.time_zone_id
}

function textOrNull(value: string | number | null): string | null {
  return value === null ? null : String(value)
}

/**
 * True if the home's zone is known, and the home is in another city or zone than the record `before` the
 * change.
 */
function hasOtherZone(before: Fields, home: StoredHome, now: number): boolean {
  if (home.time_zone_id === null) return false
  const previous = homeAt(sortHomes(recordedHomes(before)), now)
  return (
    comparisonForm(normaliseText(before.home_city) ?? '') !== comparisonForm(home.city ?? '') ||
    previous?.time_zone_id !== home.time_zone_id
  )
}
