/** An itinerary as each system displays it is read as it was: over years, new year, midnight and the date line. */
import fc from 'fast-check'
import t from 'tap'
import { pnr } from '../../../../actors/readers/pnr/pnr.js'
import { dayText } from '../../../../schemas/base/wall-time.js'
import type { RawFields } from '../../../../schemas/segment/validation/end-relations.js'
import { context } from '../../../corpus/reference-world.js'
import { propertyRuns } from '../../../support/property-runs.js'

const DAY_MS = 86_400_000
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const LOCATOR = 'QZ7RT2'

const two = (number: number): string => String(number).padStart(2, '0')
const at = (day: number): Date => new Date(day * DAY_MS)
const dayMonth = (day: number): string => two(at(day).getUTCDate()) + MONTHS[at(day).getUTCMonth()]!
const dated = (day: number): string => dayMonth(day) + two(at(day).getUTCFullYear() % 100)
/** Monday is 0. */
const weekday = (day: number): number => (at(day).getUTCDay() + 6) % 7
const pair = (day: number): string => ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][weekday(day)]!
const clock24 = (minute: number): string => two(Math.floor(minute / 60)) + two(minute % 60)
function clock12(minute: number): string {
  const hour = Math.floor(minute / 60)
  const half =
    new Map([
      [0, 'M'],
      [720, 'N'],
    ]).get(minute) ?? 'AP'[Math.floor(hour / 12)]!
  return `${hour % 12 || 12}${two(minute % 60)}${half}`.padStart(5)
}
const wall = (day: number, minute: number): string =>
  `${dayText(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`

interface Flight {
  kind: 'flight'
  day: number
  carrier: string
  number: number
  letter: string
  from: string
  to: string
  status: string
  seats: number
  departure: number
  arrival: number
  /** Days from departure to arrival. */
  change: number
  operator: string | null
}
interface Stay {
  kind: 'hotel' | 'car'
  day: number
  nights: number
  vendor: string
  city: string
  status: string
  confirmation: string
}

/** How a system writes a line: number, segment, and whether the clock has 12 hours. */
interface System {
  source: string
  head: (made: number) => string[]
  foot: (made: number) => string[]
  flight: (n: number, one: Flight, clock: (minute: number) => string) => string
  hotel: (n: number, one: Stay) => string
  car: (n: number, one: Stay) => string
}

const number = (one: Flight, width = 4): string => String(one.number).padStart(width)
const sign = (one: Flight, plus: string): string =>
  ({ [-1]: '-1', 0: '', 1: `${plus}1`, 2: `${plus}2` })[one.change]!
const between = (one: Flight): string => ({ [-1]: '-', 0: ' ', 1: '#', 2: '*' })[one.change]!
const travelport = (made: number): string[] => [`${LOCATOR}/WS QSBIV VTL9WS  AG 99999992 ${dayMonth(made)}`]

const travelportHotel = (dot: string) => (n: number, one: Stay) =>
  ` ${n}${dot} HHL ${one.vendor} ${one.status}1 ${one.city} ${dayMonth(one.day)}-${dayMonth(one.day + one.nights)}` +
  ` ${String(one.nights).padStart(2)}NT 17560  HOTEL MIRAMAR   1C1DRAC -1/RG-EUR69.00/CF-${one.confirmation} *`
const travelportCar = (dot: string) => (n: number, one: Stay) =>
  ` ${n}${dot} CCR ${one.vendor} ${one.status}1 ${one.city} ${dayMonth(one.day)}-${dayMonth(one.day + one.nights)}` +
  ` ECMR/RG-EUR39.42DY-UNL/ARR-1337/DT-0800/CF-${one.confirmation}`

const SYSTEMS: readonly System[] = [
  {
    source: 'amadeus',
    head: (made) => [`RP/ZRHXX1234/ZRHXX1234            AB/SU  ${dated(made)}/0839Z   ${LOCATOR}`],
    foot: () => [' 90 AP ZRH 044 000 00 00', ' 91 TK OK'],
    flight: (n, one, clock) =>
      ` ${two(n)}  ${one.carrier}${number(one)} ${one.letter} ${dayMonth(one.day)} ${weekday(one.day) + 1}` +
      `${n % 2 === 0 ? '*' : ' '}${one.from}${one.to} ${one.status}${one.seats}  ` +
      (n % 3 === 0
        ? `${clock(one.departure)} ${clock(one.arrival)} ${dayMonth(one.day + one.change)}  E  ${one.carrier}/${LOCATOR}`
        : `     2 ${clock(one.departure)} ${clock(one.arrival)}${sign(one, '+')}  77W E 0 M`),
    hotel: (n, one) =>
      ` ${two(n)} HTL ${one.vendor} ${one.status}1 ${one.city} ${dayMonth(one.day)}-${dayMonth(one.day + one.nights)}` +
      `/HOTEL MIRAMAR/SEA STREET 4/CF-${one.confirmation}`,
    car: (n, one) =>
      ` ${two(n)} CCR ${one.vendor} ${one.status}1 ${one.city} ${dayMonth(one.day)} ${dayMonth(one.day + one.nights)}` +
      ` ECMR/BS-0000\n    /ARR-1337/RC-SD-XEU/RT-0800/CF-${one.confirmation}\n    **SEE RTSVCC**`,
  },
  {
    source: 'sabre',
    head: () => [],
    foot: (made) => ['REMARKS', '  1.NONE', `6IIF.Y2CG*A41 0357/${dated(made)} QZTRTZ H`],
    flight: (n, one, clock) =>
      ` ${n} ${one.carrier}${number(one)}${one.letter} ${dayMonth(one.day)} ${'MTWQFJS'[weekday(one.day)]!} ` +
      `${one.from}${one.to}*${one.status}${one.seats}  ${clock(one.departure)} ${clock(one.arrival)}` +
      (n % 2 === 0 || one.change < 1
        ? sign(one, '¥')
        : `  ${dayMonth(one.day + one.change)} ${'MTWQFJS'[weekday(one.day + one.change)]!}`) +
      ` /DC${one.carrier} /E`,
    hotel: (n, one) =>
      ` ${n}  HTL ${one.vendor} ${dayMonth(one.day)} ${'MTWQFJS'[weekday(one.day)]!} ${one.status}1  ${one.city}` +
      `/OUT${dayMonth(one.day + one.nights)}/HOTEL MIRAMAR/DBLB/MODR/TA05\n578602/CF-${one.confirmation}`,
    car: (n, one) =>
      ` ${n}  CAR ${one.vendor} ${dayMonth(one.day)} ${'MTWQFJS'[weekday(one.day)]!} ${one.status}1  ${one.city}` +
      `/${dayMonth(one.day + one.nights)}/ECMR/ARR-137P/RET-8A/CF-${one.confirmation}`,
  },
  {
    source: 'travelport_galileo',
    head: travelport,
    foot: () => ['FONE-SFOR:8775586621'],
    flight: (n, one, clock) =>
      ` ${n}. ${one.carrier} ${number(one)} ${one.letter}  ${dayMonth(one.day)} ${one.from}${one.to} ` +
      `${one.status}${one.seats}  ${clock(one.departure)} ${between(one)} ${clock(one.arrival)} O*       E ${pair(one.day)}`,
    hotel: travelportHotel('.'),
    car: travelportCar('.'),
  },
  {
    source: 'travelport_apollo',
    head: travelport,
    foot: () => ['FONE-SFOAS/800-750-0000'],
    flight: (n, one, clock) =>
      ` ${n} ${one.carrier}${number(one)}${one.letter} ${dayMonth(one.day)} ${one.from}${one.to} ` +
      `${one.status}${one.seats}  ${clock(one.departure)} ${clock(one.arrival).padEnd(5)}` +
      `${{ [-1]: '-', 0: ' ', 1: '|', 2: '2' }[one.change]!}*  ` +
      `${pair(one.day)}${one.change === 0 ? '' : `/${pair(one.day + one.change)}`}   E  1`,
    hotel: travelportHotel(''),
    car: travelportCar(''),
  },
  {
    source: 'travelport_worldspan',
    head: () => [`1P- ${LOCATOR} ¬`],
    foot: () => ['P- 1.T4SH*1-¬'],
    flight: (n, one, clock) =>
      `${n} ${one.carrier}${number(one)}${one.letter} ${dayMonth(one.day)} ${pair(one.day)} ${one.from}${one.to} ` +
      `${one.status}${one.seats}  ${clock(one.departure)} ${clock(one.arrival)}${sign(one, '#')} /O E @¬`,
    hotel: travelportHotel(''),
    car: travelportCar(''),
  },
]

const letters = (length: number) =>
  fc
    .array(fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ'), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const statuses = fc.constantFrom('HK', 'HL', 'TK', 'UN', 'UC', 'NO', 'HX', 'KL', 'SC', 'RR', 'KK', 'SS', 'NN')
const gap = fc.nat(25)
const flight = fc.record({
  kind: fc.constant('flight' as const),
  gap,
  carrier: fc.constantFrom('LH', 'UA', 'W3', '9W', '3U', 'SQ', 'TK', 'AP'),
  number: fc.integer({ min: 1, max: 9999 }),
  letter: fc.constantFrom(...'FJYMKQTOZ'),
  from: letters(3),
  to: letters(3),
  status: statuses,
  seats: fc.integer({ min: 1, max: 9 }),
  departure: fc.integer({ min: 1, max: 1439 }),
  arrival: fc.oneof(fc.nat(1439), fc.constantFrom(0, 720, 60, 780)),
  change: fc.constantFrom(0, 0, 1, 1, 2, -1),
  operator: fc.constantFrom(null, 'SKYWEST DBA DELTA CONNECTION', 'KLM ROYAL DUTCH AIRL'),
})
const stay = fc.record({
  kind: fc.constantFrom('hotel' as const, 'car' as const),
  gap,
  nights: fc.integer({ min: 1, max: 20 }),
  vendor: fc.constantFrom('ZE', 'ZI', 'HI', 'LW', 'S5'),
  city: letters(3),
  status: statuses,
  confirmation: fc.integer({ min: 100_000, max: 9_999_999 }).map(String),
})

const itinerary = fc.record({
  made: fc.integer({ min: 11_323, max: 47_000 }),
  later: fc.nat(20),
  system: fc.constantFrom(...SYSTEMS),
  clock: fc.constantFrom(clock12, clock24),
  first: flight,
  rest: fc.array(fc.oneof(flight, stay), { maxLength: 9 }),
})

function expected(one: Flight | Stay, { source }: System): RawFields {
  const shared = { source, gds_status: one.status }
  if (one.kind === 'flight')
    return {
      ...shared,
      airline: one.carrier,
      flight_num: String(one.number),
      origin: one.from,
      destination: one.to,
      class_of_service: one.letter,
      number_of_pax: one.seats,
      departure_datetime: wall(one.day, one.departure),
      arrival_datetime: wall(one.day + one.change, one.arrival),
      confirmation_no: source === 'sabre' ? 'QZTRTZ' : LOCATOR,
      ...(one.operator !== null && { operating_airline: one.operator }),
    }
  const [from, to] = [dayText(one.day), dayText(one.day + one.nights)]
  return one.kind === 'hotel'
    ? {
        ...shared,
        hotel_name: 'HOTEL MIRAMAR',
        checkin_date: from,
        checkout_date: to,
        confirmation_no: one.confirmation,
      }
    : {
        ...shared,
        car_company: one.vendor,
        pickup_datetime: `${from}T13:37`,
        dropoff_datetime: `${to}T08:00`,
        confirmation_no: one.confirmation,
      }
}

const isSubset = (part: RawFields, whole: RawFields | null): boolean =>
  Object.entries(part).every(([field, value]) => whole?.[field] === value)

const isReadBack = fc.asyncProperty(itinerary, async ({ made, later, system, clock, first, rest }) => {
  let day = made + 1
  const segments = [first, ...rest].map((one): Flight | Stay => ({ ...one, day: (day += one.gap) }))
  const lines = segments.flatMap((one, index) => {
    if (one.kind !== 'flight') return [system[one.kind](index + 1, one)]
    const line = system.flight(index + 1, one, clock)
    return one.operator === null ? [line] : [line, `         OPERATED BY ${one.operator}`]
  })
  const text = [...system.head(made), '  1.1DOE/JO MS', ...lines, ...system.foot(made)].join('\n')
  const received = (made + later) * DAY_MS
  const parts = await pnr.read(
    { bytes: Buffer.from(text), mediaType: null, name: null, received, appointments: false },
    async () => [],
    context,
  )
  const read = parts.filter(({ ignored }) => ignored !== true)
  const isRead = segments.every(
    (one, index) =>
      isSubset(expected(one, system), read[index]?.raw ?? null) && read[index]?.problems.length === 0,
  )
  if (isRead && read.length === segments.length) return
  throw new Error([text, ...read.map(({ raw, problems }) => JSON.stringify([raw, problems]))].join('\n'))
})

t.test('each system', async (t) => {
  await t.resolves(fc.assert(isReadBack, { numRuns: propertyRuns(10_000) }))
})
