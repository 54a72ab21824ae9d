import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { idSlots } from '../../../db/ingress/id-slots.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

const SLOTS = 64

t.test('a slot has one owner, and cools down after its release', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog() })
  t.teardown(close)
  const leased = await Promise.all(
    Array.from({ length: SLOTS }, async (_, n) => await idSlots(pool, `w${n}`, 60).lease()),
  )
  t.equal(new Set(leased).size, SLOTS)
  const surplus = idSlots(pool, 'surplus', 60)
  t.equal(await surplus.lease(), null, 'no slot is free')
  await idSlots(pool, 'w9', 60).release(leased[9] ?? -1)
  t.equal(await surplus.lease(), null, 'a slot cools down before it is leased again')
  await pool.query("update id_slot set last_used = now() - interval '6 seconds' where owner is null")
  t.equal(await surplus.lease(), leased[9])
})

t.test('a lease that ran out is renewed unless another process has leased the slot since', async (t) => {
  const { pool, close } = connect({ url: await testDatabase(t), name: 'test', log: silentLog() })
  t.teardown(close)
  const slots = idSlots(pool, 'mine', 60)
  const slot = (await slots.lease()) ?? -1
  const age = async (): Promise<void> => {
    await pool.query(
      "update id_slot set leased_until = now() - interval '1 hour', last_used = now() - interval '1 hour' where slot = $1",
      [slot],
    )
  }
  await age()
  t.equal(await slots.renew(slot), true)
  await age()
  await pool.query("update id_slot set leased_until = 'infinity' where slot <> $1", [slot])
  t.equal(await idSlots(pool, 'other', 60).lease(), slot)
  t.equal(await slots.renew(slot), false)
  await slots.release(slot)
  t.same((await pool.query('select owner from id_slot where slot = $1', [slot])).rows, [{ owner: 'other' }])
})
