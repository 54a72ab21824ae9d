import t from 'tap'
import { SEGMENTS_STREAM } from '../../../../schemas/stream/subjects.js'
import { connectStream } from '../../../../workers/stream/connection/connect.js'
import { eraseMessages, memberMessages } from '../../../../workers/stream/erasure/erase-messages.js'
import { publisher } from '../../../../workers/stream/publish.js'
import { ensureStreams, streamManager } from '../../../../workers/stream/setup.js'
import { testNats } from '../../../support/servers.js'

const text = new TextEncoder()

t.test('messages of a member are erased, its dead letters too', async (t) => {
  const nc = await connectStream({ url: (await testNats(t)).url, name: 'test' })
  await ensureStreams(nc, { partitions: 4, maxBytes: 2 ** 24, replicas: 1 })
  const jsm = await streamManager(nc)
  const publishing = publisher(nc, { deadlineMs: 10_000 })
  t.teardown(async () => {
    publishing.close()
    await nc.close()
  })
  const publish = async (...subjects: string[]): Promise<void> => {
    for (const [n, subject] of subjects.entries())
      await publishing.publish(text.encode('x'), subject, `${subject} ${String(n)}`)
  }
  await publish('seg.1', 'seg.2', 'seg.1')
  t.same(await memberMessages(nc, '1'), { own: [1, 3], oldest: 1 })
  t.equal(await eraseMessages(nc, '1', [1]), 1, 'what was accepted after the check stays')
  t.same(await memberMessages(nc, '1'), { own: [3], oldest: 2 })
  t.equal(await eraseMessages(nc, '1', [3]), 1, 'the other one later')

  await publish('dlq.seg.3.1', 'dlq.seg.3.2')
  t.equal(await eraseMessages(nc, '1', []), 1)
  t.equal((await jsm.streams.info('DLQ')).state.messages, 1)
  t.equal((await jsm.streams.info(SEGMENTS_STREAM)).state.messages, 1, 'others stay')
})
