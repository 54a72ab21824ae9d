import t from 'tap'
import type pg from 'pg'
import type { Test } from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { leaseIds } from '../../../ops/wiring/id-generator.js'
import { ID_SLOTS } from '../../../schemas/base/ids.js'
import { proxy } from '../../support/proxy.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const TTL_SECONDS = 1
const PAUSED = { code: 'ids_paused' }

async function connections(t: Test) {
  const url = await testDatabase(t)
  const direct = connect({ url, name: 'test', log: silentLog() })
  const between = await proxy({ host: '127.0.0.1', port: Number(new URL(url).port) })
  const through = new URL(url)
  through.port = String(between.port)
  const database = connect({ url: through.href, name: 'leasing', log: silentLog() })
  t.teardown(async () => {
    await between.close()
    await Promise.all([database.close(), direct.close()])
  })
  return { between, through: database.pool, pool: direct.pool }
}

async function leased(t: Test) {
  const { through, ...servers } = await connections(t)
  const log = silentLog()
  const ids = await leaseIds(through, { lessee: 'mine', log, ttlSeconds: TTL_SECONDS })
  t.teardown(ids.release)
  return { ...ids, ...servers, log }
}

const slotOf = (id: string): number => Math.floor(Number(id) / 512) % ID_SLOTS

t.test('ids pause when the lease runs out in an outage, and continue in the same slot', async (t) => {
  const { ids, status, between, log } = await leased(t)
  const before = ids.next()
  await between.refuse()
  await until(
    'no ids are created',
    () => status() !== 'ok' && log.lines.some(({ level }) => level === 'warn'),
  )
  t.throws(() => ids.next(), PAUSED)
  t.throws(() => ids.block(3), PAUSED)
  t.match(status(), /^no id slot: .*ECONNREFUSED/)
  await between.listen()
  await until('ids are being created again', () => status() === 'ok')
  const after = ids.next()
  t.ok(Number(after) > Number(before))
  t.equal(slotOf(after), slotOf(before))
  await until('the end of the pause is logged', () => log.lines.some(({ level }) => level === 'info'))
  t.same(
    log.lines.filter(({ level }) => level !== 'debug').map(({ message }) => message),
    ['no ids can be created; waiting for an id slot', 'ids are being created again'],
  )
})

t.test('a slot that another process has leased is replaced, as soon as one is free', async (t) => {
  const { ids, status, pool } = await leased(t)
  const first = slotOf(ids.next())
  await pool.query("update id_slot set owner = 'other', leased_until = 'infinity'")
  await until('no slot is left', () => status().startsWith(`no id slot: all ${ID_SLOTS} id slots are leased`))
  t.throws(() => ids.next(), PAUSED)
  await t.rejects(leaseIds(pool, { lessee: 'surplus', log: silentLog() }), {
    ...PAUSED,
    message: /^all 64 id slots are leased: each api process, /,
  })
  await pool.query("update id_slot set owner = null, leased_until = '-infinity' where slot = 40")
  await until('another slot is leased', () => status() === 'ok')
  t.equal(slotOf(ids.next()), 40)
  t.not(first, 40)
})

t.test('a released slot is free, even if it was being renewed', async (t) => {
  const { ids, release, pool } = await leased(t)
  await release()
  t.throws(() => ids.next(), PAUSED)
  t.same((await pool.query('select slot from id_slot where owner is not null')).rows, [])
})

t.test('a release without Postgres neither fails nor hangs', async (t) => {
  const { release, between } = await leased(t)
  await between.refuse()
  await release()
  t.pass()
})

for (const end of ['released', 'killed'] as const)
  t.test(`no id is created twice in a slot that was ${end} with its clock ahead`, async (t) => {
    const { pool, between, through } = await connections(t)
    const clock = Date.now
    t.teardown(() => {
      Date.now = clock
    })
    /** Twenty seconds ahead, and set back for the second process. */
    const shown = clock() + 20_000
    const created = async (from: pg.Pool, lessee: string) => {
      Date.now = () => shown
      const { ids, release } = await leaseIds(from, { lessee, log: silentLog() })
      t.teardown(release)
      const blocks = Array.from({ length: 200 }, () => ids.block(512))
      Date.now = clock
      return { blocks, release }
    }
    await pool.query("update id_slot set leased_until = 'infinity' where slot > 0")
    const first = await created(through, 'first')
    if (end === 'released') await first.release()
    else await between.refuse()
    await pool.query(
      "update id_slot set leased_until = '-infinity', last_used = now() - interval '1 minute' where slot = 0",
    )
    const second = await created(pool, 'second')
    t.equal(slotOf(second.blocks[0] ?? ''), slotOf(first.blocks[0] ?? ''))
    t.ok(Number(second.blocks[0]) > Number(first.blocks.at(-1)), 'they follow the former ones')
  })
