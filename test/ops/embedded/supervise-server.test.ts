import t from 'tap'
import { superviseServer } from '../../../ops/embedded/supervise-server.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

t.test('a server that exits right after its start is restarted with growing delays', async (t) => {
  const starts: number[] = []
  const supervised = await superviseServer(
    'short-lived',
    async () => {
      starts.push(performance.now())
      const server = {
        pid: -1,
        ended: Promise.resolve('no room left'),
        onOutput: () => {},
        stop: async () => {},
        kill: () => {},
      }
      return { url: 'test://', port: 1, process: server, stop: async () => {} }
    },
    silentLog(),
  )
  await until('it was restarted three times', () => starts.length === 4)
  const delays = starts.slice(1).map((at, n) => at - starts[n]!)
  for (const [n, minimum] of [250, 500, 1_000].entries())
    t.ok(delays[n]! > minimum - 10, `${delays[n]} ms, at least ${minimum}`)
  const stoppedAt = performance.now()
  await supervised.stop()
  t.ok(performance.now() - stoppedAt < 1_000, 'stopping does not wait for the delay')
  t.equal(starts.length, 4)
})
