import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { HealthHour } from '../../schemas/webhooks/delivery-log.js'

const HEALTH = `
  select (extract(epoch from date_trunc('hour', now()) - date_trunc('hour', at)) / 3600)::int as "hoursAgo",
    count(*) filter (where state = 'delivered')::int as delivered,
    count(*) filter (where state <> 'delivered')::int as failed,
    percentile_disc(0.5) within group (order by ms)::int as "medianMs"
  from attempt where callback_id = $1 and at >= date_trunc('hour', now()) - interval '23 hours'
  group by 1 order by 1 desc`

/** Attempts of the last 24 hours: one entry per hour of the database's clock that had any, oldest first. */
export async function attemptsByHour(pool: pg.Pool, callback: Id): Promise<HealthHour[]> {
  return (await pool.query<HealthHour>(HEALTH, [callback])).rows
}
