/** Single writes: cancellations, and changes to what was submitted, however they are batched (contract.md 2, itinerary.md 2 and 4). */
import t from 'tap'
import { decide } from '../../../actors/member/decide.js'
import { restore } from '../../../actors/member/state.js'
import type { MemberState } from '../../../actors/member/state.js'
import type { BatchWrite } from '../../../schemas/folded.js'
import type { Envelope, Incoming } from '../../../schemas/message.js'
import { flight, save, traveller } from '../../support/traveller.js'
import type { Traveller } from '../../support/traveller.js'

const OUT = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' })
const BACK = flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', { confirmation_no: 'ABC234' })

type Message = [kind: Envelope['kind'], body: unknown, more?: Partial<Envelope>]

/** Segments by id, with their status and raw segments. */
function held ({ items }: MemberState): unknown {
  return [...items.values()].map(item => [item.id, item.status, item.raws.map(raw => raw.id), [...item.doc].length]).sort()
}

/** Folds the messages in one step, or each in a step of its own; what became of each. */
function tell (who: Traveller, messages: Message[], together: boolean): BatchWrite[] {
  const list = messages.map(([kind, body, more = {}], i): Incoming => {
    const batch = who.nextId()
    return { seq: who.state.lastSeq + i + 1, envelope: { v: 1, kind, batch, received: who.env.now + 1_000 * (i + 1), ...more }, body }
  })
  who.env.now += 60_000
  return (together ? [list] : list.map(one => [one])).flatMap(step => {
    const { state, folded } = decide(who.state, step, who.env)
    who.state = state
    who.stored = save(who.stored, folded)
    return folded.batches
  })
}

for (const together of [false, true]) {
  t.test(`${together ? 'in one step' : 'one by one'}: the cancellation of a booking names the segment that it cancels`, async t => {
    const ann = traveller()
    const [, cancelled, unknown] = tell(ann, [
      ['segment', OUT, { first: '500' }],
      ['segment', { type: 'Air', source: 'airline_dl', status: 'Cancelled', confirmation_no: 'ABC234' }, { first: '501' }],
      ['segment', { type: 'Air', source: 'airline_dl', status: 'Cancelled', confirmation_no: 'QQQ234' }, { first: '502' }]
    ], together)
    const [item] = ann.state.items.values()
    t.equal(item?.status, 'Cancelled')
    t.same(cancelled?.resource, { kind: 'segment', id: item?.id })
    t.same([unknown?.resource, unknown?.refusal, unknown?.results.map(one => one.action)], [null, null, ['held']])
  })

  t.test(`${together ? 'in one step' : 'one by one'}: a booking cancelled in the place of a statement of it`, async t => {
    const ann = traveller()
    tell(ann, [['segments', { segments: [OUT, BACK] }, { first: '500' }]], together)
    const [out, back] = ann.segments().map(doc => doc.id)
    const [cancelled] = tell(ann, [
      ['segment', { type: 'Air', source: 'airline_dl', status: 'Cancelled', confirmation_no: 'ABC234' }, { first: '502', replaces: out! }]
    ], together)
    t.same([cancelled?.resource, cancelled?.refusal], [{ kind: 'segment', id: out }, null])
    t.same(ann.segments().map(doc => [doc.id, doc.status]), [[out, 'Cancelled'], [back, 'Cancelled']], 'the whole booking')
    t.same(held(ann.state), held(restore(ann.stored, ann.env)), 'memory is what is stored')
    const [again, put, gone] = tell(ann, [
      ['segment', { ...OUT, seat_assignment: '3C' }, { first: '503' }],
      ['segment', { ...OUT, seat_assignment: '4D' }, { first: '504', replaces: out! }],
      ['withdraw', { id: out }]
    ], false)
    t.same([again, put, gone].map(one => [one?.refusal, one?.resource?.id]), [[null, out], [null, out], [null, out]], 'told again it lives on under its id')
    t.same(held(ann.state), held(restore(ann.stored, ann.env)))
  })
}
