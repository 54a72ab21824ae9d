/**
 * The same rules and the same commit, driven by two job queues on Postgres that others would reach for: an
 * endpoint that enqueues each request, and a worker that folds and commits each job. The ratio is that of the
 * faster one.
 */
import type pg from 'pg'
import { connect } from '../../db/pg/connect.js'
import { migrate } from '../../db/pg/migrate.js'
import { seed } from '../../db/seed/seed.js'
import { YEAR_MEMBERS, yearRequests } from './data/year-requests.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import type { BenchStack } from './harness/bench-stack.js'
import type { Bench, BenchTools, Contestant } from './harness/harness.js'
import { quietLog } from './harness/quiet-log.js'
import { keepWal } from './harness/written.js'
import type { PeerIngressOptions } from './peers/peer-ingress-process.js'
import { PEERS } from './peers/peer-queue.js'
import type { PeerName } from './peers/peer-queue.js'
import type { PeerWorkerOptions } from './peers/peer-worker-process.js'
import { BATCH_SIZE, PipelineRun, RATE } from './pipeline/pipeline-run.js'
import type { Pipeline } from './pipeline/pipeline-run.js'
import { foldedBatches, productPipeline } from './pipeline/product-pipeline.js'

const PARTITIONS = 64

export const bench: Bench = {
  name: 'peers',
  about: 'segments a second accepted and committed, product / the same rules and commit on a job queue',
  goal: { atLeast: 4 },
  seconds: 4,
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    await keepWal(stack.database.pool)
    const years = await yearRequests(stack, BATCH_SIZE)
    tools.print(`${years.requests.length} batches of ${YEAR_MEMBERS} members, then again of others`)
    const pipelines = [await productPipeline(stack)]
    for (const peer of PEERS) pipelines.push(await peerPipeline(peer, stack, years.members, tools))
    const contestants: Contestant[] = []
    for (const pipeline of pipelines) {
      const run = await PipelineRun.start(pipeline, { stack, tools, years })
      contestants.push(run.contestant(async () => await run.sustained()))
    }
    return {
      contestants,
      ratio: (medians) => {
        const rate = (name: string): number => medians[name]?.[RATE] ?? NaN
        return rate('product') / Math.max(...PEERS.map(rate))
      },
    }
  },
}

async function peerPipeline(
  peer: PeerName,
  stack: BenchStack,
  members: string[],
  tools: BenchTools,
): Promise<Pipeline> {
  tools.print(`preparing a database for ${peer}`)
  const { url: database, pool } = await peerDatabase(peer, stack, members, tools)
  const { tls, jwks, config } = stack
  const worker: PeerWorkerOptions = { peer, database, url: config.BASE_URL, partitions: PARTITIONS }
  const workers = [await stack.program('peers/peer-worker-process.ts', worker)]
  const ingress: PeerIngressOptions = { peer, database, tls, jwks }
  return {
    name: peer,
    ingress: await stack.program('peers/peer-ingress-process.ts', ingress),
    workers,
    applied: async () => await foldedBatches(pool),
    readable: { text: 'SELECT 1 FROM raw_batch WHERE member_id = $1 AND id = $2' },
  }
}

/** A database of its own on the same server: the product's schema, its reference data, and the members. */
async function peerDatabase(
  peer: PeerName,
  stack: BenchStack,
  members: string[],
  tools: BenchTools,
): Promise<{ url: string; pool: pg.Pool }> {
  const url = new URL(stack.config.DATABASE_URL)
  const name = peer.replace('-', '_')
  await stack.database.pool.query(`CREATE DATABASE ${name}`)
  url.pathname = `/${name}`
  await migrate(url.href)
  await seed(url.href)
  const { rows } = await stack.database.pool.query<{ docs: string[] }>(
    'SELECT array_agg(doc ORDER BY id) AS docs FROM member WHERE id = ANY($1::bigint[])',
    [members],
  )
  const { pool, close } = connect({ url: url.href, name: 'bench peers', log: quietLog })
  tools.defer(close)
  await pool.query('INSERT INTO member (id, doc) SELECT * FROM unnest($1::bigint[], $2::text[])', [
    members,
    rows[0]?.docs,
  ])
  await pool.query(
    `INSERT INTO source (id, name, classification, segment_types, priority)
     VALUES ($1, 'Bench', 'gds', '{Air}', 20)`,
    [BENCH_SOURCE],
  )
  await pool.query(
    `WITH owner AS (
       INSERT INTO partition_owner (partition, owner, epoch) SELECT i, 'peer', 1 FROM generate_series(0, $1::int - 1) i
       RETURNING partition
     ) INSERT INTO partition_position (partition) SELECT partition FROM owner`,
    [PARTITIONS],
  )
  return { url: url.href, pool }
}
