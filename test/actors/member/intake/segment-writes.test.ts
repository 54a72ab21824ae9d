/** Single writes: cancellations, and changes to what was submitted, however they are batched (contract.md 2, RULES 2 and 4). */
import t from 'tap'
import fc from 'fast-check'
import { decide } from '../../../../actors/member/decide.js'
import { restore } from '../../../../actors/member/state.js'
import type { MemberState } from '../../../../actors/member/model.js'
import type { BatchWrite } from '../../../../schemas/stream/fold-result.js'
import type { Envelope, StreamMessage } from '../../../../schemas/stream/message.js'
import { dice } from '../../../support/journeys.js'
import { flight, hotel, save, traveller } from '../../../support/traveller.js'
import type { Traveller } from '../../../support/traveller.js'

const OUT = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' })
const BACK = flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', { confirmation_no: 'ABC234' })
const HOUSE = hotel('London Marriott', 'London', '2026-03-02', '2026-03-09', {
  country: 'GB',
  confirmation_no: 'H12345',
})

type Message = [kind: Envelope['kind'], body: unknown, more?: Partial<Envelope>]

/** Segments by id, with their status and raw segments. */
function held({ segments: items }: MemberState): unknown {
  return [...items.values()]
    .map((item) => [item.id, item.status, item.rawSegments.map((raw) => raw.id), [...item.doc].length])
    .sort()
}

/** Segments by their raw segments, with what they say; ids that a fold makes aside. */
function said({ segments: items }: MemberState): unknown {
  return [...items.values()]
    .filter((item) => item.rawSegments.length > 0)
    .map((item) => [
      item.rawSegments.map((raw) => raw.id),
      item.status,
      item.merged?.fields,
      item.merged?.bookings,
    ])
    .sort()
}

/** Folds the messages in one step, or each in a step of its own; what became of each. */
function tell(who: Traveller, messages: Message[], together: boolean): BatchWrite[] {
  const list = messages.map(([kind, body, more = {}], i): StreamMessage => {
    const batch = who.nextId()
    return {
      seq: who.state.lastSeq + i + 1,
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
  t.test(
    `${together ? 'in one step' : 'one by one'}: the cancellation of a booking names the segment that it cancels`,
    async (t) => {
      const ann = traveller()
      const [, cancelled, unknown] = tell(
        ann,
        [
          ['segment', OUT, { first: '500' }],
          [
            'segment',
            { type: 'Air', source: 'airline_dl', status: 'Cancelled', confirmation_no: 'ABC234' },
            { first: '501' },
          ],
          [
            'segment',
            { type: 'Air', source: 'airline_dl', status: 'Cancelled', confirmation_no: 'QQQ234' },
            { first: '502' },
          ],
        ],
        together,
      )
      const [item] = ann.state.segments.values()
      t.equal(item?.status, 'Cancelled')
      t.same(cancelled?.resource, { kind: 'segment', id: item?.id })
      t.same(
        [unknown?.resource, unknown?.refusal, unknown?.results.map((one) => one.action)],
        [null, null, ['held']],
      )
    },
  )

  t.test(
    `${together ? 'in one step' : 'one by one'}: a booking cancelled in the place of a statement of it`,
    async (t) => {
      const ann = traveller()
      tell(ann, [['segments', { segments: [OUT, BACK] }, { first: '500' }]], together)
      const [out, back] = ann.segments().map((doc) => doc.id)
      const [cancelled] = tell(
        ann,
        [
          [
            'segment',
            { type: 'Air', source: 'airline_dl', status: 'Cancelled', confirmation_no: 'ABC234' },
            { first: '502', replaces: out! },
          ],
        ],
        together,
      )
      t.same([cancelled?.resource, cancelled?.refusal], [{ kind: 'segment', id: out }, null])
      t.same(
        ann.segments().map((doc) => [doc.id, doc.status]),
        [
          [out, 'Cancelled'],
          [back, 'Cancelled'],
        ],
        'the whole booking',
      )
      t.same(held(ann.state), held(restore(ann.stored, ann.env)), 'memory is what is stored')
      const [again, put, gone] = tell(
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
        'told again it lives on under its id',
      )
      t.same(held(ann.state), held(restore(ann.stored, ann.env)))
    },
  )

  t.test(`${together ? 'in one step' : 'one by one'}: several changes of one segment`, async (t) => {
    const ann = traveller()
    ann.post([OUT, BACK])
    const [out, back] = ann.segments().map((doc) => doc.id)
    const put = (id: string, first: string, seat: string): Message => [
      'segment',
      { ...OUT, seat_assignment: seat },
      { first, replaces: id },
    ]
    const changed = tell(
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
    const [put1, filed, gone, late] = tell(
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
    t.match(late?.refusal, { error: 'not_found' }, 'what is withdrawn is not there')
    t.same(
      ann.segments().map((doc) => doc.id),
      [back],
    )
    t.same(held(ann.state), held(restore(ann.stored, ann.env)))
  })
}

for (const together of [false, true]) {
  t.test(
    `${together ? 'in one step' : 'one by one'}: of several changes of one version the first is applied`,
    async (t) => {
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
      const changed = tell(ann, [put('600'), put('601'), ['withdraw', { id }, { expects }]], together)
      t.match(
        changed.map((one) => one.refusal),
        [null, stale, stale],
      )
      t.match(ann.segments()[0], { seat_assignment: '600' })
      const [gone, late] = tell(
        ann,
        [
          ['withdraw', { id }],
          ['withdraw', { id }, { expects }],
        ],
        together,
      )
      t.match([gone?.refusal, late?.refusal], [null, stale], 'what is gone has changed')

      const trip = [...ann.state.trips.values()].find((one) => one.status === 'Active')!
      const asRead = { expects: { id: trip.id, version: trip.version } }
      const edits = tell(
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
    },
  )
}

t.test(
  'what is changed and withdrawn, cancelled and filed by hand is the same in whatever steps it comes',
  async (t) => {
    const told = [
      OUT,
      BACK,
      HOUSE,
      { ...OUT, source: 'email', confirmation_no: 'EML111' },
      flight('DL9', 'JFK-ORD', '2026-04-02T07:00', '2026-04-02T09:00', { confirmation_no: 'ORD111' }),
    ]
    const member = (): Traveller => {
      const ann = traveller()
      ann.post(told.slice(0, 3))
      ann.post(told.slice(3))
      return ann
    }
    const property = fc.property(fc.nat(1e6), (seed) => {
      const roll = dice(seed)
      const [apart, whole] = [member(), member()]
      const ids = apart.segments().map((doc) => doc.id)
      const list = Array.from({ length: 6 }, (_, i): Message => {
        const id = ids[roll(ids.length)]!
        const body = {
          ...told[roll(told.length)],
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
            return [
              'segment',
              { type: 'Air', source: 'airline_dl', status: 'Cancelled', confirmation_no: 'ABC234' },
              { first, ...(roll(2) === 0 ? {} : { replaces: id }) },
            ]
          case 3:
            return ['segment', body, { first }]
          default:
            return ['segment', body, { first, replaces: id }]
        }
      })
      const refused = (all: BatchWrite[]): unknown => all.map((one) => one.refusal?.error ?? null)
      const left = JSON.stringify([refused(tell(apart, list, false)), said(apart.state)])
      const right = JSON.stringify([refused(tell(whole, list, true)), said(whole.state)])
      if (left !== right) throw new Error(`${JSON.stringify(list)}\n${left}\n${right}`)
      if (JSON.stringify(held(whole.state)) !== JSON.stringify(held(restore(whole.stored, whole.env))))
        throw new Error(`stored otherwise: ${JSON.stringify(list)}`)
    })
    const result = await fc.check(property, { numRuns: 30 })
    t.notOk(
      result.failed,
      `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
    )
  },
)

t.test(
  'a change takes the place of what its application said, in its own source unless it names another',
  async (t) => {
    const { source: _source, ...unsourced } = OUT
    const said = (ann: Traveller): unknown =>
      (ann.segments()[0] as unknown as { sources: Array<{ source: string; raw_id: string }> }).sources.map(
        (one) => [one.source, one.raw_id],
      )
    const change = (
      ann: Traveller,
      replaces: string,
      body: Record<string, unknown>,
      client: string,
    ): unknown =>
      ann.send('segment', body, { first: '600', replaces, client }).batches[0]?.refusal?.error ?? null
    const booked = (...told: Array<[source: string, client: string]>): { ann: Traveller; id: string } => {
      const ann = traveller()
      told.forEach(([source, client], i) => {
        ann.send('segments', { segments: [{ ...OUT, source }] }, { first: String(500 + i), client })
      })
      t.equal(ann.segments().length, 1)
      return { ann, id: ann.segments()[0]?.id as string }
    }
    {
      const { ann, id } = booked(['airline_dl', 'one'], ['manual', 'one'])
      t.equal(change(ann, id, { ...OUT, source: 'airline_dl' }, 'one'), null)
      t.same(
        said(ann),
        [
          ['airline_dl', '600'],
          ['manual', '501'],
        ],
        'of the source that is named',
      )
    }
    {
      const { ann, id } = booked(['airline_dl', 'one'], ['manual', 'one'])
      t.equal(change(ann, id, unsourced, 'one'), null)
      t.same(
        said(ann),
        [
          ['airline_dl', '500'],
          ['manual', '600'],
        ],
        'else the latest',
      )
      t.equal(
        ann.send('segment', unsourced, { first: '601', replaces: '500', client: 'one' }).batches[0]?.refusal,
        null,
      )
      t.same(
        said(ann),
        [
          ['airline_dl', '601'],
          ['manual', '600'],
        ],
        'by the id of a raw segment, that one',
      )
    }
    {
      const { ann, id } = booked(['email', 'one'], ['manual', 'two'])
      t.equal(change(ann, id, unsourced, 'two'), null)
      t.same(
        said(ann),
        [
          ['email', '500'],
          ['manual', '600'],
        ],
        'what another application said stays',
      )
    }
    {
      const { ann, id } = booked(['email', 'one'])
      t.equal(change(ann, id, unsourced, 'two'), 'access_denied')
      t.equal(change(ann, '500', unsourced, 'two'), 'access_denied')
      t.same(said(ann), [['email', '500']])
    }
  },
)
