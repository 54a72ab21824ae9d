import type pg from 'pg'
import { maxFoldWorkers } from '../../../ops/config/fold/max-fold-workers.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { Pipeline } from './pipeline-run.js'

/** The product with as many fold processes as the supervisor would start. */
export async function productPipeline(stack: BenchStack): Promise<Pipeline> {
  const count = maxFoldWorkers(stack.config)
  const workers = await Promise.all(Array.from({ length: count }, async () => await stack.role('fold')))
  const ingress = await stack.role('api')
  return {
    name: 'product',
    ingress,
    workers,
    applied: async () => await foldedBatches(stack.database.pool),
    readable: { text: 'SELECT 1 FROM raw_batch WHERE member_id = $1 AND id = $2' },
  }
}

/** Batches that the product has folded in this database. */
export async function foldedBatches(pool: pg.Pool): Promise<number> {
  return await readCount(pool, 'SELECT sum(applied) AS n FROM partition_state')
}

/** The number `n` that a query returns; 0 for null. */
export async function readCount(pool: pg.Pool, query: string): Promise<number> {
  return Number((await pool.query<{ n: string }>(query)).rows[0]?.n ?? 0)
}
