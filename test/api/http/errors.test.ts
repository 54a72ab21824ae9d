import t from 'tap'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { toApiError } from '../../../api/http/errors.js'
import { IdsUnavailableError, idGenerator } from '../../../schemas/base/ids.js'
import { connect } from '../../../db/pg/connect.js'
import { startIngress } from '../../support/api/ingress.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

t.test(
  'a statement that Postgres cancels for time or locks is 503; one that it cannot run is 500',
  async (t) => {
    const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog() })
    const [holder, waiter] = [await pool.connect(), await pool.connect()]
    t.teardown(async () => {
      holder.release()
      waiter.release()
      await close()
    })
    const failure = async (limit: string, statement: string): Promise<unknown> => {
      await waiter.query('begin')
      await waiter.query(`set local ${limit} = '50ms'`)
      const error: unknown = await waiter.query(statement).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      await waiter.query('rollback')
      return error
    }
    await holder.query('begin')
    await holder.query('lock table member')
    const unavailable = { status: 503, code: 'temporarily_unavailable', retryAfter: 5 }
    t.match(toApiError(await failure('lock_timeout', 'select from member')), unavailable)
    t.match(toApiError(await failure('statement_timeout', 'select pg_sleep(5)')), unavailable)
    t.match(toApiError(await failure('statement_timeout', 'select from nowhere')), {
      status: 500,
      code: 'server_error',
    })
    await holder.query('rollback')
  },
)

t.test('while no ids can be created a write is 503 with Retry-After; a read is answered', async (t) => {
  const working = idGenerator(1, Date.now)
  let isPaused = false
  const current = (): typeof working => {
    if (isPaused) throw new IdsUnavailableError('ids_paused')
    return working
  }
  const ingress = await startIngress(t, {
    deps: { ids: { next: () => current().next(), block: (count) => current().block(count) } },
  })
  const token = await ingress.token(await ingress.createMember())
  const post = async () =>
    await ingress.request('/v2/segments', { method: 'POST', token, body: { segments: [rawExamples.Hotel] } })
  t.equal((await post()).status, 202)
  isPaused = true
  const refused = await post()
  t.equal(refused.status, 503)
  t.match(refused.json, { error: 'temporarily_unavailable' })
  t.equal(refused.headers.get('retry-after'), '5')
  t.equal((await ingress.request('/v2/me', { token })).status, 200)
  isPaused = false
  t.equal((await post()).status, 202)
})
