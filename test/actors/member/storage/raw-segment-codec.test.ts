/** Raw segments as they are stored beside each other. */
import t from 'tap'
import {
  decodeRawSegments,
  splitSegmentState,
  rawSegmentHeaders,
  encodeSegmentState,
} from '../../../../actors/member/storage/raw-segment-codec.js'
import { RawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'
import { restore } from '../../../../actors/member/state.js'
import { flight, traveller } from '../../../support/traveller.js'

const SAID = {
  airline: 'BA',
  flight_num: '304',
  number_of_pax: 2,
  travelers: [{ first_name: 'Ann' }, { first_name: 'Bob' }],
  metadata: { a: 1, b: [null, 2] },
  note: 'line\nbreak',
}

function raw(id: string, fields: Record<string, unknown>, client?: string): RawSegment {
  return new RawSegment(
    { id, type: 'Air', source: `source ${id}`, receivedAt: 1_000 + Number(id), client },
    fields,
  )
}

const said = (raws: readonly RawSegment[]): unknown =>
  raws.map(({ id, type, source, receivedAt: at, client, fields }) => ({
    id,
    type,
    source,
    at,
    client,
    fields,
  }))

t.test('what is stored is what was said: more, less, the same, otherwise and nothing', async (t) => {
  const raws = [
    raw('1', SAID, 'app'),
    raw('2', { ...SAID }),
    raw('3', { ...SAID, flight_num: '305', seat_assignment: '14A' }, 'other'),
    raw('4', { flight_num: '304' }),
    raw('5', { ...SAID, travelers: [{ first_name: 'Ann' }], metadata: { a: 1, b: [null, 3] } }),
    raw('6', {}),
    raw('7', { hasOwnProperty: 'x', constructor: 'y' }),
    raw('8', { constructor: 'y' }),
  ]
  const back = (some: RawSegment[]): RawSegment[] => {
    const [state, rest] = splitSegmentState(encodeSegmentState({ n: rawSegmentHeaders(some) }, some))
    return decodeRawSegments(
      'Air',
      (JSON.parse(state) as { n: ReturnType<typeof rawSegmentHeaders> }).n,
      rest ?? '',
    )
  }
  for (let from = 0; from < raws.length; from++) {
    const some = [...raws.slice(from), ...raws.slice(0, from)]
    t.strictSame(said(back(some)), said(some))
    t.strictSame(said(back(some).reverse()), said(some.toReversed()), 'whichever is asked first')
  }
  t.same(back([]), [])
  t.equal(
    splitSegmentState(encodeSegmentState({}, raws.slice(0, 4)))[1],
    JSON.stringify([SAID, {}, { flight_num: '305', seat_assignment: '14A' }, [{ flight_num: '304' }]]),
    'only differences are stored',
  )
})

t.test('who says little is stored in little, however much another one says', async (t) => {
  const much = raw('1', {
    ...SAID,
    ...Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`f${nth}`, nth])),
  })
  const some = [
    much,
    ...Array.from({ length: 500 }, (_, nth) => raw(String(nth + 2), { ...SAID, seat_assignment: `${nth}A` })),
  ]
  const [state, rest] = splitSegmentState(encodeSegmentState({ n: rawSegmentHeaders(some) }, some))
  t.ok(JSON.stringify(some.map((one) => one.fields)).length * 1.1 > (rest ?? '').length)
  t.strictSame(
    said(
      decodeRawSegments(
        'Air',
        (JSON.parse(state) as { n: ReturnType<typeof rawSegmentHeaders> }).n,
        rest ?? '',
      ),
    ),
    said(some),
  )
})

t.test('a row of before, with each raw in full, is read as the one of now', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'))
  ann.post(
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:30', {
      source: 'tmc',
      confirmation_no: 'ZZTOP9',
    }),
  )
  const [row] = ann.stored.segments
  const [text] = splitSegmentState(row?.state ?? '')
  const { n: _n, ...kept } = JSON.parse(text) as Record<string, unknown>
  const raws = [...ann.state.segments.values()].flatMap((item) => item.rawSegments)
  t.equal(raws.length, 2)
  const before = {
    ...ann.stored,
    segments: [
      {
        ...row!,
        state: JSON.stringify({
          ...kept,
          r: raws.map(({ id, source, receivedAt: at, fields }) => [id, source, at, fields]),
        }),
      },
    ],
  }
  for (const stored of [before, ann.stored]) {
    const items = [...restore(stored, ann.env).segments.values()]
    t.same(
      items.map((item) => said(item.rawSegments)),
      [said(raws)],
    )
    t.same(
      items.map((item) => item.merged?.bookings),
      [...ann.state.segments.values()].map((item) => item.merged?.bookings),
    )
  }
})
