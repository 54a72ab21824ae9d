/** A bar code that is written and read again states the same; passes are bounded before they are inflated. */
import fc from 'fast-check'
import { zipSync } from 'fflate'
import t from 'tap'
import { boardingPass } from '../../../actors/readers/boarding-pass/boarding-pass.js'
import { passDate } from '../../../actors/readers/boarding-pass/pass-date.js'
import type { FoundPart } from '../../../actors/readers/reader.js'
import { context } from '../../corpus/reference-world.js'
import { propertyRuns } from '../../support/property-runs.js'

const DAY_MS = 86_400_000

const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ'), minLength: min, maxLength: max })
const digits = (size: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: size, maxLength: size })

const leg = fc.record({
  locator: letters(6, 7),
  from: letters(3, 3),
  to: letters(3, 3),
  carrier: letters(2, 3),
  flight: fc.integer({ min: 1, max: 9999 }),
  /** Days after the leg before it. */
  later: fc.nat(2),
  row: fc.integer({ min: 1, max: 99 }),
  sequence: fc.integer({ min: 1, max: 999 }),
  ticket: fc.option(digits(10)),
  own: letters(0, 12),
})
const pass = fc.record({
  last: letters(2, 9),
  first: letters(2, 9),
  legs: fc.array(leg, { minLength: 1, maxLength: 4 }),
  issuedBefore: fc.option(fc.nat(20)),
  received: fc.integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2099, 0, 1) }),
  ahead: fc.integer({ min: -25, max: 25 }),
})

const hex = (text: string): string => text.length.toString(16).toUpperCase().padStart(2, '0') + text
const dayOf = (at: number): string =>
  String(Math.floor((at - Date.UTC(new Date(at).getUTCFullYear(), 0, 0)) / DAY_MS)).padStart(3, '0')
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The bar code as Resolution 792 writes it, and the dates of its legs. */
function written({
  last,
  first,
  legs,
  issuedBefore,
  received,
  ahead,
}: typeof pass extends fc.Arbitrary<infer T> ? T : never) {
  let at = received + ahead * DAY_MS
  const issue = at - (issuedBefore ?? 0) * DAY_MS
  const dates: string[] = []
  const texts = legs.map((one, index) => {
    at += index === 0 ? 0 : one.later * DAY_MS
    dates.push(dateOf(at))
    const unique = `1WW${new Date(issue).getUTCFullYear() % 10}${dayOf(issue)}BXX `
    const conditional = one.ticket === null ? '' : hex(`220${one.ticket}0`) + one.own
    const variable = (index === 0 && issuedBefore !== null ? `>6${hex(unique)}` : '') + conditional
    const size = hex(index === 0 && issuedBefore === null ? '' : variable)
    return (
      one.locator.padEnd(7) +
      one.from +
      one.to +
      one.carrier.padEnd(3) +
      String(one.flight).padStart(4, '0').padEnd(5) +
      `${dayOf(at)}Y${String(one.row).padStart(3, '0')}A${String(one.sequence).padStart(4, '0')} 1${size}`
    )
  })
  return { text: `M${legs.length}${`${last}/${first}`.padEnd(20)}E${texts.join('')}`, dates }
}

const read = (bytes: Uint8Array, name: string, received = Date.UTC(2026, 0, 1)): FoundPart[] =>
  boardingPass.read(
    { bytes, mediaType: null, name, received, appointments: false },
    async () => [],
    context,
  ) as FoundPart[]

t.test('a bar code that is written is read with the same legs, names, tickets and dates', async () => {
  fc.assert(
    fc.property(pass, (one) => {
      const { text, dates } = written(one)
      const found = read(Buffer.from(text), 'x.bcbp', one.received)
      return (
        found.length === one.legs.length &&
        one.legs.every((given, at) => {
          const { raw, problems } = found[at]!
          const traveler = (raw!['travelers'] as Array<Record<string, unknown>>)[0]!
          const hasTicket = given.ticket !== null && (at > 0 || one.issuedBefore !== null)
          return (
            problems.length === 0 &&
            [raw!['origin'], raw!['destination'], raw!['airline'], raw!['flight_num']].join() ===
              [given.from, given.to, given.carrier, given.flight].join() &&
            [raw!['confirmation_no'], raw!['departure_datetime'], raw!['boarding_sequence']].join() ===
              [given.locator, dates[at], given.sequence].join() &&
            [traveler['last_name'], traveler['first_name'], traveler['seat_assignment']].join() ===
              [one.last, one.first, `${given.row}A`].join() &&
            traveler['ticket_number'] === (hasTicket ? `220${given.ticket}` : undefined)
          )
        })
      )
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

t.test('without a year the date is the last one until two months ahead', async (t) => {
  const on = (received: string, day: string) => passDate(day, '', Date.parse(received), null)
  t.same(on('2026-12-30', '002'), { date: '2027-01-02', isUncertain: false })
  t.same(on('2026-01-02', '364'), { date: '2025-12-30', isUncertain: false })
  t.same(on('2026-03-01', '118'), { date: '2026-04-28', isUncertain: true })
  t.same(on('2026-03-01', '125'), { date: '2025-05-05', isUncertain: true }, 'more than two months ahead')
  t.same(on('2028-03-01', '060'), { date: '2028-02-29', isUncertain: false })
  t.same([on('2026-03-01', '000'), on('2026-03-01', '367'), on('2026-03-01', 'ABC')], [null, null, null])
})

t.test('a pass that would be large is not inflated', async (t) => {
  const refused = (files: Record<string, Uint8Array>, name = 'x.pkpass') => {
    const found = read(zipSync(files), name)
    return found.length === 1 && /too large to be one/.test(found[0]!.problems[0]!.description)
  }
  t.ok(refused({ 'pass.json': new Uint8Array(1_000_001) }), 'pass.json')
  t.ok(refused({ 'en.lproj/pass.strings': new Uint8Array(200_001) }), 'texts')
  const many = Array.from({ length: 2_001 }, (_, at): [string, Uint8Array] => [
    `${at}.png`,
    new Uint8Array(0),
  ])
  t.ok(refused(Object.fromEntries(many)), 'entries')
  const passes = Array.from({ length: 5 }, (_, at): [string, Uint8Array] => [
    `${at}.pkpass`,
    new Uint8Array(4_900_000),
  ])
  t.ok(refused(Object.fromEntries(passes), 'x.pkpasses'), 'all of a bundle')
  t.notOk(
    refused({ 'pass.json': Buffer.from('{}'), 'strip.png': new Uint8Array(6_000_000) }),
    'a picture is not read',
  )
})
