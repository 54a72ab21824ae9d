/** Work that is done while a server has nothing else to do. */
import Fastify from 'fastify'
import { performance } from 'node:perf_hooks'
import t from 'tap'
import { idleWork } from '../../../api/plugins/idle-work.js'
import { until } from '../../support/until.js'

t.test('steps are done one after the other once the server listens, not while it is busy', async (t) => {
  const app = Fastify()
  t.teardown(async () => {
    await app.close()
  })
  const done: string[] = []
  await app.register(idleWork, { steps: [() => done.push('document'), () => done.push('pages')] })
  await app.ready()
  t.same(done, [], 'nothing before it listens')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const busyUntil = performance.now() + 600
  while (performance.now() < busyUntil) {
    const end = performance.now() + 20
    while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.same(done, [], 'nothing while requests are answered')
  await until('both steps', () => done.length > 1)
  t.same(done, ['document', 'pages'])
})
