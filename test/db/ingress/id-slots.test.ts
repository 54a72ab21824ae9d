import t from 'tap'
import type pg from 'pg'
import { connect } from '../../../db/pg/connect.js'
import { leaseIdSlot } from '../../../db/ingress/id-slots.js'
import { testDatabase } from '../../support/servers.js'
import { until } from '../../support/until.js'
import { silentLog } from '../silent-log.js'

/** A pool in which renewals wait at a gate on their way to Postgres. */
function gated(pool: pg.Pool): { pool: pg.Pool; asked: () => boolean; open: () => Promise<void> } {
  let asked = false
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const passed: Array<Promise<unknown>> = []
  const query = (text: string, values: unknown[]): Promise<unknown> => {
    if (!text.includes('set leased_until = clock_timestamp()')) return pool.query(text, values)
    asked = true
    const answer = opened.then(async () => await pool.query(text, values))
    passed.push(answer)
    return answer
  }
  return {
    pool: Object.create(pool, { query: { value: query } }) as pg.Pool,
    asked: () => asked,
    open: async () => {
      open()
      await Promise.all(passed)
    },
  }
}

t.test('a slot that is given back while it is being renewed is not lost', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog })
  t.teardown(close)
  const gate = gated(pool)
  const { slot, release } = await leaseIdSlot(gate.pool, {
    owner: 'mine',
    log: silentLog,
    lost: () => {
      t.fail('lost')
    },
    ttl: 1,
  })
  await until('it is renewed', gate.asked)
  const released = release()
  for (let round = 0; round < 5; round++) await pool.query('select')
  await gate.open()
  await released
  t.same((await pool.query('select owner from id_slot where slot = $1', [slot])).rows, [{ owner: null }])
})

t.test('a slot is lost once, though a renewal that came too late says so again', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog })
  t.teardown(close)
  const gate = gated(pool)
  let lost = 0
  const { slot } = await leaseIdSlot(gate.pool, {
    owner: 'mine',
    log: silentLog,
    lost: () => {
      lost++
    },
    ttl: 0.3,
  })
  await until('it was not renewed in time', () => lost > 0)
  await pool.query("update id_slot set owner = 'thief' where slot = $1", [slot])
  await gate.open()
  await pool.query('select')
  t.equal(lost, 1)
})
