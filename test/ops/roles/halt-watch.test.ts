import t from 'tap'
import { haltedStreamStatus } from '../../../db/operator/service-status.js'
import { watchHalts } from '../../../ops/roles/halt-watch.js'
import { memberSubject } from '../../../schemas/stream/subjects.js'
import { foldStack, nextBatch } from '../../support/fold/fold-stack.js'
import { silentLog, startWorker } from '../../support/fold/fold-worker.js'
import { until } from '../../support/until.js'

const LOOK_MS = 20

t.test(
  'while the stream has lost its end the door refuses; a gap, behind which everything is stored, is no reason to',
  async (t) => {
    const stack = await foldStack(t, { partitions: 2 })
    await startWorker(t, stack, { name: 'w1' })
    await until(
      'the partitions are there',
      async () =>
        (await stack.pool.query('select 1 from partition_state where owner is not null')).rowCount === 2,
    )
    let looks = 0
    const watch = await watchHalts(
      async () => {
        looks += 1
        return await haltedStreamStatus(stack.pool)
      },
      silentLog,
      LOOK_MS,
    )
    t.teardown(watch.stop)
    const publish = watch.guard(stack.publisher.publish)
    const answer = async (): Promise<string> =>
      await publish(new TextEncoder().encode('{}\n{}'), memberSubject('1'), nextBatch()).then(
        () => 'stored',
        (fault: { reason: string; code: string }) => `${fault.reason} ${fault.code}`,
      )
    const mark = async (status: string): Promise<void> => {
      await stack.pool.query('update partition_state set status = $1 where partition = 0', [status])
    }
    t.equal(await answer(), 'stored')
    for (const status of ['HALTED_SEQ_REGRESSED', 'HALTED_STREAM_RECREATED']) {
      await mark(status)
      await until(`${status} is known`, async () => (await answer()) === 'halted temporarily_unavailable')
      await mark('ok')
      await until('it is repaired', async () => (await answer()) === 'stored')
    }
    await mark('HALTED_GAP')
    const seen = looks
    await until('it has looked again', () => looks > seen + 2)
    t.equal(await answer(), 'stored')
  },
)
