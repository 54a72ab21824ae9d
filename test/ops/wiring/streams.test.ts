import t from 'tap'
import { ConfigError, readConfig } from '../../../ops/config/config.js'
import { openStreams } from '../../../ops/wiring/streams.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { streamStats } from '../../../workers/stream/stream-stats.js'
import { SMALL_STORE_BYTES, testNats } from '../../support/servers.js'

t.test(
  'a broker without room for the streams is a fault of STREAM_MAX_BYTES, and keeps none of the wrong size',
  async (t) => {
    const { url } = await testNats(t)
    const nc = await connectStream({ url, name: 'test' })
    t.teardown(async () => {
      await nc.close()
    })
    const open = async (bytes: number) =>
      await openStreams(nc, readConfig({ NATS_URL: url, STREAM_MAX_BYTES: String(bytes) }))
    const all = (SMALL_STORE_BYTES * 15) / 16
    const wrong: Array<[bytes: number, says: RegExp]> = [
      [
        0,
        /^STREAM_MAX_BYTES is not set and therefore 53687091200, with which the streams take up to 67200 MiB together, more than the NATS server has left \(.+\): set three quarters of that server's max_file or less/,
      ],
      // SEGMENTS alone would fit.
      [all, /^STREAM_MAX_BYTES is 503316480, with which the streams take up to 630 MiB together/],
    ]
    for (const [bytes, says] of wrong) {
      const fault: unknown = await open(bytes).catch((error: unknown) => error)
      t.type(fault, ConfigError)
      t.match(fault instanceof Error ? fault.message : '', says)
      t.ok(
        (await streamStats(nc)).every((one) => one.missing),
        'nothing is left in the way',
      )
    }
    t.match(
      await open((SMALL_STORE_BYTES * 3) / 4),
      { maxBytes: (SMALL_STORE_BYTES * 3) / 4 },
      'three quarters fit',
    )
  },
)
