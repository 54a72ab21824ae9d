import t from 'tap'
import { ConfigError, readConfig } from '../../../ops/config/config.js'
import { openStreams } from '../../../ops/wiring/streams.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { streamStats } from '../../../workers/stream/stream-stats.js'
import { SMALL_STORE_BYTES, ownNats } from '../../support/servers.js'

t.test(
  'if NATS has no room for the streams, the error names STREAM_MAX_BYTES and no stream is left behind',
  async (t) => {
    const { url } = await ownNats(t)
    const nc = await connectStream({ url, name: 'test' })
    t.teardown(async () => {
      await nc.close()
    })
    const open = async (bytes: number) =>
      await openStreams(nc, readConfig({ NATS_URL: url, STREAM_MAX_BYTES: String(bytes) }))
    const all = (SMALL_STORE_BYTES * 15) / 16
    const cases: Array<[bytes: number, message: RegExp]> = [
      [
        0,
        /^STREAM_MAX_BYTES is not set and defaults to 53687091200; the streams then need up to 67200 MiB together, more than the NATS server has left \(.+\): set three quarters of the server's max_file or less/,
      ],
      // SEGMENTS alone would fit.
      [all, /^STREAM_MAX_BYTES is 503316480; the streams then need up to 630 MiB together/],
    ]
    for (const [bytes, message] of cases) {
      const error: unknown = await open(bytes).catch((caught: unknown) => caught)
      t.type(error, ConfigError)
      t.match(error instanceof Error ? error.message : '', message)
      t.ok(
        (await streamStats(nc)).every((one) => one.missing),
        'no stream was created',
      )
    }
    t.match(
      await open((SMALL_STORE_BYTES * 3) / 4),
      { maxBytes: (SMALL_STORE_BYTES * 3) / 4 },
      'three quarters fit',
    )
  },
)
