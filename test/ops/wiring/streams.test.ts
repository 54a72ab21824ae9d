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
        /^STREAM_MAX_BYTES is not set and defaults to 53687091200; the streams then need up to 67200 MiB together, more than the NATS server has left \(.+\): set three quarters of the server's max_file or less, or raise max_file$/,
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

t.test('a limit of the account, and replicas without a cluster, are named too', async (t) => {
  const { url } = await ownNats(t, {
    authorization: `accounts {
      SMALL { jetstream { max_file: 67108864 }, users: [{ user: "small", password: "small" }] }
      FEW { jetstream { max_file: 268435456, max_streams: 2 }, users: [{ user: "few", password: "few" }] }
      ANY { jetstream: enabled, users: [{ user: "any", password: "any" }] }
    }`,
  })
  const bytes = 64 * 2 ** 20
  const cases: Array<[user: string, replicas: number, message: RegExp]> = [
    [
      'small',
      1,
      /^STREAM_MAX_BYTES is 67108864; the streams then need up to 84 MiB together, more than the NATS account has left: it may store 64 MiB, of which 0 MiB are taken \(.+\): set a smaller value/,
    ],
    ['few', 1, /^NATS_URL names an account that may hold no more streams \(.+\): allow it four streams/],
    ['any', 3, /^NATS_REPLICAS is 3, but the NATS server is not part of a cluster \(.+\): use 1 on a single/],
  ]
  for (const [user, replicas, message] of cases) {
    const nc = await connectStream({
      url: url.replace(/\/\/.*@/, `//${user}:${user}@`),
      name: 'test',
    })
    const config = { STREAM_MAX_BYTES: String(bytes), NATS_REPLICAS: String(replicas) }
    const error: unknown = await openStreams(nc, readConfig(config)).catch((caught: unknown) => caught)
    t.type(error, ConfigError)
    t.match(error instanceof Error ? error.message : '', message)
    t.ok(
      (await streamStats(nc)).every((one) => one.missing),
      'no stream was created',
    )
    await nc.close()
  }
})
