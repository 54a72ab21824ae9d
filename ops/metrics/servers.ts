/** Metrics of the servers: how fast they answer, and the state of the connection pool. */
import type pg from 'pg'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { withinTimeout, gaugeFrom } from './registry.js'

const SECOND = 1_000

/** Queries both servers at each scrape. */
export function serverMetrics(registry: Registry, pool: pg.Pool, nc: NatsConnection): void {
  gaugeFrom(
    registry,
    'tripfold_database_answer_seconds',
    'Time Postgres took to answer a query at this scrape; absent if it did not answer.',
    async () =>
      await timed(async () => {
        await pool.query('select 1')
      }),
  )
  gaugeFrom(
    registry,
    'tripfold_stream_answer_seconds',
    'Time NATS took to answer a ping at this scrape; absent if it did not answer.',
    async () =>
      await timed(async () => {
        await nc.flush()
      }),
  )
  const connections = new Gauge({
    name: 'tripfold_pool_connections',
    help: 'Postgres connections in the pool (total, idle), and queries waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      connections.set({ state: 'total' }, pool.totalCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      // Queries of this scrape count as waiting until the next tick, when they get an idle connection.
      connections.set({ state: 'waiting' }, Math.max(0, pool.waitingCount - pool.idleCount))
    },
  })
}

/** Seconds that `query` took; null if it failed or took too long. */
async function timed(query: () => Promise<void>): Promise<number | null> {
  const began = performance.now()
  return (await withinTimeout(query().then(() => true))) === null
    ? null
    : (performance.now() - began) / SECOND
}
