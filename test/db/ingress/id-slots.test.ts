import t from 'tap'
import { idSlots } from '../../../db/ingress/id-slots.js'
import { openDatabase } from '../../support/open-database.js'

const SLOTS = 64
const TICK = 1_000_000
const MINUTE = 15_000

t.test('a slot has one lessee, and is free after its release', async (t) => {
  const { pool } = await openDatabase(t)
  const leased = await Promise.all(
    Array.from({ length: SLOTS }, async (_, n) => (await idSlots(pool, `w${n}`, 60).lease(TICK))?.slot),
  )
  t.equal(new Set(leased).size, SLOTS)
  const surplus = idSlots(pool, 'surplus', 60)
  t.equal(await surplus.lease(TICK), null, 'no slot is free')
  await idSlots(pool, 'w9', 60).release(leased[9] ?? -1, TICK)
  t.match(await surplus.lease(TICK), { slot: leased[9] })
})

t.test('a lease that ran out is renewed unless another process has leased the slot since', async (t) => {
  const { pool } = await openDatabase(t)
  const slots = idSlots(pool, 'mine', 60)
  const { slot = -1, horizon = -1 } = (await slots.lease(TICK)) ?? {}
  const age = async (): Promise<void> => {
    await pool.query(
      "update id_slot set leased_until = now() - interval '1 hour', last_used = now() - interval '1 hour' where slot = $1",
      [slot],
    )
  }
  await age()
  t.equal(await slots.renew(slot, TICK), horizon)
  await age()
  await pool.query("update id_slot set leased_until = 'infinity' where slot <> $1", [slot])
  t.match(await idSlots(pool, 'other', 60).lease(TICK), { slot, after: horizon })
  t.equal(await slots.renew(slot, TICK), null)
  await slots.release(slot, TICK)
  t.same((await pool.query('select owner from id_slot where slot = $1', [slot])).rows, [{ owner: 'other' }])
})

t.test(
  'a lessee begins after what former ones reserved, and a slot that is far ahead is leased last',
  async (t) => {
    const { pool } = await openDatabase(t)
    const later = async (): Promise<void> => {
      await pool.query(
        "update id_slot set leased_until = '-infinity', last_used = '-infinity' where leased_until < 'infinity'",
      )
    }
    await pool.query("update id_slot set leased_until = 'infinity' where slot > 1")
    const ahead = await idSlots(pool, 'ahead', 60).lease(TICK + 100 * MINUTE)
    t.match(ahead, { slot: 0, after: -1 })
    t.ok((ahead?.horizon ?? 0) >= TICK + 101 * MINUTE, 'the lease lasts a minute')
    await later()
    const other = idSlots(pool, 'other', 60)
    t.match(await other.lease(TICK), { slot: 1 }, 'slot 0 is ahead')
    await later()
    t.match(await idSlots(pool, 'third', 60).lease(TICK), { slot: 1 }, 'slot 1 is ahead by a minute only')
    t.equal(await other.renew(1, TICK), null)
    t.match(await idSlots(pool, 'fourth', 60).lease(TICK), { slot: 0, after: ahead?.horizon })
  },
)
