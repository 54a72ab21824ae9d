/** Odd data that the API accepts or a feed sends: decide warns and never throws. */
import t from 'tap'
import { seededRandom } from '../../support/journeys.js'
import { flight, hotel, traveller } from '../../support/traveller.js'
import type { Segment } from '../../support/traveller.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'

const ODD: unknown[] = [
  '',
  ' ',
  null,
  7,
  -1,
  {},
  [],
  true,
  'ZZZ',
  '???',
  '2026-13-45',
  '2026-02-30T10:00',
  '0001-01-01T00:00',
  '9999-12-31T23:59',
  '2026-03-01',
  '2026-03-01T24:00',
  'x'.repeat(500),
  '\u0000',
  '٣٤',
  '🛫',
  '1e999',
  'NaN',
  '91',
  '-181',
]

t.test('any type with any odd value in any field', async (t) => {
  const roll = seededRandom(20260101)
  const ann = traveller()
  ann.post([
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' }),
    hotel('London Marriott', 'London', '2026-03-02', '2026-03-05'),
  ])
  for (let i = 0; i < 400; i++) {
    const type = SEGMENT_TYPES[roll(SEGMENT_TYPES.length)] as (typeof SEGMENT_TYPES)[number]
    const kind = SEGMENT_KINDS[type]
    const segment: Segment = {
      type,
      source: ['gds', 'unknown_source', 'manual'][roll(3)],
      confirmation_no: ['ABC234', null, 'X', 12][roll(4)],
    }
    const names = [
      kind.start,
      kind.end,
      kind.name,
      kind.vendor,
      kind.number,
      kind.from.text,
      kind.to?.text,
      `${kind.from.prefix}city_name`,
      `${kind.from.prefix}country`,
      `${kind.from.prefix}lat`,
      `${kind.from.prefix}lon`,
      'status',
      'gds_status',
      'supplier_updated',
      kind.startZone,
      'travelers',
      'last_name',
    ]
    for (const name of names)
      if (typeof name === 'string') segment[name] = roll(3) === 0 ? '2026-03-03T10:00' : ODD[roll(ODD.length)]
    ann.post(segment)
  }
  t.equal(ann.folds.length, 401)
  t.match(
    ann.live().find((s) => s.flight_num === '42'),
    { confirmation_no: 'ABC234' },
  )
})

t.test('messages whose body does not fit their kind', async (t) => {
  const ann = traveller()
  for (const body of [
    null,
    7,
    'x',
    [],
    {},
    { segments: 'no' },
    { segments: [null, 3, { type: 'Rocket' }] },
  ]) {
    for (const kind of ['segments', 'segment', 'withdraw', 'profile', 'account', 'refold'] as const)
      ann.send(kind, body)
  }
  t.match(ann.send('segment', null).batches[0], { refusal: { error: 'invalid_request' } })
  t.match(ann.send('withdraw', {}).batches[0], { refusal: { error: 'not_found' } })
  t.same(ann.segments(), [])
})

t.test('a message kind of a newer version throws, so that it is not recorded as processed', async (t) => {
  const ann = traveller()
  t.throws(() => ann.send('teleport' as 'segment', {}), {
    name: 'TypeError',
    message: 'message kind "teleport" is not supported by this version',
  })
})

t.test('fields with names of built-in properties are ignored', async (t) => {
  const odd = JSON.stringify(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00')).replace(
    '{',
    '{"__proto__":{"seat_assignment":"1A"},"constructor":"x",',
  )
  const ann = traveller()
  const { segments } = ann.post(JSON.parse(odd) as Segment)
  t.match(ann.live(), [{ flight_num: '42', seat_assignment: null }])
  t.notMatch(segments[0]?.provenance, 'constructor')
})
