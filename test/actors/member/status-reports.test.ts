/**
 * RULES 3.6: status reports change only live fields: apart from these, documents are the same when folded without them, and
 * so are trips and grouping if no report cancels. order.test.ts includes such reports and proves that their order does not
 * matter.
 */
import t from 'tap'
import fc from 'fast-check'
import {
  MAX_HELD_STATUS_REPORTS,
  MAX_STATUS_REPORTS_OF_DAY,
} from '../../../schemas/itinerary/itinerary-limits.js'
import { LIVE_FIELDS } from '../../../schemas/segment/catalog.js'
import { difference } from '../../support/order/digest.js'
import { reports } from '../../support/order/reports.js'
import { STATUS_SOURCES } from '../../support/order/status-reports.js'
import { propertyRuns } from '../../support/property-runs.js'
import type { Submission } from '../../support/journeys.js'
import { flight, traveller } from '../../support/traveller.js'
import type { Doc, Segment, Traveller } from '../../support/traveller.js'

const BOOKKEEPING = new Set(['version', 'updated', 'created'])
/** The fields that a report may change. */
const LIVE = new Set([...BOOKKEEPING, ...Object.values(LIVE_FIELDS).flat(), 'delay_minutes'])
/** The booked fields, whether or not the leg takes place. */
const BOOKED = [
  'type',
  'sources',
  'bookings',
  'source',
  'departure_datetime',
  'arrival_datetime',
  'confirmation_no',
  'travelers',
]

const isReport = ({ segment }: Submission): boolean => STATUS_SOURCES.includes(segment.source)

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

const LINKS = new Set(['replaces', 'replaced_by'])

/** The documents as text, without ids, which count up with every message. */
function textOf(docs: readonly Doc[], left: ReadonlySet<string>): string[] {
  return docs
    .map((doc) =>
      JSON.stringify(doc, (name, value: unknown) => {
        if (left.has(name) || /(^|_)ids?$|^url$|merged_into|_of$|split_from/.test(name)) return undefined
        return LINKS.has(name) ? value !== null : value
      }),
    )
    .sort()
}

const bookedOf = (docs: readonly Doc[]): string[] =>
  docs.map((doc) => JSON.stringify(BOOKED.map((name) => doc[name as keyof Doc]))).sort()

const runs = (one: Submission): Submission =>
  isReport(one) ? { ...one, segment: { ...one.segment, status: 'Active' } } : one

t.test('reports change nothing but the live fields and the status', async (t) => {
  let announced = 0
  const property = fc.property(fc.nat(1e6), (seed) => {
    const all = reports(seed, 3)
    const running = all.map(runs)
    const ids = new Map([...all, ...running].map((one, i) => [one, String(5_000_000 + (i % all.length))]))
    const plain = fold(
      running.filter((one) => !isReport(one)),
      ids,
    )
    const spoken = fold(running, ids)
    const cancelling = fold(all, ids)
    const restored = fold(all, ids, { restoring: true })
    announced += spoken.segments.filter(({ delay_minutes: late }) => late != null).length
    const differences = [
      ...[difference(textOf(plain.segments, LIVE), textOf(spoken.segments, LIVE))],
      ...[difference(textOf(plain.trips, LIVE), textOf(spoken.trips, LIVE))],
      ...[difference(bookedOf(plain.segments), bookedOf(cancelling.segments))],
      ...[difference(textOf(cancelling.segments, BOOKKEEPING), textOf(restored.segments, BOOKKEEPING))],
    ]
    if (differences.some((text) => text !== '')) throw new Error(`seed ${seed}:\n${differences.join('\n')}`)
  })
  const result = fc.check(property, { numRuns: propertyRuns(60) })
  t.notOk(result.failed, `${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`)
  t.ok(announced > 0, 'some are late')
})

const scheduled = flight('BA304', 'LHR-CDG', '2026-03-01T08:00', '2026-03-01T10:20', { source: 'airline_ba' })
const report = (more: Segment): Segment => ({ ...scheduled, source: 'live_status', ...more })
const sent = (member: Traveller, id: number, segment: Segment): string =>
  member.send('segments', { segments: [segment] }, { first: String(id), count: 1 }).batches[0]?.results[0]
    ?.action ?? ''

t.test(
  'a report waits for its segment, is taken back and replaced, and is forgotten with the excess',
  async (t) => {
    const ann = traveller(['JFK'], { restoring: true })
    t.equal(sent(ann, 500, report({ departure_gate: 'A1' })), 'held')
    t.same(ann.segments(), [])
    t.equal(sent(ann, 501, scheduled), 'created')
    t.equal(ann.segments()[0]?.departure_gate, 'A1')
    t.equal(sent(ann, 502, report({ arrival_gate: 'C3' })), 'merged')
    ann.send('segment', report({ departure_gate: 'A2', source: 'live_status' }), {
      replaces: '500',
      first: '503',
    })
    t.same([ann.segments()[0]?.departure_gate, ann.segments()[0]?.arrival_gate], ['A2', 'C3'])
    ann.send('withdraw', { id: '503' })
    t.same([ann.segments()[0]?.departure_gate, ann.segments()[0]?.arrival_gate], [null, 'C3'])
    ann.send('withdraw', { id: '501' })
    t.same(ann.segments(), [])
    t.equal(ann.state.statusReports.holders.size, 1, 'held again')
    t.equal(sent(ann, 504, scheduled), 'created')
    t.equal(ann.segments()[0]?.arrival_gate, 'C3')
    t.equal(sent(ann, 505, report({ type: 'Hotel', hotel_name: 'Ritz' })), 'unchanged')
    const days = Array.from({ length: MAX_HELD_STATUS_REPORTS + 1 }, (_, i) =>
      report({ departure_datetime: new Date(Date.UTC(2027, 0, 1 + i, 8)).toISOString().slice(0, 16) }),
    )
    ann.send('segments', { segments: days.toReversed() }, { first: '600', count: days.length })
    t.equal(ann.state.statusReports.holders.size, 1 + MAX_HELD_STATUS_REPORTS)
    sent(ann, 900, { ...days[0], source: 'airline_ba' })
    sent(ann, 901, { ...days[1], source: 'airline_ba' })
    const showing = [...ann.state.segments.values()].map(({ reports }) => reports.length)
    t.same(showing.filter((count) => count > 0).length, 2, 'the report of the earliest departure is gone')
  },
)

t.test('reports of one day are few, whatever they say', async (t) => {
  const ann = traveller()
  sent(ann, 500, scheduled)
  const many = Array.from({ length: 400 }, (_, i) =>
    report({ destination_city_name: `Paris ${i}`, departure_gate: `G${i}` }),
  )
  ann.send('segments', { segments: many }, { first: '600', count: many.length })
  t.equal(ann.state.statusReports.holders.size, MAX_STATUS_REPORTS_OF_DAY)
})

t.test('a delay is announced when it begins and for each further step, a gate when it changes', async (t) => {
  const ann = traveller(['JFK'], { restoring: true })
  sent(ann, 500, scheduled)
  /** The events of a report, without those of trips, and what the last of them names. */
  const announced = (id: number, more: Segment): string => {
    const { events } = ann.send('segments', { segments: [report(more)] }, { first: String(id), count: 1 })
    const notices = events.filter(({ type }) => /delayed|gate_changed/.test(type))
    return notices
      .map(({ type, body }) => {
        const { data } = JSON.parse(body.join('')) as {
          data: { changed_fields: string[]; material: boolean }
        }
        t.ok(data.material)
        return `${type} ${data.changed_fields.join(' ')}`
      })
      .join('; ')
  }
  const late = (minutes: number): Segment => ({
    departure_estimated_datetime: new Date(Date.UTC(2026, 2, 1, 8, minutes)).toISOString().slice(0, 16),
  })
  const delayed = 'segment.delayed departure_estimated_datetime delay_minutes'
  t.equal(announced(501, late(14)), '')
  t.equal(announced(502, late(15)), delayed)
  t.equal(announced(503, late(29)), '')
  t.equal(
    announced(504, { ...late(30), departure_gate: 'A1' }),
    `${delayed}; segment.gate_changed departure_gate`,
  )
  t.equal(announced(505, { departure_gate: 'A1' }), '')
  t.equal(
    announced(506, { departure_gate: 'B2', baggage_belt: '7' }),
    'segment.gate_changed departure_gate baggage_belt',
  )
  t.equal(announced(507, late(16)), '')
  t.equal(announced(508, late(0)), delayed)
  t.equal(announced(509, { ...late(55), status: 'Cancelled' }), '')
})
