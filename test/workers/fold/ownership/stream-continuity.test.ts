import t from 'tap'
import { haltReason } from '../../../../workers/fold/ownership/stream-continuity.js'

const KNOWN = { streamId: 'then', slices: 1_024, marked: [60, 67] as [number, number] }

const stream = (over: Partial<{ streamId: string; slices: number; firstSeq: number; lastSeq: number }>) => ({
  streamId: 'then',
  slices: 1_024,
  partitions: 8,
  firstSeq: 1,
  lastSeq: 100,
  lastStored: 1,
  messages: 100,
  bytes: 1,
  maxBytes: 2,
  ...over,
})

t.test('reasons to halt a partition at position 50', async (t) => {
  const table: Array<[string, Parameters<typeof stream>[0], ReturnType<typeof haltReason>]> = [
    ['all is well', {}, null],
    ['the stream ends at the cursor', { lastSeq: 50 }, null],
    ['the stream ends before the cursor', { lastSeq: 49 }, 'HALTED_SEQ_REGRESSED'],
    ['the stream was recreated', { streamId: 'now' }, 'HALTED_STREAM_RECREATED'],
    ['the stream numbers by another count of slices', { slices: 64 }, 'HALTED_STREAM_RECREATED'],
    ['the oldest message is the next one due', { firstSeq: 51 }, null],
    ['the next message due is gone', { firstSeq: 52 }, 'HALTED_GAP'],
  ]
  for (const [what, over, expected] of table)
    t.equal(haltReason(stream(over), KNOWN, { cursor: 50 }), expected, what)
})

t.test('markers that aged out are no gap', async (t) => {
  for (const [cursor, firstSeq, expected] of [
    [60, 68, null],
    [67, 68, null],
    [60, 69, 'HALTED_GAP'],
    [59, 68, 'HALTED_GAP'],
  ] as const)
    t.equal(haltReason(stream({ firstSeq }), KNOWN, { cursor }), expected, `${cursor} ${firstSeq}`)
})

t.test('another message at the cursor means that the stream lost its end', async (t) => {
  const at = (expected: number, found: number): unknown =>
    haltReason(stream({}), KNOWN, { cursor: 50, atCursor: { expected, found } })
  t.equal(at(1_000, 1_000), null)
  t.equal(at(1_000, 1_001), null, 'the clients round to the millisecond')
  t.equal(at(1_000, 5_000), 'HALTED_SEQ_REGRESSED')
})

t.test('a missing stream is not the one the cursors belong to', async (t) => {
  t.equal(haltReason(null, KNOWN, { cursor: 0 }), 'HALTED_STREAM_RECREATED')
})

t.test('an empty stream matches a partition at its start', async (t) => {
  t.equal(haltReason(stream({ firstSeq: 0, lastSeq: 0 }), KNOWN, { cursor: 0 }), null)
})
