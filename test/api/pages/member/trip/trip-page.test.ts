/**
 * The pages of generated trips, folded by the rules from what several sources send of every segment type: each segment
 * stands on them once, in order; changed times show both; nothing of the machine shows; the calendar says the same.
 */
import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { getElementsByTagName, innerText } from 'domutils'
import t from 'tap'
import { endTime, dayOfStay } from '../../../../../api/calendar/event-times.js'
import { EVENT_FIELDS } from '../../../../../api/calendar/event-fields.js'
import { plannedEvents } from '../../../../../api/calendar/planned-events.js'
import type { SegmentDoc as CalendarDoc } from '../../../../../api/calendar/segment-doc.js'
import { tripPageView, tripTimeline } from '../../../../../api/pages/member/trip/trip-markup.js'
import { tripView } from '../../../../../api/pages/member/trip/trip-view.js'
import type { TripSegment, TripView } from '../../../../../api/pages/member/trip/trip-view.js'
import type { PageFrame } from '../../../../../api/pages/views/page-frame.js'
import { formerTime } from '../../../../../api/segment-words/changed-times.js'
import { momentsOf } from '../../../../../api/segment-words/local-moment.js'
import type { SegmentDoc } from '../../../../../api/segment-words/segment-doc.js'
import { provenanceText } from '../../../../../schemas/itinerary/stored/provenance.js'
import { SEGMENT_DEFINITIONS } from '../../../../../schemas/segment/catalog.js'
import { SEGMENT_TYPES } from '../../../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../../../schemas/segment/segment-kinds.js'
import { dayAfter, generatedSegment } from '../../../../support/fields/generated-segment.js'
import type { Fields } from '../../../../support/fields/generated-segment.js'
import { propertyRuns } from '../../../../support/property-runs.js'
import { traveller } from '../../../../support/traveller.js'
import type { Doc, Traveller } from '../../../../support/traveller.js'

const NAMES = { language: 'en', airports: new Map(), airlines: new Map(), sources: new Map() }
const SHOW_ALL = { locators: true, prices: true, reports: true }
const NOW = Date.UTC(2026, 0, 1)
const FRAME = { formToken: '', errors: [], form: {}, role: null } as unknown as PageFrame
const RUNS = propertyRuns(200)
/** What no sentence has. */
const MACHINE = /undefined|\bnull\b|NaN|Invalid Date|\[object|<b>|<\/b>|_(?:id|name|datetime)\b/

const oneLine = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ')
const isBlock = (name: string): boolean => ['h1', 'h2', 'h3', 'p', 'dd', 'dt'].includes(name)

interface Made {
  segment: Fields
  /** Later: a shift of its times in hours, its cancellation, or a correction by the member. */
  later: 'moved' | 'cancelled' | 'corrected' | 'nothing'
}

/** The version that was received last counts. */
const inOrderOfReceipt = ({
  entry_id: _i,
  entry_version: _v,
  supplier_updated: _s,
  ...segment
}: Fields): Fields => segment

/** Without some of what may be left out: of nine fields, up to `most` stay or go together. */
function withLess(segment: Fields, seed: number, most: number): Fields {
  const { fields } = SEGMENT_DEFINITIONS[segment['type'] as SegmentDoc['type']]
  const stays = (name: string, at: number): boolean =>
    KEPT.test(name) || fields[name]?.presence === 'required' || (at * 7 + seed) % 9 < most
  return Object.fromEntries(Object.entries(segment).filter(([name], at) => stays(name, at)))
}

const KEPT = /^(?:type|source|first_name|last_name)$|(?:^|_)(?:city_name|country)$/

const made = (at: number): fc.Arbitrary<Made> =>
  fc.constantFrom(...SEGMENT_TYPES).chain((type) =>
    fc.record({
      segment: fc
        .tuple(generatedSegment(type, dayAfter('2026-03-01', at * 2)), fc.nat(), fc.constantFrom(1, 2, 9))
        .map(([segment, seed, most]) => withLess(inOrderOfReceipt(segment), seed, most)),
      later: fc.constantFrom('moved', 'cancelled', 'corrected', 'nothing', 'nothing'),
    }),
  )
const journeys = fc
  .integer({ min: 1, max: 7 })
  .chain((length) => fc.tuple(...Array.from({ length }, (_, at) => made(at))))

function folded(all: readonly Made[]): Traveller {
  const one = traveller([])
  for (const { segment } of all) one.post(segment)
  for (const { segment, later } of all) {
    if (later === 'moved') one.post(moved(segment))
    if (later === 'cancelled') one.post({ ...segment, status: 'Cancelled', gds_status: null })
  }
  const last = one.live().at(-1)
  if (last !== undefined && all.at(-1)?.later === 'corrected')
    one.edit({ do: 'segment.set', segment: last.id, fields: { notes: 'One line.\nAnother line.' } })
  return one
}

/** The same three hours later, where its times are known. */
function moved(segment: Fields): Fields {
  const { start, end } = SEGMENT_KINDS[segment['type'] as SegmentDoc['type']]
  const later = (value: unknown): unknown =>
    typeof value === 'string' && value.includes('T')
      ? new Date(Date.parse(`${value.slice(0, 16)}Z`) + 3 * 3_600_000).toISOString().slice(0, 16)
      : value
  return {
    ...segment,
    ...{ [start]: later(segment[start]), ...(end === null ? {} : { [end]: later(segment[end]) }) },
  }
}

function pageOf(one: Traveller, trip: Doc): { segments: TripSegment[]; view: TripView; text: string } {
  const rows = new Map(one.folds.flatMap(({ segments }) => segments).map((row) => [row.id, row.provenance]))
  const segments = one
    .segments()
    .filter((doc) => doc.trip_id === trip.id)
    .map((doc) => ({
      doc: doc as unknown as SegmentDoc,
      provenance: provenanceText(rows.get(doc.id) ?? '[]'),
    }))
  const view = tripView(trip, segments, { names: NAMES, show: SHOW_ALL, now: NOW })
  return { segments, view, text: tripPageView(view, [], FRAME).text }
}

type Check = (page: ReturnType<typeof pageOf>, trip: Doc) => void

const ofTrips = (check: Check): void => {
  fc.assert(
    fc.property(journeys, (all) => {
      const one = folded(all)
      for (const trip of one.trips()) check(pageOf(one, trip), trip)
    }),
    { numRuns: RUNS },
  )
}

/** The same until the check has met something: by chance a few journeys may have nothing of the kind. */
const untilMet = (check: Check, met: () => number): boolean => {
  for (let round = 0; round < 20 && met() === 0; round++) ofTrips(check)
  return met() > 0
}

t.test('every segment stands on the page once, those that take place in order of start', async (t) => {
  ofTrips(({ segments, text }) => {
    const shown = [...text.matchAll(/<li id="segment-(\d+)"/g)].map(([, id]) => id)
    t.same([...shown].sort(), segments.map(({ doc }) => doc.id).sort())
    const live = segments.filter(({ doc }) => doc.status !== 'Cancelled').map(({ doc }) => doc)
    const at = new Map(live.map((doc) => [doc.id, momentsOf(doc).start?.at ?? Infinity]))
    const order = shown.flatMap((id) => at.get(id ?? '') ?? [])
    t.same(
      order,
      [...order].sort((a, b) => a - b),
    )
  })
})

t.test('a time that was another shows both', async (t) => {
  let changed = 0
  const check: Check = ({ segments, text }) => {
    for (const { doc } of segments.filter((one) => one.doc.status !== 'Cancelled')) {
      const previous = doc['previous'] as Record<string, string | null> | null
      const item = text.slice(text.indexOf(`id="segment-${doc.id}"`)).split('</article>')[0] ?? ''
      for (const which of ['start', 'end'] as const) {
        const field = SEGMENT_KINDS[doc.type][which] ?? ''
        const [was, now] = [previous?.[field] ?? null, momentsOf(doc)[which]]
        if (was === null || now === null || `${now.day}T${now.time ?? ''}`.startsWith(was.slice(0, 16)))
          continue
        changed++
        t.equal(formerTime(doc, which, now)?.endsWith(was.slice(11, 16)), true)
        t.ok(item.includes(`${was.slice(11, 16)}</s>`), `${doc.type} ${field} was ${was}`)
        t.ok(now.time === null || item.includes(`>${now.time} `), `${doc.type} ${field} is ${now.time}`)
      }
    }
  }
  t.ok(untilMet(check, () => changed))
})

t.test(
  'nothing of the machine shows, no mark is unescaped, and no word is said twice in a row',
  async (t) => {
    ofTrips(({ segments, text }) => {
      const spoken = text.replace(/<[^>]+>/g, ' ')
      t.notMatch(spoken.replaceAll(/&(?:lt|gt);/g, ''), MACHINE)
      t.notMatch(text, /<\/?b>/)
      const own = JSON.stringify(segments, (_, value: unknown) =>
        typeof value === 'string' ? oneLine(value) : value,
      ).toLowerCase()
      for (const element of getElementsByTagName(isBlock, parseDocument(text))) {
        const words = oneLine(innerText(element))
        const [twice, word = ''] = /(?<![\p{L}\p{N}])(\p{L}{3,}) \1(?![\p{L}\p{N}])/iu.exec(words) ?? []
        t.ok(own.includes(word.toLowerCase()), `${twice} in: ${words}`)
      }
    })
  },
)

t.test('zones have one form, and what is not disclosed is not there', async (t) => {
  ofTrips(({ segments, text }, trip) => {
    for (const [, zone = ''] of text.matchAll(/class="zone-name">([^<]*)</g))
      t.match(zone, /^UTC(?:[+\u2212]\d{1,2}(?::\d\d)?)?$/)
    const show = { locators: false, prices: false, reports: false }
    const shared = tripTimeline(tripView(trip, segments, { names: NAMES, show, now: NOW })).text
    t.notMatch(shared, /class="(?:note|yours|check|correct)"|<details>|Price<|Booking<|Ticket</)
    t.equal((shared.match(/class="was"/g) ?? []).length, (text.match(/class="was"/g) ?? []).length)
  })
})

t.test('calendar and page state the same instants and days', async (t) => {
  ofTrips(({ segments }) => {
    for (const { doc } of segments) {
      const { start } = momentsOf(doc)
      const [event] = plannedEvents(doc as CalendarDoc)
      t.equal(event === undefined, start === null, doc.type)
      if (event === undefined || start === null) continue
      t.equal(event.start.value.slice(0, 10), start.day)
      if (start.isExact && event.start.at !== null) t.equal(event.start.at, start.at)
      const { end: stem } = EVENT_FIELDS[doc.type]
      const end =
        stem === null ? null : (dayOfStay(doc as CalendarDoc, stem) ?? endTime(doc as CalendarDoc, stem))
      if (end !== null) t.equal(end.value.slice(0, 10), momentsOf(doc).end?.day)
    }
  })
})

t.test('the map has every place that is known within its frame', async (t) => {
  let maps = 0
  const check: Check = ({ view: { map } }) => {
    if (map === null) return
    maps++
    for (const { x, y } of [...map.dots, ...map.labels])
      t.ok(x >= 0 && x <= map.width && y >= 0 && y <= map.height)
    for (const path of map.lines)
      for (const [, x, y] of path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g))
        t.ok(Number(x) >= 0 && Number(x) <= map.width && Number(y) >= 0 && Number(y) <= map.height, path)
    t.notMatch(map.land + map.grid, /NaN|Infinity/)
  }
  t.ok(untilMet(check, () => maps))
})
