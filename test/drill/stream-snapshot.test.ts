import { randomBytes } from 'node:crypto'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connectStream } from '../../workers/stream/connection/connect.js'
import t from 'tap'
import { restoreStream, saveStream } from './stream-snapshot.js'
import { testNats } from '../support/servers.js'

t.test('a stream that is saved, lost and restored has the same messages at the same numbers', async (t) => {
  const { url } = await testNats(t)
  const nc = await connectStream({ url, name: 'test' })
  t.teardown(async () => {
    await nc.close()
  })
  const manager = await jetstreamManager(nc)
  await manager.streams.add({ name: 'SAVED', subjects: ['saved.*'] })
  const js = jetstream(nc)
  for (let n = 0; n < 50; n++)
    await js.publish(`saved.${String(n % 5)}`, randomBytes(9_000).toString('latin1') + String(n))
  await manager.streams.deleteMessage('SAVED', 7)

  const saved = await saveStream(nc, 'SAVED')
  t.match(saved.state, { messages: 49, last_seq: 50 })
  t.ok(saved.chunks.length > 1, 'it is more than one chunk')
  await manager.streams.delete('SAVED')
  await restoreStream(nc, saved)

  t.match((await manager.streams.info('SAVED')).state, { messages: 49, first_seq: 1, last_seq: 50 })
  t.equal((await manager.streams.getMessage('SAVED', { seq: 50 }))?.string().slice(-2), '49')
  await t.rejects(restoreStream(nc, saved), /STREAM\.RESTORE\.SAVED: .*already in use/)
})
