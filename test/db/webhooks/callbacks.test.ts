import t from 'tap'
import type pg from 'pg'
import { changeCallback, deleteCallback } from '../../../db/webhooks/callbacks.js'
import { connect } from '../../../db/pg/connect.js'
import { recordBatch } from '../../../db/webhooks/record-attempts.js'
import { redeliver } from '../../../db/webhooks/replay.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'
import { webhookStack } from '../../support/delivery/webhooks.js'
import type { WebhookStack } from '../../support/delivery/webhooks.js'

// A delivery worker that records attempts locks deliveries, then the row by which it claims the callback.
t.test(
  'statements that lock deliveries and their callback lock the deliveries first, and callbacks in order',
  async (t) => {
    const stack = await webhookStack(t)
    const {
      database: { pool },
      callback,
      commit,
      member,
      count,
    } = stack
    await member('11')
    const { id: one } = await callback({ url: 'http://127.0.0.1:9/' })
    const { id: two } = await callback({ url: 'http://127.0.0.1:9/' })
    const [event] = await commit(['11'])
    const worker = await pool.connect()
    t.teardown(() => {
      worker.release()
    })

    await t.test('redelivery of an event', async (t) => {
      await pool.query('update callback_due set claim = 1 where callback_id = $1', [one])
      await worker.query('begin')
      await worker.query('select from callback_due where callback_id = $1 for update', [one])
      const again = redeliver(pool, 'partner', event?.id ?? '', null)
      await waitsForLock(stack)
      await canLock(two)
      t.same((await again).sort(), [one, two])
    })

    await t.test('removal of a callback', async (t) => {
      await worker.query('begin')
      await worker.query('delete from delivery where callback_id = $1', [one])
      const removed = deleteCallback(pool, 'partner', one)
      await waitsForLock(stack)
      await canLock(one)
      t.ok(await removed)
      t.equal(await count('delivery', `callback_id = ${one}`), 0)
      t.equal(await count('callback_due', `callback_id = ${one}`), 0)
    })

    async function canLock(id: string): Promise<void> {
      await worker.query("set local lock_timeout = '1s'")
      await t.resolves(worker.query('select from callback_due where callback_id = $1 for update', [id]))
      await worker.query('commit')
    }
  },
)

t.test('disabling a callback with its deliveries and changing it do not deadlock', async (t) => {
  const {
    database: { pool },
    callback,
    count,
    member,
  } = await webhookStack(t)
  await member('11')
  const { id } = await callback({ url: 'http://127.0.0.1:9/' })
  const {
    rows: [, second],
  } = await pool.query<{ event_id: string }>(
    `
    insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
    select $1, gen_random_uuid(), now(), 11, n, now() + n * interval '1 minute', false
      from generate_series(1, 2) n returning event_id`,
    [id],
  )
  const other = await pool.connect()
  t.teardown(() => {
    other.release()
  })
  await other.query('begin')
  await other.query('select from delivery where callback_id = $1 and sequence = 1 for update', [id])

  let transactions = 0
  const counted = Object.create(pool, {
    connect: {
      value: async () => {
        transactions++
        return await pool.connect()
      },
    },
  }) as pg.Pool
  const waiting = async (sessions: number): Promise<void> => {
    await until(
      `${sessions} sessions to wait for a lock`,
      async () =>
        (await count('pg_stat_activity', "wait_event_type = 'Lock' and datname = current_database()")) ===
        sessions,
    )
  }
  const changed = changeCallback(counted, 'partner', id, { settings: { ordered: 'member' } })
  await waiting(1)
  const recorded = recordBatch(
    counted,
    {
      attempts: [],
      deferred: [],
      missing: [{ callback: id, event: second?.event_id ?? '' }],
      disabled: [{ callback: id, reason: 'gone' }],
      claims: [],
    },
    false,
  )
  await waiting(2)
  await other.query('commit')
  t.match(await changed, { ordered: 'member' })
  await recorded
  t.equal(transactions, 2)
  t.equal(await count('callback', "status = 'Disabled'"), 1)
  t.equal(await count('delivery', `callback_id = ${id}`), 1)
})

async function waitsForLock({ count }: WebhookStack): Promise<void> {
  await until(
    'a session to wait for a lock',
    async () =>
      (await count('pg_stat_activity', "wait_event_type = 'Lock' and datname = current_database()")) > 0,
  )
}

t.test(
  'a callback with many pending deliveries can be changed and removed despite a short statement timeout',
  async (t) => {
    const {
      database: { pool },
      databaseUrl,
      callback,
      member,
      count,
    } = await webhookStack(t)
    await member('11')
    const { id } = await callback({ url: 'http://127.0.0.1:9/' })
    await pool.query(
      `
        insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
          values ($1, gen_random_uuid(), now(), 11, 1, now(), false)`,
      [id],
    )
    await pool.query(`
    create function many() returns trigger language plpgsql as $$ begin perform pg_sleep(0.6); return null; end $$;
    create trigger many before update or delete on delivery for each statement execute function many()`)
    const short = connect({
      url: `${databaseUrl}?options=-c%20statement_timeout%3D300ms`,
      name: 'short',
      log: silentLog(),
      size: 2,
    })
    t.teardown(async () => {
      await short.close()
    })
    await t.rejects(short.pool.query('select pg_sleep(0.6)'), { code: '57014' })
    t.match(await changeCallback(short.pool, 'partner', id, { settings: { ordered: 'member' } }), {
      ordered: 'member',
    })
    t.equal(await count('delivery', 'ordered'), 1)
    t.ok(await deleteCallback(short.pool, 'partner', id))
    t.equal(await count('delivery'), 0)
  },
)
