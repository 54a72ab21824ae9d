import t from 'tap'
import { superviseServer } from '../../../ops/supervisor/server.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

t.test(
  'a server that ends as soon as it was started is started again after longer and longer pauses',
  async (t) => {
    const starts: number[] = []
    const server = await superviseServer(
      'short-lived',
      async () => {
        starts.push(performance.now())
        const kept = {
          pid: -1,
          ended: Promise.resolve('no room left'),
          onOutput: () => {},
          stop: async () => {},
          kill: () => {},
        }
        return { url: 'test://', port: 1, process: kept, stop: async () => {} }
      },
      silentLog(),
    )
    await until('it was started three times again', () => starts.length === 4)
    const pauses = starts.slice(1).map((at, n) => at - starts[n]!)
    for (const [n, least] of [250, 500, 1_000].entries())
      t.ok(pauses[n]! > least - 10, `${pauses[n]} ms, ${least} at least`)
    const asked = performance.now()
    await server.stop()
    t.ok(performance.now() - asked < 1_000, 'no pause is waited for')
    t.equal(starts.length, 4)
  },
)
