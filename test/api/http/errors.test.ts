import t from 'tap'
import { toApiError } from '../../../api/http/errors.js'
import { connect } from '../../../db/pg/connect.js'
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
