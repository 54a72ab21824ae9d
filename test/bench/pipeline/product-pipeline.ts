import type pg from 'pg'
import { maxFoldWorkers } from '../../../ops/config/fold/max-fold-workers.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { Pipeline } from './pipeline-run.js'

/** The product with as many fold processes as the supervisor would start. */
export async function productPipeline(stack: BenchStack, reader: pg.Client): Promise<Pipeline> {
  const count = maxFoldWorkers(stack.config)
  const workers = await Promise.all(Array.from({ length: count }, async () => await stack.role('fold')))
  const ingress = await stack.role('api')
  return {
    name: 'product',
    ingress,
    workers,
    applied: async () => await readCount(reader, 'SELECT sum(applied) AS n FROM partition_state'),
    readable: { text: 'SELECT 1 FROM raw_batch WHERE member_id = $1 AND id = $2' },
  }
}

/** The number `n` that a query returns; 0 for null. */
export async function readCount(reader: pg.Client, query: string): Promise<number> {
  return Number((await reader.query<{ n: string }>(query)).rows[0]?.n ?? 0)
}
