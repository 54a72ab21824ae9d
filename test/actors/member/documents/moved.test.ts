/** What an update moved (RULES 7.6), against a table of its own. */
import t from 'tap'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { isMaterial, whatMoved } from '../../../../actors/member/documents/moved.js'
import { SEGMENT_RESOURCES } from '../../../../schemas/itinerary/segment-resource.js'
import { Trip } from '../../../../schemas/itinerary/trip.js'
import type { Moved } from '../../../../schemas/webhooks/event.js'
import { bodyPassesFilter } from '../../../../schemas/webhooks/event-filter.js'
import type { EventFilter } from '../../../../schemas/webhooks/event-filter.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { flight, traveller } from '../../../support/traveller.js'

type Fields = Record<string, unknown>

const names = (text: string): string[] => text.trim().split(/\s+/)
/** A change of one of these is always a move, and material. */
const ALWAYS: Array<[Moved, string[]]> = [
  [
    'time',
    names('checkin_date checkout_date begin_time_zone begin_time_zone_id end_time_zone end_time_zone_id'),
  ],
  [
    'place',
    names(`address1 city_name venue hotel_name restaurant_name parking_name place_name destination origin
      origin_name origin_admin_code origin_city_code origin_city_name origin_country origin_lat origin_lon
      destination_name destination_admin_code destination_city_code destination_city_name destination_country
      destination_lat destination_lon pickup_address1 pickup_city_name pickup_location dropoff_address1
      dropoff_city_name dropoff_location embark_address1 embark_city_name embark_name disembark_address1
      disembark_city_name disembark_name start_address1 start_city_name start_name end_address1 end_address2
      end_admin_code end_city_code end_city_name end_country end_lat end_location end_lon end_name
      end_postal_code`),
  ],
  [
    'other',
    names(`activity_name airline airline_name car_company cruise_line ferry_line ferry_number first_name
      flight_num last_name rail_line ship_name train_number transport_company trip_id merged_into
      segment_count`),
  ],
]
/** Always a move, and not material. */
const NOTICED: Array<[Moved, string[]]> = [
  ['gate', names('departure_gate arrival_gate baggage_belt departure_platform arrival_platform')],
  ['terminal', names('departure_terminal arrival_terminal')],
  [
    'seat',
    names(`seat_assignment class_of_service cabin room_type room_description coach cabin_no cabin_type deck
      space_no`),
  ],
]
/** Date-times that move nothing by themselves. */
const NO_SCHEDULE = names('boarding_datetime ticket_valid_from ticket_valid_until')
const MOVES_BY_TABLE = new Map<string, Moved>(
  [...ALWAYS, ...NOTICED].flatMap(([grade, list]) => list.map((n): [string, Moved] => [n, grade])),
)
const MATERIAL_BY_TABLE = new Set(ALWAYS.flatMap(([, list]) => list))

const DOCUMENTS = [...Object.values(SEGMENT_RESOURCES), Trip].map(({ properties }) =>
  Object.keys(properties).filter((name) => name !== 'segments' && name !== 'provenance'),
)
const STATUSES = ['Active', 'Pending', 'Cancelled', 'Merged', 'Deleted']

/** Minutes after midnight as a wall time; null and a day alone as well. */
const time = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 90 }) },
  { weight: 1, arbitrary: fc.constantFrom('day' as const, null) },
)
const wall = (at: number | 'day' | null): string | null => {
  if (at === null) return null
  if (at === 'day') return '2026-03-14'
  return new Date(Date.UTC(2026, 2, 14, 0, at)).toISOString().slice(0, 19)
}
const call = fc.record({
  city_name: fc.constantFrom('Nassau', 'NASSAU', 'Cozumel'),
  arrival_datetime: time.map(wall),
})
const person = fc.record({
  last_name: fc.constantFrom('Lee', 'Kim'),
  seat_assignment: fc.constantFrom('1A', null),
  loyalty_no: fc.constantFrom('7', '8'),
})
const valueOf = (name: string): fc.Arbitrary<unknown> => {
  if (/_datetime(_utc)?$/.test(name)) return time.map(wall)
  if (name === 'status') return fc.constantFrom(...STATUSES)
  if (name === 'confirmation_no') return fc.constantFrom('TF4D7K', 'tf4d7k ', 'EG8821', null)
  if (name === 'port_calls') return fc.array(call, { maxLength: 3 })
  if (name === 'travelers') return fc.array(person, { maxLength: 2 })
  return fc.constantFrom('a', 'b', null)
}

/** Minutes of a wall time, `day` for a day alone. */
const minutes = (text: unknown): number | 'day' | null => {
  if (typeof text !== 'string') return null
  return text.length === 10 ? 'day' : Date.parse(`${text}Z`) / 60_000
}
const hasShifted = (one: unknown, other: unknown): boolean => {
  const [a, b] = [minutes(one), minutes(other)]
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) >= 15 : a !== b
}
const quarters = (doc: Fields, end: string): number => {
  const live = minutes(doc[`${end}actual_datetime`] ?? doc[`${end}estimated_datetime`])
  const scheduled = minutes(doc[`${end}datetime`])
  return typeof live === 'number' && typeof scheduled === 'number' ? Math.trunc((live - scheduled) / 15) : 0
}
const portsOf = (calls: unknown): string[] =>
  (calls as Fields[]).map((one) => String(one['city_name']).toLowerCase())
const all = (people: unknown, key: string): string =>
  (people as Fields[])
    .flatMap((one) => one[key] ?? [])
    .sort()
    .join()
const isOff = (status: unknown): boolean => ['Cancelled', 'Deleted'].includes(String(status))
const locator = (text: unknown): string => String(text).trim().toUpperCase()

/** The grades of one field that differs; those of the second list are not material. */
function gradesOf(name: string, before: Fields, after: Fields): [Moved[], Moved[]] {
  const [one, other] = [before[name], after[name]]
  const grade = MOVES_BY_TABLE.get(name)
  if (grade !== undefined) return MATERIAL_BY_TABLE.has(name) ? [[grade], []] : [[], [grade]]
  if (name === 'status') return [[isOff(one) === isOff(other) ? 'other' : 'cancellation'], []]
  if (name === 'confirmation_no') return [locator(one) === locator(other) ? [] : ['other'], []]
  if (name === 'port_calls') {
    if (portsOf(one).join() !== portsOf(other).join()) return [['place'], []]
    const [times, others] = [one, other].map((calls) => (calls as Fields[]).map((c) => c['arrival_datetime']))
    return [times!.some((at, i) => hasShifted(at, others![i])) ? ['time'] : [], []]
  }
  if (name === 'travelers') {
    const differs = (key: string): boolean => all(one, key) !== all(other, key)
    return [
      [],
      [
        ...(differs('last_name') ? ['other' as const] : []),
        ...(differs('seat_assignment') ? ['seat' as const] : []),
      ],
    ]
  }
  const live = /^(.*)(estimated|actual)_datetime$/.exec(name)?.[1]
  if (live !== undefined) return [[], quarters(before, live) === quarters(after, live) ? [] : ['time']]
  const isSchedule = /_datetime(_utc)?$/.test(name) && !NO_SCHEDULE.includes(name)
  return [isSchedule && hasShifted(one, other) ? ['time'] : [], []]
}

const pairs = fc
  .constantFrom(...DOCUMENTS)
  .chain((fields) =>
    fc
      .subarray(fields, { minLength: 0, maxLength: 4 })
      .chain((changed) =>
        fc.tuple(
          fc.record(Object.fromEntries(fields.map((name) => [name, valueOf(name)]))),
          fc.record(Object.fromEntries(changed.map((name) => [name, valueOf(name)]))),
        ),
      ),
  )

t.test('what moved is what the fields that differ say, and material goes by its rule', async (t) => {
  const seen = new Set<string>()
  const check = (before: Fields, change: Fields): void => {
    const after: Fields = { ...before, ...change }
    const changed = Object.keys(before).filter((n) => JSON.stringify(before[n]) !== JSON.stringify(after[n]))
    const previous = new Map(changed.map((name) => [name, before[name]]))
    const grades = changed.map((name) => gradesOf(name, before, after))
    const moved = whatMoved(previous, (name) => after[name], changed)
    const material = isMaterial(previous, (name) => after[name], changed)
    for (const grade of moved) seen.add(grade)
    const expected = [...new Set(grades.flat(2))].sort()
    const names = changed.join()
    if (moved.toSorted().join() !== expected.join())
      throw new Error(`${names}: ${moved.join()} instead of ${expected.join()}`)
    if (material !== grades.some(([list]) => list.length > 0))
      throw new Error(`${names}: material ${material}`)
  }
  for (const name of new Set(DOCUMENTS.flat()))
    for (const [before, after] of fc.sample(fc.tuple(valueOf(name), valueOf(name)), 20))
      check({ [name]: before }, { [name]: after })
  fc.assert(
    fc.property(pairs, ([before, change]) => {
      check(before, change)
    }),
    { numRuns: propertyRuns(20_000) },
  )
  t.equal(seen.size, 7, 'every grade was seen')
})

t.test(
  'another gate reaches a webhook that is registered as the guide recommends, another seat does not',
  async (t) => {
    const guide = readFileSync('api/docs/guides/reliable-webhooks.md', 'utf8')
    const body = /-d '(\{"url": "https:[\s\S]*?\})'/.exec(guide)?.[1] ?? ''
    const { events, filter } = JSON.parse(body) as { events: string[]; filter: EventFilter }
    const ann = traveller()
    const receives = (more: Fields): string[] =>
      ann
        .post(flight('DL42', 'JFK-ZRH', '2026-03-14T18:30', '2026-03-15T08:05', more))
        .events.filter(({ type, body }) => events.includes(type) && bodyPassesFilter(filter, body.join('')))
        .map(({ type }) => type)
    receives({ departure_gate: 'B22' })
    t.same(receives({ departure_gate: 'C3' }), ['segment.updated'])
    t.same(receives({ departure_gate: 'C3', seat_assignment: '12A' }), [])
    t.same(receives({ departure_gate: 'C3', departure_estimated_datetime: '2026-03-14T18:50' }), [
      'segment.updated',
    ])
  },
)
