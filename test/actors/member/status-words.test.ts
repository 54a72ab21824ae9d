/**
 * RULES 3.6: words of live status change nothing but what they may speak of: folded with them, every document is what it is
 * without them, apart from the live fields; where none cancels, trips and grouping too. That their order does not matter is
 * part of order.test.ts, whose reports hold such words.
 */
import t from 'tap'
import fc from 'fast-check'
import {
  MAX_HELD_STATUS_WORDS,
  MAX_STATUS_WORDS_OF_DAY,
} from '../../../schemas/itinerary/itinerary-limits.js'
import { LIVE_FIELDS } from '../../../schemas/segment/catalog.js'
import { reports } from '../../support/order/reports.js'
import { STATUS_SOURCES } from '../../support/order/status-words.js'
import { propertyRuns } from '../../support/property-runs.js'
import type { Submission } from '../../support/journeys.js'
import { flight, traveller } from '../../support/traveller.js'
import type { Doc, Segment, Traveller } from '../../support/traveller.js'

const BOOKKEEPING = new Set(['version', 'updated', 'created'])
/** What a word may change. */
const LIVE = new Set([...BOOKKEEPING, ...Object.values(LIVE_FIELDS).flat(), 'delay_minutes'])
/** What follows from a cancellation. */
const OF_STATUS = [
  'status',
  'warnings',
  'trip_id',
  'is_connection',
  'connection_minutes',
  'replaces',
  'replaced_by',
]

const isWord = ({ segment }: Submission): boolean => STATUS_SOURCES.includes(segment.source)

interface Folded {
  segments: Doc[]
  trips: Doc[]
}

function fold(
  submissions: readonly Submission[],
  first: Map<Submission, string>,
  options: { restoring?: boolean } = {},
): Folded {
  const ann = traveller(['JFK'], options)
  for (const submission of submissions)
    ann.send(
      'segments',
      { segments: [submission.segment] },
      { first: first.get(submission) as string, count: 1, received: submission.at },
    )
  return { segments: ann.segments(), trips: ann.trips() }
}

/** The documents as text, without ids, which count up with every segment that is made. */
function textOf(docs: readonly Doc[], left: ReadonlySet<string>): string[] {
  return docs
    .map((doc) =>
      JSON.stringify(doc, (name, value: unknown) =>
        left.has(name) || /(^|_)ids?$|^url$|merged_into|_of$|split_from/.test(name) ? undefined : value,
      ),
    )
    .sort()
}

t.test('words change nothing but the live fields and the status', async (t) => {
  let told = 0
  const property = fc.property(fc.nat(1e6), (seed) => {
    const all = reports(seed, 3)
    const ids = new Map(all.map((submission, i) => [submission, String(5_000_000 + i)]))
    const booked = all.filter((submission) => !isWord(submission))
    const words = all.length - booked.length
    told += words
    const isCancelling = all.some((one) => isWord(one) && one.segment.status === 'Cancelled')
    const left = new Set(isCancelling ? [...LIVE, ...OF_STATUS] : LIVE)
    const [plain, spoken] = [fold(booked, ids), fold(all, ids)]
    t.same(textOf(spoken.segments, left), textOf(plain.segments, left), `seed ${seed}`)
    if (!isCancelling) t.same(textOf(spoken.trips, LIVE), textOf(plain.trips, LIVE), `trips of seed ${seed}`)
    const restored = fold(all, ids, { restoring: true })
    t.same(
      textOf(restored.segments, BOOKKEEPING),
      textOf(spoken.segments, BOOKKEEPING),
      `restored, seed ${seed}`,
    )
    return t.passing()
  })
  fc.assert(property, { numRuns: propertyRuns(60) })
  t.ok(told > 0, 'there were words')
})

const scheduled = flight('BA304', 'LHR-CDG', '2026-03-01T08:00', '2026-03-01T10:20', { source: 'airline_ba' })
const word = (more: Segment): Segment => ({ ...scheduled, source: 'live_status', ...more })
const sent = (member: Traveller, id: number, segment: Segment): string =>
  member.send('segments', { segments: [segment] }, { first: String(id), count: 1 }).batches[0]?.results[0]
    ?.action ?? ''

t.test(
  'a word waits for its segment, is taken back and replaced, and is forgotten with the excess',
  async (t) => {
    const ann = traveller(['JFK'], { restoring: true })
    t.equal(sent(ann, 500, word({ departure_gate: 'A1' })), 'held')
    t.same(ann.segments(), [])
    t.equal(sent(ann, 501, scheduled), 'created')
    t.equal(ann.segments()[0]?.departure_gate, 'A1')
    t.equal(sent(ann, 502, word({ arrival_gate: 'C3' })), 'merged')
    ann.send('segment', word({ departure_gate: 'A2', source: 'live_status' }), {
      replaces: '500',
      first: '503',
    })
    t.same([ann.segments()[0]?.departure_gate, ann.segments()[0]?.arrival_gate], ['A2', 'C3'])
    ann.send('withdraw', { id: '503' })
    t.same([ann.segments()[0]?.departure_gate, ann.segments()[0]?.arrival_gate], [null, 'C3'])
    ann.send('withdraw', { id: '501' })
    t.same(ann.segments(), [])
    t.equal(ann.state.statusWords.holders.size, 1, 'held again')
    t.equal(sent(ann, 504, scheduled), 'created')
    t.equal(ann.segments()[0]?.arrival_gate, 'C3')
    t.equal(sent(ann, 505, word({ type: 'Hotel', hotel_name: 'Ritz' })), 'unchanged')
    const days = Array.from({ length: MAX_HELD_STATUS_WORDS + 1 }, (_, i) =>
      word({ departure_datetime: new Date(Date.UTC(2027, 0, 1 + i, 8)).toISOString().slice(0, 16) }),
    )
    ann.send('segments', { segments: days.toReversed() }, { first: '600', count: days.length })
    t.equal(ann.state.statusWords.holders.size, 1 + MAX_HELD_STATUS_WORDS)
    sent(ann, 900, { ...days[0], source: 'airline_ba' })
    sent(ann, 901, { ...days[1], source: 'airline_ba' })
    const showing = [...ann.state.segments.values()].map(({ words }) => words.length)
    t.same(showing.filter((count) => count > 0).length, 2, 'the word of the earliest departure is gone')
  },
)

t.test('words of one day are few, whatever they say', async (t) => {
  const ann = traveller()
  sent(ann, 500, scheduled)
  const many = Array.from({ length: 400 }, (_, i) =>
    word({ destination_city_name: `Paris ${i}`, departure_gate: `G${i}` }),
  )
  ann.send('segments', { segments: many }, { first: '600', count: many.length })
  t.equal(ann.state.statusWords.holders.size, MAX_STATUS_WORDS_OF_DAY)
})
