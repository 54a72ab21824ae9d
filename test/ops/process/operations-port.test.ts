import { Gauge, Registry } from 'prom-client'
import t from 'tap'
import { startOperationsPort } from '../../../ops/process/operations-port.js'
import type { Readiness } from '../../../ops/process/operations-port.js'

t.test('healthz answers 200 always, readyz only when ready', async (t) => {
  const metrics = new Registry()
  metrics.registerMetric(new Gauge({ name: 'tripfold_nothing', help: 'nothing', registers: [] }))
  let state: Readiness = { ready: false, checks: { database: 'unreachable' } }
  const operations = await startOperationsPort(
    { host: '127.0.0.1', port: 0 },
    {
      readiness: async () => state,
      metrics: async () => metrics,
      page: async ({ ready }) => `<p>${ready ? 'ready' : 'not ready'}</p>`,
    },
  )
  t.teardown(operations.close)
  const get = async (path: string, method = 'GET'): Promise<{ status: number; body: unknown }> => {
    const answer = await fetch(`http://127.0.0.1:${operations.port}${path}`, { method })
    return { status: answer.status, body: await answer.json() }
  }
  t.same(await get('/healthz'), { status: 200, body: { status: 'ok' } })
  t.same(await get('/readyz'), {
    status: 503,
    body: { status: 'not ready', checks: { database: 'unreachable' } },
  })
  state = { ready: true, checks: { database: 'ok' } }
  t.same(await get('/readyz'), { status: 200, body: { status: 'ready', checks: { database: 'ok' } } })
  const page = await fetch(`http://127.0.0.1:${operations.port}/metrics`)
  t.match(page.headers.get('content-type'), 'text/plain; version=0.0.4')
  t.match(await page.text(), /^tripfold_nothing 0$/m)
  const shown = await fetch(`http://127.0.0.1:${operations.port}/`)
  t.match(shown.headers.get('content-type'), 'text/html')
  t.equal(await shown.text(), '<p>ready</p>')
  t.equal((await get('/secrets')).status, 404)
  t.equal((await get('/healthz', 'POST')).status, 405)
})

t.test('checks and metrics that never answer are answered with 503', async (t) => {
  const operations = await startOperationsPort(
    { host: '127.0.0.1', port: 0 },
    {
      readiness: async () => await new Promise<Readiness>(() => {}),
      metrics: async () => await new Promise<Registry>(() => {}),
      page: async () => await new Promise<string>(() => {}),
    },
  )
  t.teardown(operations.close)
  for (const path of ['readyz', 'metrics', '']) {
    const answer = await fetch(`http://127.0.0.1:${operations.port}/${path}`)
    t.equal(answer.status, 503)
    t.match(await answer.text(), 'no answer in time')
  }
})
