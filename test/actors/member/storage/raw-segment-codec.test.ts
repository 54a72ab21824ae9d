/** The raw segments of one segment as stored. */
import t from 'tap'
import {
  decodeRawSegments,
  splitSegmentState,
  rawSegmentHeaders,
  encodeSegmentState,
} from '../../../../actors/member/storage/raw-segment-codec.js'
import { FieldValues } from '../../../../actors/itinerary/statement/field-values.js'
import { RawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'
import { restore } from '../../../../actors/member/state.js'
import { flight, traveller } from '../../../support/traveller.js'

const FIELDS = {
  airline: 'BA',
  flight_num: '304',
  travelers: [{ first_name: 'Ann' }, { first_name: 'Bob' }],
  number_of_pax: 2,
  metadata: { a: 1, b: [null, 2] },
  note: 'line\nbreak',
}

function raw(id: string, fields: Record<string, unknown>, client?: string): RawSegment {
  return new RawSegment(
    { id, type: 'Air', source: `source ${id}`, receivedAt: 1_000 + Number(id), client },
    FieldValues.of('Air', fields),
  )
}

const content = (raws: readonly RawSegment[]): unknown =>
  raws.map(({ id, type, source, receivedAt, client, fields }) => ({
    id,
    type,
    source,
    receivedAt,
    client,
    fields: fields.toJSON(),
  }))

t.test('decoding returns the encoded fields: more, fewer, equal, other and none', async (t) => {
  const raws = [
    raw('1', FIELDS, 'app'),
    raw('2', { ...FIELDS }),
    raw('3', { ...FIELDS, flight_num: '305', seat_assignment: '14A' }, 'other'),
    raw('4', { flight_num: '304' }),
    raw('5', { ...FIELDS, travelers: [{ first_name: 'Ann' }], metadata: { a: 1, b: [null, 3] } }),
    raw('6', {}),
    raw('7', { hasOwnProperty: 'x', constructor: 'y' }),
    raw('8', { constructor: 'y' }),
  ]
  const back = (some: RawSegment[]): RawSegment[] => {
    const [state, fields] = splitSegmentState(encodeSegmentState({ n: rawSegmentHeaders(some) }, some))
    return decodeRawSegments(
      'Air',
      (JSON.parse(state) as { n: ReturnType<typeof rawSegmentHeaders> }).n,
      fields ?? '',
    )
  }
  for (let from = 0; from < raws.length; from++) {
    const some = [...raws.slice(from), ...raws.slice(0, from)]
    t.strictSame(content(back(some)), content(some))
    t.strictSame(content(back(some).reverse()), content(some.toReversed()), 'in whatever order they are read')
  }
  t.same(back([]), [])
  t.equal(
    splitSegmentState(encodeSegmentState({}, raws.slice(0, 4)))[1],
    JSON.stringify([FIELDS, {}, { flight_num: '305', seat_assignment: '14A' }, [{ flight_num: '304' }]]),
    'only differences are stored',
  )
})

t.test('a raw segment with few fields takes little space, however many the first one has', async (t) => {
  const large = raw('1', {
    ...FIELDS,
    ...Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`f${nth}`, nth])),
  })
  const some = [
    large,
    ...Array.from({ length: 500 }, (_, nth) =>
      raw(String(nth + 2), { ...FIELDS, seat_assignment: `${nth}A` }),
    ),
  ]
  const [state, fields] = splitSegmentState(encodeSegmentState({ n: rawSegmentHeaders(some) }, some))
  t.ok(JSON.stringify(some.map((one) => one.fields)).length * 1.1 > (fields ?? '').length)
  t.strictSame(
    content(
      decodeRawSegments(
        'Air',
        (JSON.parse(state) as { n: ReturnType<typeof rawSegmentHeaders> }).n,
        fields ?? '',
      ),
    ),
    content(some),
  )
})

t.test('a row of an earlier version, with each raw segment in full, is read alike', async (t) => {
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
  const { n: _n, ...saved } = JSON.parse(text) as Record<string, unknown>
  const raws = [...ann.state.segments.values()].flatMap((segment) => segment.rawSegments)
  t.equal(raws.length, 2)
  const before = {
    ...ann.stored,
    segments: [
      {
        ...row!,
        state: JSON.stringify({
          ...saved,
          r: raws.map(({ id, source, receivedAt, fields }) => [id, source, receivedAt, fields.toJSON()]),
        }),
      },
    ],
  }
  for (const stored of [before, ann.stored]) {
    const segments = [...restore(stored, ann.env).segments.values()]
    t.same(
      segments.map((segment) => content(segment.rawSegments)),
      [content(raws)],
    )
    t.same(
      segments.map((segment) => segment.merged?.bookings),
      [...ann.state.segments.values()].map((segment) => segment.merged?.bookings),
    )
  }
})
