import t from 'tap'
import {
  packContent,
  unpackContent,
  type RawBatchContent,
} from '../../../../db/fold/raw-batch/raw-batch-content.js'

const AT = 1_795_636_892_537
const EARLIER = 'ASOQ/g3Rkzs8iZqDEoKFITWSaVIierAZG5iAHAcA'
const KEY = { id: 232_745_308_291_584, kind: 'segments', client: 'tf_app', received: AT }
const ENVELOPE = {
  v: 1,
  kind: 'segments',
  received: AT,
  client: 'tf_app',
  batch: '232745308291584',
  first: '232745308291585',
  count: 2,
  request: 'req-1',
} as const

const CONTENTS: Record<
  string,
  [RawBatchContent, typeof KEY | (Omit<typeof KEY, 'client'> & { client: null })]
> = {
  'a batch': [
    {
      envelope: ENVELOPE,
      body: '{"segments": [\n {"type":"Air","confirmation_no":"TF4D7K"},\n {"hotel_name":"Größe \u0000 宿"}]}',
      results: [
        { _id: 232_745_308_291_585, segment_id: '71', trip_id: '81', action: 'created' },
        { _id: 232_745_308_291_586, segment_id: null, trip_id: null, action: 'held' },
      ],
      resource: null,
      refusal: null,
    },
    KEY,
  ],
  'outcomes that are not one for each raw id, or say more': [
    {
      envelope: ENVELOPE,
      body: '{}',
      results: [
        { _id: 232_745_308_291_586, segment_id: '71', trip_id: null, action: 'merged' },
        { _id: 7, segment_id: '71', trip_id: '81', action: 'cancelled' },
        {
          _id: 232_745_308_291_587,
          segment_id: null,
          trip_id: null,
          action: 'refused',
          error: 'limit_exceeded',
          error_description: 'Too many.',
        },
      ],
      resource: null,
      refusal: null,
    },
    KEY,
  ],
  'a refused command without application or raw ids': [
    {
      envelope: { v: 1, kind: 'edit', received: AT, batch: '232745308291584' },
      body: '{"trip":"9"}',
      results: [],
      resource: { kind: 'trip', id: '9' },
      refusal: { error: 'not_found', error_description: 'There is no trip 9.', missing: 'trip' },
    },
    { ...KEY, kind: 'edit', client: null },
  ],
}

for (const [what, [content, key]] of Object.entries(CONTENTS))
  t.test(`${what}: unpacked as it was, to the order of keys`, async (t) => {
    const found = unpackContent(packContent(content), key)
    t.same(found, content)
    t.equal(JSON.stringify(found.results), JSON.stringify(content.results))
  })

t.test('a message of a later version is not misread', async (t) => {
  t.throws(() => unpackContent(Buffer.of(9, 1, 2), KEY), /unknown format 9/)
})

/** Rows of old installations are packed with dictionary 1: it must never change. */
t.test('bytes that an earlier version wrote are still read', async (t) => {
  const stored = Buffer.from(EARLIER, 'base64')
  const { body, results } = unpackContent(stored, KEY)
  t.equal(body, '{"segments":[{"type":"Air","status":"Active","source":"airline_ba","flight_num":"304"}]}')
  t.same(results, [{ _id: 232_745_308_291_585, segment_id: '71', trip_id: '81', action: 'created' }])
})
