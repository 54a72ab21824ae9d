import t from 'tap'
import { inOnePiece } from '../../../actors/itinerary/lib/pieces.js'
import { buildPlaces } from '../../../actors/itinerary/places/places.js'
import { decideInPieces } from '../../../actors/member/decide.js'
import type { Env } from '../../../actors/member/env.js'
import { restoreInPieces } from '../../../actors/member/state.js'
import { memorySize } from '../../../actors/member/storage/memory-size.js'
import type { MemberState } from '../../../actors/member/model.js'
import { referenceData } from '../../../db/seed/reference-data.js'
import { compose } from '../../demo/compose.js'
import { madeTimetable } from '../../demo/travel/made-timetable.js'
import type { BatchWrite, FoldResult, SegmentWrite, TripWrite } from '../../../schemas/stream/fold-result.js'
import type { Envelope } from '../../../schemas/stream/message.js'
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
  restore: (stored, now) => restoreInPieces(stored, env(now)),
  decide: (state, messages, now) => decideInPieces(state, messages, env(now)),
  memorySize,
}

/** A member whose messages are folded in steps; `history` is what Postgres holds of it afterwards. */
function folding(id: string, profile = JSON.stringify({ id }), fresh = false) {
  const segments = new Map<string, SegmentWrite>()
  const trips = new Map<string, TripWrite>()
  const messages: MemberHistory['messages'] = []
  const restored = (last: FoldResult | null): MemberState =>
    inOnePiece(
      rules.restore(
        {
          id,
          profile,
          head: last?.head ?? null,
          sequence: last?.sequence ?? 0,
          appliedSeq: last?.appliedSeq ?? 0,
          segments: [...segments.values()],
          trips: [...trips.values()],
          accounts: [],
        },
        0,
      ),
    )
  let state = restored(null)
  return {
    /** Folds messages at once. */
    step: (step: Array<{ envelope: Envelope; body: unknown }>, now: number): FoldResult => {
      const numbered = step.map((one, i) => ({ seq: messages.length + i + 1, ...one }))
      const next = inOnePiece(rules.decide(state, numbered, now))
      for (const row of next.folded.segments) segments.set(row.id, row)
      for (const row of next.folded.trips) trips.set(row.id, row)
      state = fresh ? restored(next.folded) : next.state
      for (const [i, { seq, envelope, body }] of numbered.entries()) {
        const became = next.folded.batches[i]
        messages.push({
          ...{ seq, member: id, envelope, body: JSON.stringify(body) },
          ...(became === undefined ? {} : { became }),
        })
      }
      return next.folded
    },
    history: (): MemberHistory => ({
      ...{ id, profile, messages },
      segments: [...segments.values()],
      trips: [...trips.values()],
    }),
  }
}

let ids = 1_000_000
/** A batch of segments with room for their ids. */
function batch(segments: unknown[], received: number): { envelope: Envelope; body: unknown } {
  const first = String(ids)
  ids += segments.length + 1
  const envelope = { v: 1, kind: 'segments', batch: String(ids - 1), first, received } as const
  return { envelope: { ...envelope, count: segments.length }, body: { segments } }
}

/** Messages as the log has them where nobody has noted what became of each. */
const withoutOutcomes = (history: MemberHistory): MemberHistory => ({
  ...history,
  messages: history.messages.map(({ became: _none, ...message }) => message),
})

t.test('folding in batches with restores equals folding one by one; changed rows are reported', async (t) => {
  const years = compose({
    seed: SEED,
    members: 4,
    start: '2026-05-23',
    today: '2026-11-21',
    timetable: madeTimetable(reference.airports, reference.cities, SEED),
    sources: reference.sources,
  })
  for (const year of years) {
    const member = folding('1', '{"id":"1"}', true)
    // Everything arrives twice, as when a partner resends a day.
    const sent = [...year.messages.slice(0, BATCHES), ...year.messages.slice(0, BATCHES)].map(
      ({ segments }, i) => batch(segments, Date.UTC(2026, 10, 21) + 1_000 * i),
    )
    for (let i = 0; i < sent.length; i += TOGETHER)
      member.step(sent.slice(i, i + TOGETHER), Date.UTC(2026, 10, 22))
    const history = withoutOutcomes(member.history())
    t.same(
      rebuildMember(rules, history),
      [],
      `member ${year.person.index}: ${history.segments.length} segments, ${history.trips.length} trips`,
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
    const at = Date.UTC(2026, 0, 1)
    const sent = [batch([...legs, middle], at), batch([{ ...middle, status: 'Cancelled' }], at + 1)]
    const [apart, atOnce] = [sent.map((one) => [one]), [sent]].map((steps) => {
      const member = folding('2', profile)
      for (const step of steps) member.step(step, at)
      return withoutOutcomes(member.history())
    })
    const splits = (of: MemberHistory): unknown[] =>
      of.trips.filter((trip) => (JSON.parse(trip.doc) as { split_from: unknown }).split_from !== null)
    t.same([splits(apart!).length, splits(atOnce!).length], [1, 0])
    t.same(rebuildMember(rules, apart!), [])
    t.same(rebuildMember(rules, atOnce!), [])
  },
)

t.test('edits and replacements by id apply to the same segments and trips again', async (t) => {
  const member = folding('3', JSON.stringify({ id: '3', homes: [home('JFK', null, [])] }))
  let n = 0
  const submit = (
    kind: 'segments' | 'segment' | 'withdraw' | 'edit',
    body: unknown,
    more: { count?: number; replaces?: string } = {},
  ): BatchWrite => {
    n += 1
    const received = Date.UTC(2026, 0, 1) + n
    const envelope = { v: 1, kind, batch: String(n * 100), first: String(n * 100 + 1), received, ...more }
    const [became] = member.step([{ envelope: envelope as Envelope, body }], received).batches
    t.equal(became?.status, 'processed', kind)
    return became!
  }
  const out = flight('DL1', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T07:00')
  const back = flight('DL2', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00')
  const [first, second] = submit('segments', { segments: [out, back] }, { count: 2 }).results
  const other = submit('segment', flight('DL3', 'JFK-DEN', '2026-05-01T10:00', '2026-05-01T13:00')).resource
    ?.id
  const last = submit('segment', flight('DL4', 'JFK-MIA', '2026-07-01T10:00', '2026-07-01T13:00')).resource
    ?.id
  submit('edit', { do: 'trip.update', trip: first?.trip_id, fields: { headline: 'Spring' } })
  submit('edit', { do: 'trip.split', trip: first?.trip_id, segments: [second?.segment_id] })
  submit('segment', flight('DL3', 'JFK-ORD', '2026-05-01T10:00', '2026-05-01T12:00'), {
    replaces: other ?? '',
  })
  submit('withdraw', { id: last })
  t.same(rebuildMember(rules, member.history()), [])
  t.ok(rebuildMember(rules, withoutOutcomes(member.history())).length > 3)
})
