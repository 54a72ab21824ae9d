import t from 'tap'
import { haltedStreamStatus } from '../../../db/operator/service-status.js'
import { watchHalts } from '../../../ops/roles/halt-watch.js'
import { memberSubject } from '../../../schemas/stream/subjects.js'
import { foldStack, nextBatch } from '../../support/fold/fold-stack.js'
import { silentLog, startWorker } from '../../support/fold/fold-worker.js'
import { until } from '../../support/until.js'

const POLL_MS = 20

t.test('publishing is refused while the stream has lost its end, but not because of a gap', async (t) => {
  const stack = await foldStack(t, { partitions: 2 })
  await startWorker(t, stack, { name: 'w1' })
  await until(
    'the partitions have an owner',
    async () =>
      (await stack.pool.query('select 1 from partition_state where owner is not null')).rowCount === 2,
  )
  let polls = 0
  const watch = await watchHalts(
    async () => {
      polls += 1
      return await haltedStreamStatus(stack.pool)
    },
    silentLog,
    POLL_MS,
  )
  t.teardown(watch.stop)
  const publish = watch.guard(stack.publisher.publish)
  const answer = async (): Promise<string> =>
    await publish(new TextEncoder().encode('{}\n{}'), memberSubject('1'), nextBatch()).then(
      () => 'stored',
      (error: { reason: string; code: string }) => `${error.reason} ${error.code}`,
    )
  const mark = async (status: string): Promise<void> => {
    await stack.pool.query('update partition_owner set status = $1 where partition = 0', [status])
  }
  t.equal(await answer(), 'stored')
  for (const status of ['HALTED_SEQ_REGRESSED', 'HALTED_STREAM_RECREATED']) {
    await mark(status)
    await until(`${status} is noticed`, async () => (await answer()) === 'halted temporarily_unavailable')
    await mark('ok')
    await until('it is repaired', async () => (await answer()) === 'stored')
  }
  await mark('HALTED_GAP')
  const before = polls
  await until('it has polled again', () => polls > before + 2)
  t.equal(await answer(), 'stored')
})
