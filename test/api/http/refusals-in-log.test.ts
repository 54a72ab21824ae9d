/** What the log says about requests that the service refuses. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeLog } from '../../../ops/process/log.js'
import { secondIngress, startIngress } from '../../support/api/ingress.js'
import { jsonLines } from '../../support/json-lines.js'

t.test('refused requests leave no stack in the log, and overload leaves one line', async (t) => {
  const file = join(t.testdir(), 'api.log')
  const log = makeLog({ LOG_LEVEL: 'info', LOG_FILE: file }, 'api')
  const ingress = await startIngress(t, { deps: { log } })
  const full = await secondIngress(t, ingress, {
    pressure: { maxInFlight: 0, maxDelayMs: 60_000, maxHeap: 1 },
  })
  t.equal((await ingress.request('/v2/me')).status, 401)
  t.equal((await ingress.request('/v2/nothing')).status, 404)
  for (let i = 0; i < 5; i++) t.equal((await full.request('/v2/me')).status, 503)
  const lines = jsonLines(readFileSync(file, 'utf8'))
  t.match(lines, [
    {
      msg: 'request answered 503',
      method: 'GET',
      route: '/v2/me',
      error: { code: 'temporarily_unavailable', message: /overloaded/ },
    },
  ])
  t.equal(lines.length, 1)
  t.notMatch(readFileSync(file, 'utf8'), /"stack"|\.ts:\d|\.js:\d/)
})
