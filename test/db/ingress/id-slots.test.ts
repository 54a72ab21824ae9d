import t from 'tap'
import type pg from 'pg'
import { connect } from '../../../db/pg/connect.js'
import { leaseIdSlot } from '../../../db/ingress/id-slots.js'
import { testDatabase } from '../../support/servers.js'
import { until } from '../../support/until.js'
import { silentLog } from '../../support/silent-log.js'

/** A pool that holds back renewals until the gate opens. */
function gated(pool: pg.Pool): { pool: pg.Pool; isRenewing: () => boolean; open: () => Promise<void> } {
  let renewing = false
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const held: Array<Promise<unknown>> = []
  const query = (text: string, values: unknown[]): Promise<unknown> => {
    if (!text.includes('set last_used = clock_timestamp()')) return pool.query(text, values)
    renewing = true
    const answer = opened.then(async () => await pool.query(text, values))
    held.push(answer)
    return answer
  }
  return {
    pool: Object.create(pool, { query: { value: query } }) as pg.Pool,
    isRenewing: () => renewing,
    open: async () => {
      open()
      await Promise.all(held)
    },
  }
}

t.test('a slot that is released while it is being renewed is not lost', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog() })
  t.teardown(close)
  const gate = gated(pool)
  const { slot, release } = await leaseIdSlot(gate.pool, {
    owner: 'mine',
    log: silentLog(),
    lost: () => {
      t.fail('the slot was lost')
    },
    ttl: 1,
  })
  await until('a renewal', gate.isRenewing)
  const released = release()
  for (let round = 0; round < 5; round++) await pool.query('select')
  await gate.open()
  await released
  t.same((await pool.query('select owner from id_slot where slot = $1', [slot])).rows, [{ owner: null }])
})

t.test('the loss of a slot is reported once, even if a late renewal fails as well', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog() })
  t.teardown(close)
  const gate = gated(pool)
  let lost = 0
  const { slot } = await leaseIdSlot(gate.pool, {
    owner: 'mine',
    log: silentLog(),
    lost: () => {
      lost++
    },
    ttl: 0.3,
  })
  await until('the lease to be lost', () => lost > 0)
  await pool.query("update id_slot set owner = 'other' where slot = $1", [slot])
  await gate.open()
  await pool.query('select')
  t.equal(lost, 1)
})

t.test('a slot has one owner', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog() })
  t.teardown(close)
  const lease = async (
    owner: string,
    onLost = (): void => {
      t.fail('the slot was lost')
    },
    ttl = 60,
  ) => await leaseIdSlot(pool, { owner, log: silentLog(), lost: onLost, ttl })
  const slots = await Promise.all(Array.from({ length: 64 }, async (_, n) => await lease(`w${n}`)))
  t.equal(new Set(slots.map((one) => one.slot)).size, 64)
  await t.rejects(lease('surplus'))
  await slots[9]?.release()
  await t.rejects(lease('early'), 'a slot cools down before it is leased again')
  await pool.query("update id_slot set last_used = now() - interval '6 seconds' where owner is null")
  const next = await lease('next')
  t.equal(next.slot, slots[9]?.slot)
  for (const one of [...slots, next]) await one.release()

  let lost = false
  await pool.query("update id_slot set last_used = '-infinity'")
  const mine = await lease(
    'mine',
    () => {
      lost = true
    },
    0.3,
  )
  await pool.query("update id_slot set owner = 'other' where slot = $1", [mine.slot])
  await until('the owner to be notified', () => lost)

  const handlers = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const rejections: unknown[] = []
  process.on('unhandledRejection', (error) => {
    rejections.push(error)
  })
  t.teardown(() => {
    process.removeAllListeners('unhandledRejection')
    for (const handler of handlers) process.on('unhandledRejection', handler)
  })
  const thread = await lease(
    'thread',
    () => {
      throw new Error('the thread ends')
    },
    0.3,
  )
  await pool.query("update id_slot set owner = 'other' where slot = $1", [thread.slot])
  await until('the unhandled rejection', () => rejections.length > 0)
  t.match(rejections, [{ message: 'the thread ends' }])
})
