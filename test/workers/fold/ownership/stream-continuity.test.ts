import t from 'tap'
import { haltReason } from '../../../../workers/fold/ownership/stream-continuity.js'

const stream = (over: Partial<{ created: string; firstSeq: number; lastSeq: number }>) => ({
  created: 'then',
  partitions: 8,
  firstSeq: 1,
  lastSeq: 100,
  messages: 100,
  bytes: 1,
  maxBytes: 2,
  ...over,
})

t.test('what stands in the way of a partition at position 50', async (t) => {
  const table: Array<[string, Parameters<typeof stream>[0], ReturnType<typeof haltReason>]> = [
    ['all is well', {}, null],
    ['the stream ends where the partition stands', { lastSeq: 50 }, null],
    ['the stream ends before it', { lastSeq: 49 }, 'HALTED_SEQ_REGRESSED'],
    ['the stream is another one', { created: 'now' }, 'HALTED_STREAM_RECREATED'],
    ['the oldest message is the next one', { firstSeq: 51 }, null],
    ['the next message is gone', { firstSeq: 52 }, 'HALTED_GAP'],
  ]
  for (const [what, over, expected] of table)
    t.equal(haltReason(stream(over), { created: 'then' }, 50), expected, what)
})

t.test('a stream that is not there is not the one the cursors count in', async (t) => {
  t.equal(haltReason(null, { created: 'then' }, 0), 'HALTED_STREAM_RECREATED')
})

t.test('an empty stream and a partition at the beginning fit', async (t) => {
  t.equal(haltReason(stream({ firstSeq: 0, lastSeq: 0 }), { created: 'then' }, 0), null)
})
