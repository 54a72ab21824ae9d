/** How the servers answer, and what the pool of connections is doing. */
import type pg from 'pg'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { withinTimeout, gaugeFrom } from './registry.js'

const SECOND = 1_000

/** Asks both servers once per scrape. */
export function serverMetrics(registry: Registry, pool: pg.Pool, nc: NatsConnection): void {
  gaugeFrom(
    registry,
    'tripfold_database_answer_seconds',
    'Time Postgres took to answer just now; absent while it does not.',
    async () =>
      await timed(async () => {
        await pool.query('select 1')
      }),
  )
  gaugeFrom(
    registry,
    'tripfold_stream_answer_seconds',
    'Time NATS took to answer just now; absent while it does not.',
    async () =>
      await timed(async () => {
        await nc.flush()
      }),
  )
  const connections = new Gauge({
    name: 'tripfold_pool_connections',
    help: 'Connections of the pool to Postgres: total, idle; and queries that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      connections.set({ state: 'total' }, pool.totalCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Seconds the question took; null when it failed or took too long. */
async function timed(question: () => Promise<void>): Promise<number | null> {
  const began = performance.now()
  return (await withinTimeout(question().then(() => true))) === null
    ? null
    : (performance.now() - began) / SECOND
}
