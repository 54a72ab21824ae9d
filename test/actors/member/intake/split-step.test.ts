/** Writes, cancellations and edits have the same effect in one step as one by one (RULES 2.1). */
import t from 'tap'
import fc from 'fast-check'
import { decide } from '../../../../actors/member/decide.js'
import { restore } from '../../../../actors/member/state.js'
import type { MemberState } from '../../../../actors/member/model.js'
import type { BatchWrite } from '../../../../schemas/stream/fold-result.js'
import type { Envelope, StreamMessage } from '../../../../schemas/stream/message.js'
import { seededRandom } from '../../../support/journeys.js'
import { BACK, HOTEL, OUT } from '../../../support/london-trip.js'
import { flight, save, traveller } from '../../../support/traveller.js'
import type { Traveller } from '../../../support/traveller.js'

/** Cancels the booking of both flights by locator. */
const CANCELLATION = { type: 'Air', source: 'airline_dl', status: 'Cancelled', confirmation_no: 'ABC234' }

type Message = [kind: Envelope['kind'], body: unknown, more?: Partial<Envelope>]

/** By segment id: status, raw segments and the size of the document. */
function segmentsById({ segments }: MemberState): unknown {
  return [...segments.values()]
    .map((segment) => [
      segment.id,
      segment.status,
      segment.rawSegments.map((raw) => raw.id),
      [...segment.doc].length,
    ])
    .sort()
}

/** By raw segments: status, fields and bookings, without ids that the fold made. */
function segmentsByContent({ segments }: MemberState): unknown {
  return [...segments.values()]
    .filter((segment) => segment.rawSegments.length > 0)
    .map((segment) => [
      segment.rawSegments.map((raw) => raw.id),
      segment.status,
      segment.merged?.fields,
      segment.merged?.bookings,
    ])
    .sort()
}

/** Folds the messages in one step, or each in a step of its own; returns the results of all batches. */
function foldAll(who: Traveller, messages: Message[], together: boolean): BatchWrite[] {
  const list = messages.map(([kind, body, more = {}], i): StreamMessage => {
    const batch = who.nextId()
    return {
      seq: who.state.appliedSeq + i + 1,
      envelope: { v: 1, kind, batch, received: who.env.now + 1_000 * (i + 1), ...more },
      body,
    }
  })
  who.env.now += 60_000
  return (together ? [list] : list.map((one) => [one])).flatMap((step) => {
    const { state, folded } = decide(who.state, step, who.env)
    who.state = state
    who.stored = save(who.stored, folded)
    return folded.batches
  })
}

for (const together of [false, true]) {
  const how = together ? 'in one step' : 'one by one'

  t.test(`${how}: a cancellation of a booking returns the segment that it cancels`, async (t) => {
    const ann = traveller()
    const [, cancelled, unknown] = foldAll(
      ann,
      [
        ['segment', OUT, { first: '500' }],
        ['segment', CANCELLATION, { first: '501' }],
        ['segment', { ...CANCELLATION, confirmation_no: 'QQQ234' }, { first: '502' }],
      ],
      together,
    )
    const [segment] = ann.state.segments.values()
    t.equal(segment?.status, 'Cancelled')
    t.same(cancelled?.resource, { kind: 'segment', id: segment?.id })
    t.same(
      [unknown?.resource, unknown?.refusal, unknown?.results.map((one) => one.action)],
      [null, null, ['held']],
    )
  })

  t.test(`${how}: a cancellation of a booking that replaces one of its statements`, async (t) => {
    const ann = traveller()
    foldAll(ann, [['segments', { segments: [OUT, BACK] }, { first: '500' }]], together)
    const [out, back] = ann.segments().map((doc) => doc.id)
    const [cancelled] = foldAll(ann, [['segment', CANCELLATION, { first: '502', replaces: out! }]], together)
    t.same([cancelled?.resource, cancelled?.refusal], [{ kind: 'segment', id: out }, null])
    t.same(
      ann.segments().map((doc) => [doc.id, doc.status]),
      [
        [out, 'Cancelled'],
        [back, 'Cancelled'],
      ],
      'the whole booking',
    )
    t.same(segmentsById(ann.state), segmentsById(restore(ann.stored, ann.env)), 'the state equals its rows')
    const [again, put, gone] = foldAll(
      ann,
      [
        ['segment', { ...OUT, seat_assignment: '3C' }, { first: '503' }],
        ['segment', { ...OUT, seat_assignment: '4D' }, { first: '504', replaces: out! }],
        ['withdraw', { id: out }],
      ],
      together,
    )
    t.same(
      [again, put, gone].map((one) => [one?.refusal, one?.resource?.id]),
      [
        [null, out],
        [null, out],
        [null, out],
      ],
      'reported again it is revived under its id',
    )
    t.same(segmentsById(ann.state), segmentsById(restore(ann.stored, ann.env)))
  })

  t.test(`${how}: several changes of one segment`, async (t) => {
    const ann = traveller()
    ann.post([OUT, BACK])
    const [out, back] = ann.segments().map((doc) => doc.id)
    const put = (id: string, first: string, seat: string): Message => [
      'segment',
      { ...OUT, seat_assignment: seat },
      { first, replaces: id },
    ]
    const changed = foldAll(
      ann,
      [put(out!, '600', '1A'), put(out!, '601', '2B'), put(out!, '602', '3C')],
      together,
    )
    t.same(
      changed.map((one) => [one.refusal, one.resource?.id]),
      [
        [null, out],
        [null, out],
        [null, out],
      ],
    )
    t.match(ann.segments()[0], { id: out, seat_assignment: '3C', sources: [{ raw_id: '602' }] })
    const made = ann.nextId()
    const [put1, filed, gone, late] = foldAll(
      ann,
      [
        put(out!, '603', '4D'),
        ['edit', { do: 'trip.create', trip: made, fields: {}, segments: [out] }],
        ['withdraw', { id: out }],
        put(out!, '604', '5E'),
      ],
      together,
    )
    t.same(
      [put1, filed, gone].map((one) => one?.refusal),
      [null, null, null],
    )
    t.match(late?.refusal, { error: 'not_found' }, 'a withdrawn segment is not found')
    t.same(
      ann.segments().map((doc) => doc.id),
      [back],
    )
    t.same(segmentsById(ann.state), segmentsById(restore(ann.stored, ann.env)))
  })
}

for (const together of [false, true]) {
  const how = together ? 'in one step' : 'one by one'

  t.test(`${how}: of several changes of one version the first is applied`, async (t) => {
    const ann = traveller()
    ann.post([OUT, BACK])
    const { id, version } = [...ann.state.segments.values()][0]!
    const expects = { id, version }
    const put = (first: string): Message => [
      'segment',
      { ...OUT, seat_assignment: first },
      { first, replaces: id, expects },
    ]
    const stale = { error: 'precondition_failed' }
    const changed = foldAll(ann, [put('600'), put('601'), ['withdraw', { id }, { expects }]], together)
    t.match(
      changed.map((one) => one.refusal),
      [null, stale, stale],
    )
    t.match(ann.segments()[0], { seat_assignment: '600' })
    const [gone, late] = foldAll(
      ann,
      [
        ['withdraw', { id }],
        ['withdraw', { id }, { expects }],
      ],
      together,
    )
    t.match([gone?.refusal, late?.refusal], [null, stale], 'a withdrawn segment has another version')

    const trip = [...ann.state.trips.values()].find((one) => one.status === 'Active')!
    const asRead = { expects: { id: trip.id, version: trip.version } }
    const edits = foldAll(
      ann,
      [
        ['edit', { do: 'trip.update', trip: trip.id, fields: { headline: 'First' } }, asRead],
        ['edit', { do: 'trip.update', trip: trip.id, fields: { headline: 'Second' } }, asRead],
        ['edit', { do: 'trip.split', trip: trip.id, segments: trip.segmentIds.slice() }, asRead],
        ['edit', { do: 'trip.merge', trip: trip.id, from: [trip.id] }, asRead],
        ['edit', { do: 'trip.delete', trip: trip.id }, asRead],
      ],
      together,
    )
    t.match(
      edits.map((one) => one.refusal),
      [null, stale, stale, stale, stale],
    )
    t.match(ann.trips(), [{ id: trip.id, headline: 'First' }])
  })
}

t.test(
  'property: changes, withdrawals, cancellations and edits give the same result in any steps',
  async (t) => {
    const statements = [
      OUT,
      BACK,
      HOTEL,
      { ...OUT, source: 'email', confirmation_no: 'EML111' },
      flight('DL9', 'JFK-ORD', '2026-04-02T07:00', '2026-04-02T09:00', { confirmation_no: 'ORD111' }),
    ]
    const member = (): Traveller => {
      const ann = traveller()
      ann.post(statements.slice(0, 3))
      ann.post(statements.slice(3))
      return ann
    }
    const property = fc.property(fc.nat(1e6), (seed) => {
      const roll = seededRandom(seed)
      const [apart, whole] = [member(), member()]
      const ids = apart.segments().map((doc) => doc.id)
      const list = Array.from({ length: 6 }, (_, i): Message => {
        const id = ids[roll(ids.length)]!
        const body = {
          ...statements[roll(statements.length)],
          seat_assignment: String(i),
          ...(roll(4) === 0 ? { status: 'Cancelled' } : {}),
        }
        const first = String(700 + i)
        switch (roll(6)) {
          case 0:
            return ['withdraw', { id }]
          case 1:
            return ['edit', { do: 'trip.create', trip: String(800 + i), fields: {}, segments: [id] }]
          case 2:
            return ['segment', CANCELLATION, { first, ...(roll(2) === 0 ? {} : { replaces: id }) }]
          case 3:
            return ['segment', body, { first }]
          default:
            return ['segment', body, { first, replaces: id }]
        }
      })
      const refused = (all: BatchWrite[]): unknown => all.map((one) => one.refusal?.error ?? null)
      const left = JSON.stringify([refused(foldAll(apart, list, false)), segmentsByContent(apart.state)])
      const right = JSON.stringify([refused(foldAll(whole, list, true)), segmentsByContent(whole.state)])
      if (left !== right) throw new Error(`${JSON.stringify(list)}\n${left}\n${right}`)
      if (
        JSON.stringify(segmentsById(whole.state)) !==
        JSON.stringify(segmentsById(restore(whole.stored, whole.env)))
      )
        throw new Error(`the rows differ: ${JSON.stringify(list)}`)
    })
    const result = await fc.check(property, { numRuns: 30 })
    t.notOk(
      result.failed,
      `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
    )
  },
)
