/** Several processes start at once on an empty broker with just enough room for the streams. */
import t from 'tap'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { ensureStreams, missingStreams, streamManager } from '../../../workers/stream/setup.js'
import { reservedBytes } from '../../../workers/stream/stream-configs.js'
import { STREAMS } from '../../../schemas/stream/subjects.js'
import { ownNats } from '../../support/servers.js'

const PROCESSES = 4
const ROUNDS = 5
const settings = { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 }

t.test('processes that start together create the streams once, in the room for one set', async (t) => {
  const nats = await ownNats(t, { maxStore: reservedBytes(settings) + 2 ** 20 })
  const processes = await Promise.all(
    Array.from(
      { length: PROCESSES },
      async (_, i) => await connectStream({ url: nats.url, name: `process ${i}` }),
    ),
  )
  t.teardown(async () => {
    for (const nc of processes) await nc.close()
  })
  const { streams } = await streamManager(processes[0]!)
  for (let round = 0; round < ROUNDS; round++) {
    const states = await Promise.all(processes.map(async (nc) => await ensureStreams(nc, settings)))
    t.equal(new Set(states.map(({ streamId }) => streamId)).size, 1)
    t.same(await missingStreams(processes[0]!), [])
    for (const name of STREAMS) await streams.delete(name)
  }
})
