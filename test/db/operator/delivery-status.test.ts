import t from 'tap'
import { Registry } from 'prom-client'
import { deliveryStatus } from '../../../db/operator/delivery-status.js'
import { deliveryBacklogMetrics } from '../../../ops/metrics/delivery-backlog.js'
import { silentLog } from '../../support/silent-log.js'
import { webhookStack } from '../../support/delivery/webhooks.js'

t.test('pending deliveries and callbacks are counted by what holds them up', async (t) => {
  const { database, callback } = await webhookStack(t)
  const { pool } = database
  const scrape = async (): Promise<string> => {
    const registry = new Registry()
    deliveryBacklogMetrics(registry, async () => await deliveryStatus(pool), silentLog())
    return await registry.metrics()
  }
  const empty = await scrape()
  for (const state of ['due', 'breaker_open', 'scheduled', 'waiting'])
    t.match(empty, `tripfold_service_webhook_deliveries{state="${state}"} 0\n`)
  t.match(empty, /^tripfold_service_database_bytes [1-9]\d{6,}$/m)

  const url = 'http://127.0.0.1:9/'
  const [healthy, broken, disabled] = [
    await callback({ url }),
    await callback({ url }),
    await callback({ url, status: 'Disabled' }),
  ].map((one) => one.id)
  const open = JSON.stringify({ breaker: { is: 'open', until: 0, pause: 60_000, recent: [] } })
  await pool.query(
    "update callback_due set state = $2, not_before = now() + interval '1 minute' where callback_id = $1",
    [broken, open],
  )
  const pending: Array<[callback: string | undefined, due: string | null]> = [
    [healthy, '-10 minutes'],
    [healthy, '-1 minute'],
    [healthy, '10 minutes'],
    [healthy, 'infinity'],
    [broken, '-20 minutes'],
    [disabled, null],
  ]
  for (const [index, [id, due]] of pending.entries())
    await pool.query(
      `insert into delivery (callback_id, event_id, event_at, sequence, due_at, ordered)
        values ($1, gen_random_uuid(), now(), $2, case when $3 = 'infinity' then 'infinity'::timestamptz
          else now() + $3::interval end, false)`,
      [id, index, due],
    )
  const page = await scrape()
  const value = (name: string, state: string): number =>
    Number(new RegExp(`^tripfold_service_webhook_${name}\\{state="${state}"\\} (\\S+)$`, 'm').exec(page)?.[1])
  t.same(
    ['due', 'breaker_open', 'scheduled', 'waiting'].map((state) => value('deliveries', state)),
    [2, 1, 1, 1],
  )
  t.same(
    ['closed', 'open', 'probing', 'disabled'].map((state) => value('callbacks', state)),
    [1, 1, 0, 1],
  )
  const ages = ['due', 'breaker_open'].map((state) => value('oldest_due_seconds', state))
  t.ok(ages[0]! >= 600 && ages[0]! < 700, `the oldest due delivery waits for ${ages[0]} s`)
  t.ok(ages[1]! >= 1_200 && ages[1]! < 1_300, `behind an open breaker: ${ages[1]} s`)
})
