import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import t from 'tap'
import { listPartitions } from '../../../../db/operator/partition-admin.js'
import { foldStackWithBroker } from '../../../support/fold/fold-stack.js'
import { startWorker } from '../../../support/fold/fold-worker.js'
import { tally } from '../../../support/fold/fold-reader.js'
import { ownNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'

const SETTINGS = { continuityCheckMs: 100, idleAdvanceMs: 100, haltConfirmMs: 60_000 }
const LOOKS = 3

/** Keeps owners and modes: the server may run under its own account. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}

t.test('a broker that answers from an older state for a while halts nothing', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 2 })
  const { natsDir: dir, natsPort: port } = stack
  const members = await stack.addMembers(10)
  await startWorker(t, stack, { name: 'w1', settings: SETTINGS })
  const sendAll = async (n: number): Promise<void> => {
    await until('the publisher is connected', () => stack.publisher.connected())
    for (const member of members) await stack.send(member, { n })
    await until(`all up to ${n} are folded`, async () => (await tally(stack.pool)).raw === 10 * (n + 1))
  }
  const keep = (name: string): string => {
    copy(dir, `${dir}-${name}`)
    t.teardown(() => {
      rmSync(`${dir}-${name}`, { recursive: true, force: true })
    })
    return `${dir}-${name}`
  }
  const putBack = (kept: string): void => {
    rmSync(dir, { recursive: true })
    copy(kept, dir)
  }

  await sendAll(0)
  await stack.stopNats()
  const older = keep('older')
  const first = await ownNats(t, { dir, port })
  await sendAll(1)
  await first.stop()
  const newer = keep('newer')

  putBack(older)
  const behind = await ownNats(t, { dir, port })
  await until('the publisher is connected', () => stack.publisher.connected())
  let looks = 0
  for await (const look of stack.nc.subscribe('$JS.API.STREAM.INFO.SEGMENTS', { max: LOOKS }))
    looks += look.sid === 0 ? 0 : 1
  t.equal(looks, LOOKS, 'the worker has looked at the stream that ends before its cursors')
  await behind.stop()
  putBack(newer)
  await ownNats(t, { dir, port })

  await sendAll(2)
  t.same(
    (await listPartitions(stack.pool)).map((partition) => partition.status),
    ['ok', 'ok'],
  )
})
