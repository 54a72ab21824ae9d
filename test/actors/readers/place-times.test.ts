/** Times that a calendar states in UTC are shown by the clock of the airport, else in the zone of the calendar. */
import fc from 'fast-check'
import t from 'tap'
import { readDocument } from '../../../actors/readers/read-document.js'
import { offsetAt } from '../../../schemas/base/time-zone.js'
import { context } from '../../corpus/reference-world.js'
import { propertyRuns } from '../../support/property-runs.js'

const ZONES = [
  'Europe/London',
  'Asia/Kolkata',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
] as const
const AIRPORTS = ['ZRH', 'JFK', 'DEL', 'SYD', 'HNL', 'KTM'] as const
const MINUTE = 60_000
const BEGIN = Date.UTC(2026, 2, 2)
/** Clocks of the zones and airports move back then. */
const CHANGES = ['2026-04-04T15:30Z', '2026-10-25T01:00Z', '2026-11-01T05:00Z']

const wall = (instant: number, zone: string): string =>
  new Date(instant + offsetAt(zone, instant)!).toISOString().slice(0, 16)
const utc = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.000/g, '')

t.test('over zones', async (t) => {
  const minutes = fc.oneof(
    fc.integer({ min: 0, max: 300 * 24 * 60 }),
    fc
      .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -900, max: 120 }))
      .map(([change, after]) => (Date.parse(change) - BEGIN) / MINUTE + after),
  )
  const airport = fc.constantFrom(...AIRPORTS)
  await t.resolves(
    fc.assert(
      fc.asyncProperty(
        minutes,
        fc.integer({ min: 30, max: 900 }),
        fc.constantFrom(...ZONES),
        fc.tuple(airport, airport),
        async (minute, length, zone, [from, to]) => {
          const [start, end] = [BEGIN + minute * MINUTE, BEGIN + (minute + length) * MINUTE]
          const event = (summary: string): string[] => [
            ...['BEGIN:VEVENT', `UID:${summary}@x`, `DTSTART:${utc(start)}`, `DTEND:${utc(end)}`],
            ...[`SUMMARY:${summary}`, 'LOCATION:Seestrasse 9, Zürich', 'END:VEVENT'],
          ]
          const text = [
            ...[
              'BEGIN:VCALENDAR',
              'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
              `X-WR-TIMEZONE:${zone}`,
            ],
            ...[...event(`LX 1234 ${from}-${to}`), ...event('Table at Seerose'), 'END:VCALENDAR'],
          ].join('\r\n')
          const document = { bytes: Buffer.from(text), mediaType: null, name: null, received: BEGIN }
          const { segments } = await readDocument({ ...document, appointments: false }, null, context)
          const [flight, meal] = segments
          const read = [
            flight?.['departure_datetime'],
            flight?.['arrival_datetime'],
            meal?.['start_datetime'],
          ]
          const wanted = [
            wall(start, context.zoneOf(from)!),
            wall(end, context.zoneOf(to)!),
            wall(start, zone),
          ]
          if (JSON.stringify(read) !== JSON.stringify(wanted))
            throw new Error(JSON.stringify({ text, segments, wanted }, null, 1))
        },
      ),
      { numRuns: propertyRuns(1_000) },
    ),
  )
})
