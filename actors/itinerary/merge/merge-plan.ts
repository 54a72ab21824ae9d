/**
 * In which order the fields of a segment are taken from the words it is merged from (RULES 3.5): by name, each with
 * those that are taken with it or not at all. It hangs on the names alone, which are the same ones again and again.
 */
import type { FieldGroup } from '../../../schemas/itinerary/source-row.js'
import { memoize } from '../lib/memoize.js'

export interface PlannedField {
  field: string
  /** Of fields that an installation may rank together. */
  group: FieldGroup | null
  /** Taken from the word that gives the field, where it has them. */
  partners: readonly string[]
}

export interface MergePlan {
  fields: readonly PlannedField[]
  /** Every field, in the order of `taken`, for words that have all of them. */
  blank: Readonly<Record<string, null>>
}

const NOT_MERGED = new Set(['status', 'gds_status', 'supplier_updated', 'travelers', 'trip_id', 'segment_id'])

const GROUPS: Array<[FieldGroup, RegExp]> = [
  ['schedule', /_datetime$|_date$|_time$|_time_zone_id$|^time_zone_id$|^is_all_day$/],
  ['locator', /^confirmation_no$|^booking_confirmation_no$|^ticket_number$|^booking_agent$/],
  ['price', /^price$|^currency$|^rate/],
  ['seat', /^seat_assignment$|^coach$|^cabin|^class_of_service$|^room_|^space_no$/],
  ['names', /^first_name$|^last_name$|^travelers$/],
  [
    'place',
    /address\d$|city_name$|country$|admin_code$|postal_code$|_?lat$|_?lon$|city_code$|_location$|^venue$/,
  ],
]

/** Names of fields kept in mind; senders may make up as many as they like. */
const REMEMBERED = 5_000

const groupOf = memoize(
  REMEMBERED,
  (field): FieldGroup | null => GROUPS.find(([, pattern]) => pattern.test(field))?.[0] ?? null,
)

/** Fields that are taken together or not at all: the first names the group. */
const ATOMS: Array<[RegExp, (field: string) => string[]]> = [
  [/^price$/, () => ['currency']],
  [/^(.*)_datetime$/, (field) => [field.replace(/_datetime$/, '_time_zone_id')]],
  [/^(.*_)?lat$/, (field) => [field.replace(/lat$/, 'lon')]],
  [
    /^(.*_)?address1$/,
    (field) => [field.replace('address1', 'address2'), field.replace('address1', 'postal_code')],
  ],
  [/^last_name$/, () => ['first_name']],
]

const partnersOf = memoize(
  REMEMBERED,
  (field) => ATOMS.find(([pattern]) => pattern.test(field))?.[1](field) ?? [],
)
const FOLLOWERS = /^currency$|_time_zone_id$|(^|_)lon$|address2$|postal_code$|^first_name$/

/** The field that a follower is taken with; null for one that stands for itself. */
const leaderOf = memoize(REMEMBERED, (field): string | null => {
  if (!FOLLOWERS.test(field)) return null
  if (field === 'currency') return 'price'
  if (field === 'first_name') return 'last_name'
  return field
    .replace(/_time_zone_id$/, '_datetime')
    .replace(/lon$/, 'lat')
    .replace(/address2$|postal_code$/, 'address1')
})

function plan(names: ReadonlySet<string>): MergePlan {
  const taken = [...names]
    .filter((field) => !NOT_MERGED.has(field))
    .sort()
    .filter((field) => {
      const leader = leaderOf(field)
      return leader === null || !names.has(leader)
    })
    .map((field) => ({
      field,
      group: groupOf(field),
      partners: partnersOf(field).filter((partner) => names.has(partner)),
    }))
  const all = taken.flatMap(({ field, partners }) => [field, ...partners])
  // What JSON.parse makes, the runtime copies fast.
  return {
    fields: taken,
    blank: JSON.parse(JSON.stringify(Object.fromEntries(all.map((field) => [field, null])))) as Record<
      string,
      null
    >,
  }
}

/** Plans by the names of one word, and by those of one more. */
interface Known {
  plan: MergePlan
  and: Map<readonly string[], Known>
  names: ReadonlySet<string>
}

/** So many plans are kept in mind, then all are forgotten. */
const MOST_PLANS = 2_000
let kept = 0
let first = new Map<readonly string[], Known>()

/**
 * The plan for words with these names, each a list that `namesOf` made (raw.ts), which is one and the same for the same names.
 * Never empty.
 */
export function mergePlan(words: ReadonlyArray<readonly string[]>): MergePlan {
  if (kept > MOST_PLANS) {
    kept = 0
    first = new Map()
  }
  let at: Known | null = null
  for (const names of words) {
    if (at !== null && names.every((name) => (at as Known).names.has(name))) continue
    const known = (at === null ? first : at.and).get(names)
    if (known !== undefined) {
      at = known
      continue
    }
    const all: ReadonlySet<string> = new Set([...(at?.names ?? []), ...names])
    const made: Known = { plan: plan(all), and: new Map(), names: all }
    ;(at === null ? first : at.and).set(names, made)
    kept++
    at = made
  }
  return (at as Known).plan
}
