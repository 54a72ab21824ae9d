import t from 'tap'
import { buildPlaces } from '../../../actors/itinerary/places/places.js'
import { decide } from '../../../actors/member/decide.js'
import type { Env } from '../../../actors/member/env.js'
import { restore } from '../../../actors/member/state.js'
import { memorySize } from '../../../actors/member/storage/memory-size.js'
import type { MemberState } from '../../../actors/member/model.js'
import { referenceData } from '../../../db/seed/reference-data.js'
import { compose } from '../../demo/compose.js'
import { madeTimetable } from '../../demo/travel/made-timetable.js'
import type { FoldResult, SegmentWrite, TripWrite } from '../../../schemas/stream/fold-result.js'
import { flight } from '../../support/traveller.js'
import { home } from '../../support/world.js'
import { rebuildMember } from '../../../workers/fold/rebuild.js'
import type { MemberHistory } from '../../../workers/fold/rebuild.js'
import type { Rules } from '../../../workers/fold/pool/fold-task.js'

const SEED = 6
const BATCHES = 16
const TOGETHER = 5

const reference = referenceData()
const places = buildPlaces(reference.airports, reference.cities, reference.airlines)
const sources = new Map(reference.sources.map((row) => [row.id, row]))
let made = 8_000_000_000_000_000
const env = (now: number): Env => ({
  now,
  newId: () => String(made++),
  places,
  source: (name) => sources.get(name),
  url: 'https://localhost',
})
const rules: Rules<MemberState> = {
  restore: (stored, now) => restore(stored, env(now)),
  decide: (state, messages, now) => decide(state, messages, env(now)),
  memorySize,
}

t.test('folding in batches with restores equals folding one by one; changed rows are reported', async (t) => {
  const years = compose({
    seed: SEED,
    members: 4,
    start: '2026-05-23',
    today: '2026-11-21',
    timetable: madeTimetable(reference.airports, reference.cities, SEED),
    sources: reference.sources,
  })
  let id = 1_000_000
  for (const year of years) {
    const messages: MemberHistory['messages'] = []
    // Everything arrives twice, as when a partner resends a day.
    for (const message of [...year.messages.slice(0, BATCHES), ...year.messages.slice(0, BATCHES)]) {
      const seq = messages.length + 1
      const first = id
      id += message.segments.length + 1
      messages.push({
        seq,
        member: '1',
        body: JSON.stringify({ segments: message.segments }),
        envelope: {
          v: 1,
          kind: 'segments',
          batch: String(id - 1),
          first: String(first),
          count: message.segments.length,
          received: Date.UTC(2026, 10, 21) + 1_000 * seq,
        },
      })
    }
    const segments = new Map<string, SegmentWrite>()
    const trips = new Map<string, TripWrite>()
    let last: FoldResult | null = null
    for (let i = 0; i < messages.length; i += TOGETHER) {
      const state = rules.restore(
        {
          id: '1',
          profile: '{"id":"1"}',
          head: last?.head ?? null,
          sequence: last?.sequence ?? 0,
          appliedSeq: last?.appliedSeq ?? 0,
          segments: [...segments.values()],
          trips: [...trips.values()],
          accounts: [],
        },
        0,
      )
      last = rules.decide(
        state,
        messages
          .slice(i, i + TOGETHER)
          .map(({ seq, envelope, body }) => ({ seq, envelope, body: JSON.parse(body) as unknown })),
        Date.UTC(2026, 10, 22),
      ).folded
      for (const row of last.segments) segments.set(row.id, row)
      for (const row of last.trips) trips.set(row.id, row)
    }
    const history: MemberHistory = {
      id: '1',
      profile: '{"id":"1"}',
      messages,
      segments: [...segments.values()],
      trips: [...trips.values()],
    }
    t.same(
      rebuildMember(rules, history),
      [],
      `member ${year.person.index}: ${segments.size} segments, ${trips.size} trips`,
    )
    const live = history.segments.find((row) => row.status === 'Active')
    const changed = history.segments.map((row) =>
      row === live
        ? { ...row, doc: row.doc.replace(/"confirmation_no":("[^"]*"|null)/, '"confirmation_no":"WRONG1"') }
        : row,
    )
    if (live !== undefined)
      t.match(rebuildMember(rules, { ...history, segments: changed }), [
        { what: 'segment', field: 'confirmation_no', stored: 'WRONG1' },
      ])
    t.match(
      rebuildMember(rules, { ...history, segments: history.segments.filter((row) => row !== live) }).find(
        (one) => one.field === '',
      ),
      { what: 'segment', stored: null, rebuilt: 'there' },
    )
  }
})

t.test(
  'split_from is history: submitted and cancelled in one step, nothing ever joined the trips',
  async (t) => {
    const middle = flight('DL2', 'LHR-ORD', '2026-03-05T10:00', '2026-03-05T13:00', {
      confirmation_no: 'MID555',
    })
    const legs = [
      flight('DL1', 'ORD-LHR', '2026-03-01T18:00', '2026-03-02T07:00', { confirmation_no: 'AAAA22' }),
      flight('DL5', 'ORD-DEN', '2026-03-05T15:00', '2026-03-05T16:30', { confirmation_no: 'CCCC44' }),
      flight('DL6', 'DEN-ORD', '2026-03-08T10:00', '2026-03-08T13:00', { confirmation_no: 'CCCC44' }),
    ]
    const profile = JSON.stringify({ id: '2', homes: [home('ORD', null, [])] })
    const messages: MemberHistory['messages'] = [[...legs, middle], [{ ...middle, status: 'Cancelled' }]].map(
      (segments, i) => ({
        seq: i + 1,
        member: '2',
        body: JSON.stringify({ segments }),
        envelope: {
          v: 1,
          kind: 'segments',
          batch: String(10 * i + 9),
          first: String(10 * i + 1),
          count: segments.length,
          received: Date.UTC(2026, 0, 1) + i,
        },
      }),
    )
    const foldInSteps = (steps: Array<MemberHistory['messages']>): MemberHistory => {
      const segments = new Map<string, SegmentWrite>()
      const trips = new Map<string, TripWrite>()
      let state = rules.restore(
        { id: '2', profile, head: null, sequence: 0, appliedSeq: 0, segments: [], trips: [], accounts: [] },
        0,
      )
      for (const step of steps) {
        const next = rules.decide(
          state,
          step.map(({ seq, envelope, body }) => ({ seq, envelope, body: JSON.parse(body) as unknown })),
          Date.UTC(2026, 0, 1),
        )
        state = next.state
        for (const row of next.folded.segments) segments.set(row.id, row)
        for (const row of next.folded.trips) trips.set(row.id, row)
      }
      return { id: '2', profile, messages, segments: [...segments.values()], trips: [...trips.values()] }
    }
    const splits = (of: MemberHistory): unknown[] =>
      of.trips.filter((trip) => (JSON.parse(trip.doc) as { split_from: unknown }).split_from !== null)
    const [apart, atOnce] = [foldInSteps(messages.map((message) => [message])), foldInSteps([messages])]
    t.same([splits(apart).length, splits(atOnce).length], [1, 0])
    t.same(rebuildMember(rules, apart), [])
    t.same(rebuildMember(rules, atOnce), [])
  },
)

t.test('edits and replacements by id apply to the same segments and trips again', async (t) => {
  const profile = JSON.stringify({ id: '3', homes: [home('JFK', null, [])] })
  let seq = 0
  let state = rules.restore(
    { id: '3', profile, head: null, sequence: 0, appliedSeq: 0, segments: [], trips: [], accounts: [] },
    0,
  )
  const segments = new Map<string, SegmentWrite>()
  const trips = new Map<string, TripWrite>()
  const messages: MemberHistory['messages'] = []
  const submit = (
    kind: 'segments' | 'segment' | 'withdraw' | 'edit',
    body: unknown,
    more: { count?: number; replaces?: string } = {},
  ): FoldResult => {
    seq += 1
    const envelope = {
      v: 1 as const,
      kind,
      batch: String(seq * 100),
      first: String(seq * 100 + 1),
      received: Date.UTC(2026, 0, 1) + seq,
      ...more,
    }
    const next = rules.decide(state, [{ seq, envelope, body }], envelope.received)
    state = next.state
    for (const row of next.folded.segments) segments.set(row.id, row)
    for (const row of next.folded.trips) trips.set(row.id, row)
    const [batch] = next.folded.batches
    t.equal(batch?.status, 'processed', kind)
    messages.push({
      seq,
      member: '3',
      envelope,
      body: JSON.stringify(body),
      ...(batch === undefined ? {} : { became: batch }),
    })
    return next.folded
  }
  const out = flight('DL1', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T07:00')
  const back = flight('DL2', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00')
  const [first, second] =
    submit('segments', { segments: [out, back] }, { count: 2 }).batches[0]?.results ?? []
  const other = submit('segment', flight('DL3', 'JFK-DEN', '2026-05-01T10:00', '2026-05-01T13:00')).batches[0]
    ?.resource?.id
  const last = submit('segment', flight('DL4', 'JFK-MIA', '2026-07-01T10:00', '2026-07-01T13:00')).batches[0]
    ?.resource?.id
  submit('edit', { do: 'trip.update', trip: first?.trip_id, fields: { headline: 'Spring' } })
  submit('edit', { do: 'trip.split', trip: first?.trip_id, segments: [second?.segment_id] })
  submit('segment', flight('DL3', 'JFK-ORD', '2026-05-01T10:00', '2026-05-01T12:00'), {
    replaces: other ?? '',
  })
  submit('withdraw', { id: last })
  const history: MemberHistory = {
    id: '3',
    profile,
    messages,
    segments: [...segments.values()],
    trips: [...trips.values()],
  }
  t.same(rebuildMember(rules, history), [])
  t.ok(
    rebuildMember(rules, { ...history, messages: messages.map(({ became: _none, ...message }) => message) })
      .length > 3,
  )
})
