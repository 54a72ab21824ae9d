/** A raw segment of a type with every field of the catalogue set to what sources really send. */
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { SEGMENT_DEFINITIONS } from '../../../schemas/segment/catalog.js'
import { commonFields } from '../../../schemas/segment/fields/common.js'
import { fieldKindOf } from '../../../schemas/segment/fields/field-entry.js'
import type { FieldEntry } from '../../../schemas/segment/fields/field-entry.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'

export type Fields = Record<string, unknown>

/** A field's schema, as far as values are made by it. */
interface Shape {
  'x-kind'?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  anyOf?: Shape[]
  items?: { properties: Record<string, Shape> }
}

interface Spot {
  code: string
  city: string
  admin: string
  country: string
  zone: string
  lat: number
  lon: number
}

const SPOTS: readonly Spot[] = [
  {
    code: 'FRA',
    city: 'Frankfurt',
    admin: 'HE',
    country: 'DE',
    zone: 'Europe/Berlin',
    lat: 50.033306,
    lon: 8.570456,
  },
  {
    code: 'ORD',
    city: 'Chicago',
    admin: 'IL',
    country: 'US',
    zone: 'America/Chicago',
    lat: 41.9786,
    lon: -87.9048,
  },
  {
    code: 'HND',
    city: 'Tokyo',
    admin: '13',
    country: 'JP',
    zone: 'Asia/Tokyo',
    lat: 35.552258,
    lon: 139.779694,
  },
  {
    code: 'GRU',
    city: 'São Paulo',
    admin: 'SP',
    country: 'BR',
    zone: 'America/Sao_Paulo',
    lat: -23.432075,
    lon: -46.469511,
  },
  {
    code: 'SYD',
    city: 'Sydney',
    admin: 'NSW',
    country: 'AU',
    zone: 'Australia/Sydney',
    lat: -33.946098,
    lon: 151.177002,
  },
  {
    code: 'BGO',
    city: 'Bergen',
    admin: '46',
    country: 'NO',
    zone: 'Europe/Oslo',
    lat: 60.2934,
    lon: 5.21814,
  },
]

const SOURCES: Readonly<Record<SegmentType, readonly string[]>> = {
  Air: ['airline_lh', 'sabre', 'tmc_egencia'],
  Hotel: ['hotel_hilton', 'expedia'],
  Car: ['car_hertz', 'sabre'],
  Rail: ['sabre', 'tmc_egencia'],
  Cruise: ['email_parser', 'manual'],
  Ferry: ['email_parser', 'manual'],
  Transport: ['email_parser', 'manual'],
  Parking: ['email_parser', 'manual'],
  Restaurant: ['email_parser', 'manual'],
  Activity: ['email_parser', 'manual'],
  Meeting: ['calendar', 'manual'],
  Event: ['calendar', 'manual'],
  Checkin: ['manual'],
}

const WORDS = [
  'Zürich',
  'Aéroport',
  'Nº 4',
  'Ｗｉｎｄｏｗ',
  'late arrival',
  '"quiet"',
  "L'Ermitage",
  'ﬁrst',
  'a\\b',
  '東京駅',
  'Łódź',
  '🚆',
  '50 %',
  'A&B',
  '<b>',
  'MÜLLER/ANNA MRS',
  '12A',
  'two  spaces',
  '\u00a0nbsp',
] as const

/** Words of a line, with what N1 removes around and between them. */
const line = (max: number): Arbitrary<string> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(' ', '  '),
      fc.boolean(),
    )
    .map(([words, space, isPadded]) => (isPadded ? ` ${words.join(space)} ` : words.join(space)))
    .filter((text) => text.length <= max && text.normalize('NFKC').length <= max)

const short = fc.constantFrom('12A', '7', 'B 32', 'Ｃ4', ' 21F ', 'é1')
const text = (max: number): Arbitrary<string> => (max < 60 ? short : line(max))

const BREAKS = ['\n', '\r\n', '\n\n', ' \n'] as const
const lines = fc
  .tuple(fc.array(line(200), { minLength: 1, maxLength: 4 }), fc.constantFrom(...BREAKS))
  .map(([parts, end]) => parts.join(end))

const two = (n: number): string => String(n).padStart(2, '0')

/** `HH:MM`, or with seconds; never midnight, which is written for an unknown time. */
const clock = fc
  .tuple(
    fc.integer({ min: 1, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.option(fc.integer({ min: 0, max: 59 })),
  )
  .map(([h, m, s]) => `${two(h)}:${two(m)}${s === null ? '' : `:${two(s)}`}`)

/** A time of the day, or the day alone. */
const onDay = (day: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: clock.map((time) => `${day}T${time}`) },
    { weight: 1, arbitrary: fc.constant(day) },
  )

const number = (min: number, max: number): Arbitrary<number> => fc.integer({ min, max })

/** What a value of a kind may be, for fields whose name says no more. */
function valueOf(shape: Shape, day: string): Arbitrary<unknown> {
  const { maxLength = 60, minimum = 0, maximum = 0 } = shape
  switch (shape['x-kind']) {
    case 'text':
      return text(maxLength)
    case 'lines':
      return lines
    case 'verbatim':
      return fc.constantFrom('M1LEE/ANN             EABC123 JFKZRHDL 0042', ' kept  as it is\n', 'é\t"x"')
    case 'datetime':
      return onDay(day)
    case 'date':
      return fc.constant(day)
    case 'time':
      return clock
    case 'instant':
      return fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+0000')
    case 'price':
      return fc.constantFrom('612.40', 99, 0.1, '1234.56789', '0')
    case 'currency':
      return fc.constantFrom('EUR', 'JPY', 'CHF')
    case 'integer':
      return number(minimum, maximum)
    case 'boolean':
      return fc.boolean()
    case 'url':
      return fc.constantFrom('https://example.com/a?b=c&d=%20', 'http://example.org/Ä')
    case 'enum':
      return fc.constantFrom(...(shape.enum ?? []).filter((value) => value !== 'Ferry'))
    case 'list':
      return fc.array(entryOf(shape, day), { minLength: 1, maxLength: 3 })
    case 'object':
      return fc.constantFrom(
        { ref: 'A-1', nested: { list: [1, null, ' x '], yes: true } },
        { ключ: ' два  ' },
      )
    default:
      throw new TypeError(`no generator for a field of kind ${String(shape['x-kind'])}`)
  }
}

function entryOf({ items }: Shape, day: string): Arbitrary<Fields> {
  return fc.record(
    Object.fromEntries(
      Object.entries(items?.properties ?? {}).map(([name, shape]) => [
        name,
        valueOf(shape.anyOf?.[0] ?? shape, day),
      ]),
    ),
  )
}

/** The parts of an address, by the end of a field's name. */
function placeValue(
  part: string,
  { code, city, admin, country, zone, lat, lon }: Spot,
): Arbitrary<unknown> | null {
  switch (part) {
    case 'city_name':
      return fc.constantFrom(city, ` ${city} `)
    case 'city_code':
    case 'origin':
    case 'destination':
      return fc.constantFrom(code, code.toLowerCase())
    case 'admin_code':
      return fc.constant(admin)
    case 'country':
      return fc.constant(country)
    case 'lat':
      return fc.constantFrom(lat, String(lat), lat + 1e-14)
    case 'lon':
      return fc.constantFrom(lon, String(lon))
    case 'time_zone_id':
      return fc.constant(zone)
    default:
      return null
  }
}

/** People whom nobody takes for one another; the first is the member of the tests. */
export const PEOPLE = [
  { first_name: 'Ada', last_name: 'Demo' },
  { first_name: 'Bo', last_name: 'Chen' },
  { first_name: 'Wenceslas', last_name: 'Okafor' },
  { first_name: 'Ｉｎéｓ', last_name: 'Ibáñez' },
] as const

const travelers = fc
  .tuple(
    fc.shuffledSubarray([...PEOPLE.slice(1)], { minLength: 0 }),
    fc.nat(),
    fc.integer({ min: 1, max: 9 }),
  )
  .map(([others, at, digit]) => {
    const people: Fields[] = others.map((one) => ({ ...one }))
    people.splice(at % (people.length + 1), 0, { ...PEOPLE[0] })
    return people.map((one, row) => ({
      ...one,
      name: `${String(one['first_name'])} ${String(one['last_name'])}`,
      ticket_number: `220${digit}00000000${row}`,
      seat_assignment: ` ${digit}${row}Ｃ`,
      loyalty_no: `${digit}${row} 77`,
    }))
  })

const NAMED: Readonly<Record<string, Arbitrary<unknown>>> = {
  status: fc.constantFrom('Active', 'Pending'),
  gds_status: fc.constant('HK'),
  first_name: fc.constant('Ada'),
  last_name: fc.constant('Demo'),
  phone: fc.constantFrom('+41 44 123 45 67', '0800 FLY 123 ext. 4'),
  support_phone: fc.constant('+1 (312) 555-0100'),
  confirmation_no: fc.constantFrom('9KTRB4', 'eg-88213', 'PNR: Q7X 2LM'),
  airline: fc.constantFrom('LH', 'Lufthansa', 'BA'),
  pickup_phone: fc.constant('+49 69 690 1'),
  dropoff_phone: fc.constant('(312) 555 0199'),
  flight_num: number(1, 9999).map((n) => (n % 2 === 0 ? String(n) : `0${n}`.slice(-4))),
  travelers,
}

/** The fields of one segment, without its type. `day`: its first day. */
export function generatedSegment(type: SegmentType, day: string): Arbitrary<Fields> {
  return fc.shuffledSubarray([...SPOTS], { minLength: 2, maxLength: 2 }).chain(([from, to]) => {
    const { fields } = SEGMENT_DEFINITIONS[type]
    const made: Record<string, Arbitrary<unknown>> = { source: fc.constantFrom(...SOURCES[type]) }
    for (const [name, entry] of [...Object.entries(fields), ...Object.entries(commonFields)]) {
      if (entry.presence === 'documentOnly' || name === 'source') continue
      made[name] = fieldValue(type, name, entry, { from: from as Spot, to: to as Spot, day })
    }
    return fc.record(made).map((segment) => withOwnEntry({ type, ...segment }))
  })
}

/** What a source says of the member it says alike in the list of travellers. */
function withOwnEntry(segment: Fields): Fields {
  const people = segment['travelers'] as Fields[]
  for (const one of people.filter(({ first_name: first }) => first === PEOPLE[0].first_name))
    for (const name of Object.keys(one)) one[name] = segment[name] ?? one[name]
  return segment
}

interface Journey {
  from: Spot
  to: Spot
  day: string
}

function fieldValue(type: SegmentType, name: string, entry: FieldEntry, at: Journey): Arbitrary<unknown> {
  const { from, to, end } = SEGMENT_KINDS[type]
  const known = NAMED[name]
  if (known !== undefined) return known
  const isTo = to !== null && (name === to.text || (to.prefix !== '' && name.startsWith(to.prefix)))
  const isArrival = isTo || entry.role === 'endZone' || entry.role === 'end'
  const spot = isArrival && (to !== null || end !== null) ? at.to : at.from
  const prefix = (isTo ? to?.prefix : from.prefix) ?? ''
  const part = name.startsWith(prefix) ? name.slice(prefix.length) : name
  // One source's segments of one entry would replace one another (RULES 3.2).
  if (name === 'entry_id') return text(60).map((id) => `${id} ${type}`)
  const place =
    placeValue(name.endsWith('time_zone_id') ? 'time_zone_id' : part, spot) ?? placeValue(name, spot)
  if (place !== null) return place
  // Two days later: the end is after the start in whatever zones.
  return valueOf(entry.schema as Shape, isArrival ? dayAfter(at.day, 2) : at.day)
}

/** The day `days` after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Kind and role of every field that may be submitted, by name. */
export function submittedFields(type: SegmentType): Map<string, FieldEntry & { kind: string | undefined }> {
  return new Map(
    [...Object.entries(SEGMENT_DEFINITIONS[type].fields), ...Object.entries(commonFields)]
      .filter(([, entry]) => entry.presence !== 'documentOnly')
      .map(([name, entry]) => [name, { ...entry, kind: fieldKindOf(entry) }]),
  )
}
