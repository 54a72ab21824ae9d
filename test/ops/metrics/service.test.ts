/** What is told of the service while a store hangs: an alarm must not fall silent with it. */
import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { serviceStatus } from '../../../db/operator/service-status.js'
import { serverMetrics } from '../../../ops/metrics/servers.js'
import { processRegistry } from '../../../ops/metrics/registry.js'
import { serviceMetrics } from '../../../ops/metrics/service.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { streamStats } from '../../../workers/stream/stream-stats.js'
import { proxy, type Proxy } from '../../support/proxy.js'
import { testDatabase, testNats } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

/** Way to a server that can be stalled, and its address. */
async function between(
  end: (close: () => Promise<void>) => void,
  address: string,
): Promise<{ url: string; way: Proxy }> {
  const url = new URL(address)
  const way = await proxy({ host: url.hostname, port: Number(url.port) })
  end(way.close)
  url.port = String(way.port)
  return { url: url.href, way }
}

t.test(
  'a store that hangs is a problem that is told, beside all the rest, before whoever asks gives up',
  async (t) => {
    const postgres = await between(
      (close) => {
        t.teardown(close)
      },
      await testDatabase(t),
    )
    const broker = await between(
      (close) => {
        t.teardown(close)
      },
      (await testNats(t)).url,
    )
    const { pool, close } = connect({ url: postgres.url, name: 'test', log: silentLog() })
    t.teardown(close)
    const nc = await connectStream({ url: broker.url, name: 'test' })
    t.teardown(async () => {
      await nc.close()
    })
    await ensureStreams(nc, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
    const registry = processRegistry()
    serverMetrics(registry, pool, nc)
    serviceMetrics(
      registry,
      async () => await serviceStatus(pool),
      async () => await streamStats(nc),
    )
    const page = async (): Promise<{ problems: number; text: string; ms: number }> => {
      const began = performance.now()
      const text = await registry.metrics()
      return {
        problems: Number(/^tripfold_service_view_problems (\d+)$/m.exec(text)?.[1]),
        text,
        ms: performance.now() - began,
      }
    }
    t.equal((await page()).problems, 0)
    postgres.way.stall('both')
    await until('the view is asked anew', async () => (await page()).problems === 1)
    const hangs = await page()
    t.ok(hangs.ms < 2_400, `the page came after ${Math.round(hangs.ms)} ms`)
    t.match(hangs.text, /^tripfold_service_stream_messages\{stream="SEGMENTS"\} 0$/m)
    t.notMatch(hangs.text, /^tripfold_database_answer_seconds /m)
    postgres.way.resume()
    await until('it answers again', async () => (await page()).problems === 0)
    broker.way.stall('both')
    await until('the broker hangs', async () => (await page()).problems === 1)
    t.match((await page()).text, /^tripfold_service_fold_workers 0$/m)
    broker.way.resume()
  },
)
