import t from 'tap'
import { dividePartitions, listPartitions } from '../../../db/operator/partition-admin.js'
import { partitionOf } from '../../../schemas/stream/subjects.js'
import { streamManager, streamState } from '../../../workers/stream/setup.js'
import { foldStack } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { memberIn, orders } from '../../support/fold/fold-reader.js'
import { until } from '../../support/until.js'

const settings = { continuityCheckMs: 100, idleAdvanceMs: 100 }

t.test('a marker takes idle cursors along, so that aged-out messages of others are no gap', async (t) => {
  const stack = await foldStack(t, { partitions: 2 })
  const members = await stack.addMembers(10)
  const [busy, quiet] = [memberIn(members, 0, 2), memberIn(members, 1, 2)]
  await startWorker(t, stack, { name: 'w1', settings })
  await stack.send(busy, { n: 0 })
  await until('both cursors are at their markers', async () =>
    (await listPartitions(stack.pool)).every((part) => part.cursor >= 2),
  )
  await until(
    'that is recorded',
    async () => (await streamState(stack.nc)).lastSeq === 3 && (await marked()) === 3,
  )
  await (await streamManager(stack.nc)).streams.purge('SEGMENTS', { seq: 4 })
  await stack.send(quiet, { n: 0 })
  await until('the idle partition folds', async () => (await orders(stack.pool)).get(quiet)?.length === 1)
  t.ok((await listPartitions(stack.pool)).every((part) => part.status === 'ok'))
  await until('the last messages are markers', async () => (await marked()) === 6)
  const looks = stack.nc.subscribe('$JS.API.STREAM.INFO.SEGMENTS', { max: 4 })
  for await (const look of looks) t.ok(look, 'the stream is looked at')
  t.equal((await streamState(stack.nc)).lastSeq, 6, 'and not marked again')

  async function marked(): Promise<number | undefined> {
    const { rows } = await stack.pool.query<{ marked: number }>(
      'select marked_to as marked from stream_identity',
    )
    return rows[0]?.marked
  }
})

t.test('a halted partition stays halted in its parts, and parked members go with theirs', async (t) => {
  const stack = await foldStack(t, { partitions: 2 })
  const members = await stack.addMembers(10)
  await startWorker(t, stack, { name: 'w1', settings })
  for (const member of members) await stack.send(member, { n: 0, fail: true })
  await until('every member is parked', async () => (await parkedIn()).length === 10)
  await stack.pool.query("update partition_owner set status = 'HALTED_GAP' where partition = 1")
  await dividePartitions(stack.pool, 'SEGMENTS', 4)
  t.same(
    (await listPartitions(stack.pool)).map((part) => part.status),
    ['ok', 'HALTED_GAP', 'ok', 'HALTED_GAP'],
  )
  t.ok(
    (await parkedIn()).every(
      ({ member, partition }) => partitionOf(member, { slices: 1_024, partitions: 4 }) === partition,
    ),
  )

  async function parkedIn(): Promise<Array<{ member: string; partition: number }>> {
    const { rows } = await stack.pool.query<{ member: string; partition: number }>(
      'select member_id::text as member, partition from parked_member',
    )
    return rows
  }
})
