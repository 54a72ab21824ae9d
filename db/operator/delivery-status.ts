/** What webhook delivery still has to do, for monitoring. */
import type pg from 'pg'

/**
 * - `due`: may be sent now.
 * - `breaker_open`: due, but the circuit breaker of its callback is open.
 * - `scheduled`: will be retried later.
 * - `waiting`: behind an earlier event of its member.
 */
export const DELIVERY_STATES = ['due', 'breaker_open', 'scheduled', 'waiting'] as const
type DeliveryState = (typeof DELIVERY_STATES)[number]
export const DUE_STATES = ['due', 'breaker_open'] as const satisfies readonly DeliveryState[]

/** `disabled` callbacks have no breaker; the others are those of actors/delivery/circuit-breaker.ts. */
export const CALLBACK_STATES = ['closed', 'open', 'probing', 'disabled'] as const

export interface DeliveryStatus {
  deliveries: Array<{
    state: DeliveryState
    count: number
    /** Seconds since the oldest of them became due; null for those that are not due. */
    oldest: number | null
  }>
  callbacks: Array<{ state: (typeof CALLBACK_STATES)[number]; count: number }>
  databaseBytes: number
}

/** Pending deliveries are read from an index, and no more than these: a scrape must not become a load. */
const MAX_COUNTED = 1_000_000

const STATUS = `
  with pending as (
    select callback_id, count(*) as count, min(due_at) as oldest,
      case when due_at = 'infinity' then 'waiting' when due_at > clock_timestamp() then 'scheduled'
        else 'due' end as state
    from (select callback_id, due_at from delivery where due_at is not null limit ${MAX_COUNTED}) d
    group by callback_id, state
  ), states as (
    select case when p.state = 'due' and d.not_before > clock_timestamp() then 'breaker_open'
        else p.state end as state,
      sum(p.count)::float8 as count, min(p.oldest) as oldest
    from pending p left join callback_due d on d.callback_id = p.callback_id group by 1
  ), breakers as (
    select case when c.status = 'Disabled' then 'disabled'
        else coalesce(d.state::jsonb #>> '{breaker,is}', 'closed') end as state,
      count(*) as count
    from callback c left join callback_due d on d.callback_id = c.id group by 1
  )
  select
    (select coalesce(json_agg(json_build_object('state', state, 'count', count, 'oldest',
        case when state in ('due', 'breaker_open') then extract(epoch from clock_timestamp() - oldest) end)),
      '[]') from states) as deliveries,
    (select coalesce(json_agg(json_build_object('state', state, 'count', count)), '[]') from breakers)
      as callbacks,
    pg_database_size(current_database())::float8 as "databaseBytes"`

/** Rejects with the errors of the pool. */
export async function deliveryStatus(pool: pg.Pool): Promise<DeliveryStatus> {
  const {
    rows: [row],
  } = await pool.query<DeliveryStatus>(STATUS)
  if (row === undefined) throw new Error('a select without from returned no row')
  return row
}
