/**
 * RULES 3.2: a calendar that comes again and again, changed, moved and cancelled, in any order of arrival, is what the
 * last version of each of its events says, and an event that changes stays the same segment.
 */
import fc from 'fast-check'
import t from 'tap'
import { readDocument } from '../../../actors/readers/read-document.js'
import { dayText } from '../../../schemas/base/wall-time.js'
import { context, member } from '../../corpus/reference-world.js'
import { propertyRuns } from '../../support/property-runs.js'
import { eventTypes, traveller } from '../../support/traveller.js'
import type { Doc, Traveller } from '../../support/traveller.js'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2026, 2, 20) / DAY_MS
const two = (value: number): string => String(value).padStart(2, '0')

interface Version {
  /** From the day of the first version, days. */
  moved: number
  minute: number
  /** Which of two places, or two numbers. */
  other: boolean
  isCancelled: boolean
  /** A cancellation without anything but its name. */
  isBare: boolean
}

const day = (value: number): string => dayText(value).replaceAll('-', '')
const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
const at = (value: number, minute: number): string => `${day(value)}T${clock(minute).replace(':', '')}00`

/** Lines of an event of each kind in a version that begins on a day. */
const KINDS: ReadonlyArray<(begin: number, version: Version) => string[]> = [
  (begin, { minute, other }) => [
    `DTSTART:${at(begin, minute)}`,
    `DTEND:${at(begin, minute + 120)}`,
    `SUMMARY:LX1234 ZRH-${other ? 'CPH' : 'ARN'}`,
  ],
  (begin, { minute, other }) => [
    `DTSTART;TZID=Europe/Berlin:${at(begin, minute)}`,
    `DTEND;TZID=Europe/Berlin:${at(begin, minute + 90)}`,
    `SUMMARY:IC ${other ? 2047 : 1} Bremen Hbf – Hannover Hbf`,
  ],
  (begin, { minute, other }) => [
    `DTSTART;VALUE=DATE:${day(begin)}`,
    `DTEND;VALUE=DATE:${day(begin + 1 + (minute % 3))}`,
    'SUMMARY:Stay at Hotel Alpenblick',
    `LOCATION:${other ? 'Hafenstrasse 3, Hamburg, Germany' : 'Seestrasse 1, Zürich, Switzerland'}`,
  ],
  (begin, { minute, other }) => [
    `DTSTART;TZID=Europe/Zurich:${at(begin, minute)}`,
    `SUMMARY:Table at ${other ? 'Kronenblick' : 'Seerose'}`,
    'LOCATION:Seestrasse 9, Zürich',
  ],
  // One or two trains.
  (begin, { minute, other }) => [
    `DTSTART;TZID=Europe/Berlin:${at(begin, minute)}`,
    `DTEND;TZID=Europe/Berlin:${at(begin, minute + (other ? 150 : 60))}`,
    'SUMMARY:Kiel Hbf -> Hamburg Hbf',
    `DESCRIPTION:ab ${clock(minute)} Kiel Hbf (RE 70)\\nan ${clock(minute + 60)} Hamburg Hbf${
      other ? `\\nab ${clock(minute + 90)} Hamburg Hbf (RE 8)\\nan ${clock(minute + 150)} Lübeck Hbf` : ''
    }`,
  ],
]
/** Of these an event is one segment. */
const SINGLE_KINDS = KINDS.length - 1

/** How the versions of an event are ordered: by numbers, by stamps, or by both of which the number counts. */
type Stamps = 'sequence' | 'dtstamp' | 'last-modified' | 'both'

function stampLines(stamps: Stamps, nth: number): string[] {
  const stamp = (hour: number): string => `202603${two(1 + Math.floor(hour / 24))}T${two(hour % 24)}0000Z`
  switch (stamps) {
    case 'sequence':
      return [`SEQUENCE:${nth}`, `DTSTAMP:${stamp(1)}`]
    case 'dtstamp':
      return [`DTSTAMP:${stamp(nth)}`]
    case 'last-modified':
      return [`DTSTAMP:${stamp(99 - nth)}`, `LAST-MODIFIED:${stamp(nth)}`]
    case 'both':
      return [`SEQUENCE:${nth}`, `DTSTAMP:${stamp(99 - nth)}`]
  }
}

interface Event {
  kind: number
  begin: number
  stamps: Stamps
  versions: Version[]
}

const event = (kind: number): fc.Arbitrary<Event> =>
  fc.record({
    kind: fc.constant(kind),
    begin: fc.nat(60).map((days) => FIRST_DAY + days),
    stamps: fc.constantFrom<Stamps>('sequence', 'dtstamp', 'last-modified', 'both'),
    versions: fc.array(
      fc.record({
        moved: fc.oneof(fc.constant(0), fc.integer({ min: -12, max: 12 })),
        minute: fc.integer({ min: 360, max: 1_200 }),
        other: fc.boolean(),
        isCancelled: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
        isBare: fc.boolean(),
      }),
      { minLength: 2, maxLength: 4 },
    ),
  })

function calendarOf(events: ReadonlyArray<{ event: Event; nth: number }>): string {
  const isMessage = events.length === 1 && events.every(({ event, nth }) => event.versions[nth]!.isCancelled)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//airline.example//EN',
    ...(isMessage ? ['METHOD:CANCEL'] : []),
    ...events.flatMap(({ event: { kind, begin, stamps, versions }, nth }) => {
      const version = versions[nth]!
      return [
        'BEGIN:VEVENT',
        `UID:event-${kind}@airline.example`,
        ...stampLines(stamps, nth),
        ...(version.isCancelled && !isMessage ? ['STATUS:CANCELLED'] : []),
        ...(version.isCancelled && version.isBare ? [] : KINDS[kind]!(begin + version.moved, version)),
        'END:VEVENT',
      ]
    }),
    'END:VCALENDAR',
  ].join('\r\n')
}

async function post(to: Traveller, text: string): Promise<void> {
  const document = { bytes: Buffer.from(text), mediaType: null, name: null, received: 0, appointments: false }
  const { segments, parts } = await readDocument(document, null, context)
  if (segments.length === 0 || parts.some(({ result }) => result === 'refused'))
    throw new Error(JSON.stringify({ text, parts }))
  to.post(segments)
}

const world = member().env
const newTraveller = (): Traveller =>
  traveller([{ airports: ['ZRH'] }], {
    restoring: true,
    world: { places: world.places, source: world.source },
  })

const OF_A_SEGMENT = ['id', 'trip_id', 'version', 'created', 'updated', 'sources', 'bookings', 'provenance']
const OF_HISTORY = ['previous', 'possible_duplicates', '_links', 'url', 'action', 'available_actions']
const shown = (doc: Doc): object =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => ![...OF_A_SEGMENT, ...OF_HISTORY].includes(name)))
const itinerary = (of: Traveller): string =>
  JSON.stringify({ segments: of.live().map(shown), trips: of.grouping() }, null, 1)

t.test('any order of arrival', async (t) => {
  await t.resolves(
    fc.assert(
      fc.asyncProperty(
        fc.tuple(...KINDS.map((_, kind) => event(kind))).chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray(
              [
                // Calendars with the same version of every event, and messages about one event each.
                ...[0, 1].map((nth) => calendarOf(events.map((one) => ({ event: one, nth })))),
                ...events.flatMap((one) => one.versions.map((_, nth) => calendarOf([{ event: one, nth }]))),
              ],
              { minLength: 2 + events.reduce((sum, { versions }) => sum + versions.length, 0) },
            ),
          ),
        ),
        async ([events, documents]) => {
          const [changed, fresh] = [newTraveller(), newTraveller()]
          for (const text of documents) await post(changed, text)
          const last = events.map((one) => ({ event: one, nth: one.versions.length - 1 }))
          const live = last.filter(({ event: { versions }, nth }) => !versions[nth]!.isCancelled)
          if (live.length > 0) await post(fresh, calendarOf(live))
          if (itinerary(changed) !== itinerary(fresh))
            throw new Error(`${documents.join('\n')}\n${itinerary(changed)}\ninstead of ${itinerary(fresh)}`)
        },
      ),
      { numRuns: propertyRuns(40) },
    ),
  )
})

t.test('an event that changes is an update, whatever changes', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.nat(SINGLE_KINDS - 1).chain(event), async (one) => {
      const own = newTraveller()
      const versions = one.versions.map((version) => ({ ...version, isCancelled: false }))
      const ids = new Set<string>()
      for (const nth of versions.keys()) {
        await post(own, calendarOf([{ event: { ...one, versions }, nth }]))
        for (const { id } of own.segments()) ids.add(id)
        const types = eventTypes(own.folds.at(-1)!).filter((type) => type.startsWith('segment.'))
        t.same(
          types.filter((type) => type !== (nth === 0 ? 'segment.created' : 'segment.updated')),
          [],
        )
      }
      return ids.size === 1
    }),
    { numRuns: propertyRuns(20) },
  )
})
