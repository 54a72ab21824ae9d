/** One cause has one line when it starts and one when it ends. */
import t from 'tap'
import { outageLog } from '../../../ops/process/outage-log.js'
import { PublishError } from '../../../schemas/stream/publish-error.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const TIMES = { repeatMs: 60, quietMs: 20, tickMs: 5 }
const refused = (): Error =>
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1'), { code: 'ECONNREFUSED' })

t.test('the failures of a server are two lines, whichever part meets them', async (t) => {
  const written = silentLog()
  const log = outageLog(written, TIMES)
  let isDown = true
  log.watch('Postgres', async () => {
    if (isDown) throw refused()
  })
  for (let i = 0; i < 5; i++) {
    log.warn({ error: refused() }, 'lag not reported; will retry')
    log.error({ error: new Error('step failed', { cause: refused() }), partition: i }, 'step failed')
  }
  log.warn({ request: 'a', error: refused() }, 'request answered 503')
  t.match(written.lines, [
    { level: 'warn', message: 'Postgres unavailable', fields: { during: 'lag not reported; will retry' } },
  ])
  await new Promise((resolve) => setTimeout(resolve, 2 * TIMES.repeatMs))
  t.equal(written.lines.length, 1, 'it is not over while the server does not answer')
  isDown = false
  await until('the second line', () => written.lines.length === 2)
  t.match(written.lines[1], { message: 'Postgres available again', fields: { failures: 11 } })
  const seconds = Number(written.lines[1]?.fields['seconds'])
  t.ok(seconds >= 0.1 && seconds < 5, `it took ${seconds} s`)
})

t.test('NATS is a cause of its own', async (t) => {
  const written = silentLog()
  const log = outageLog(written, TIMES)
  log.warn({ error: new PublishError('broker_unavailable') }, 'events not published')
  log.warn({ error: refused() }, 'lag not reported; will retry')
  t.same(
    written.lines.map((line) => line.message),
    ['NATS unavailable', 'Postgres unavailable'],
  )
})

t.test('any other warning is repeated at most as a count', async (t) => {
  const written = silentLog()
  const log = outageLog(written, TIMES)
  for (let i = 0; i < 3; i++)
    log.warn({ error: new Error(`failed ${i} times`), failures: i }, 'mail not sent')
  log.warn({ error: new Error('failed'), callback: '1' }, 'callback not served')
  log.warn({ error: new Error('failed'), callback: '2' }, 'callback not served')
  t.same(
    written.lines.map((line) => line.message),
    ['mail not sent', 'callback not served', 'callback not served'],
  )
  await until('the count is written', () => written.lines.length > 3)
  await new Promise((resolve) => setTimeout(resolve, TIMES.repeatMs))
  t.match(written.lines.slice(3), [{ message: 'no longer repeated: mail not sent', fields: { failures: 3 } }])
  log.warn({ error: new Error('failed 9 times') }, 'mail not sent')
  t.equal(written.lines.at(-1)?.message, 'mail not sent', 'what starts again is written again')
})

t.test('facts and failed requests are never held back', async (t) => {
  const written = silentLog()
  const log = outageLog(written, TIMES)
  for (let i = 0; i < 3; i++) {
    log.info({ error: refused() }, 'information')
    log.warn({}, 'fact')
    log.error({ error: new TypeError('a defect'), request: `r${i}` }, 'request failed')
  }
  t.equal(written.lines.length, 9)
})
