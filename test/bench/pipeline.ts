/**
 * End to end: batches of ten from the ingress to the itinerary, next to a minimal pipeline with the same
 * durability and message shape. A window limits the accepted, uncommitted batches, so that the sustained rate is
 * measured and not the growth of a queue. Then both run at half of that rate, where a probe measures the time
 * from the 202 until a batch can be read. The product gets as many fold processes as the supervisor would start.
 */
import type { BaselineIngressOptions } from './baseline/ingress-process.js'
import { createBaselineStream } from './baseline/stream.js'
import type { BaselineWorkerOptions } from './baseline/worker-process.js'
import { plainBatch, postRequests } from './data/batches.js'
import { YEAR_MEMBERS, yearRequests } from './data/year-requests.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import type { BenchStack } from './harness/bench-stack.js'
import { ratioOf } from './harness/harness.js'
import type { Bench } from './harness/harness.js'
import type { ProbeOptions } from './harness/readable-probe.js'
import { BATCH_SIZE, driven, RATE } from './pipeline/pipeline-run.js'
import type { Pipeline } from './pipeline/pipeline-run.js'
import { productPipeline, readCount } from './pipeline/product-pipeline.js'

const PROBES = 50

export const bench: Bench = {
  name: 'pipeline',
  about:
    'segments a second accepted and committed, product / baseline pipeline (same durability and message shape)',
  goal: { atLeast: 0.7 },
  seconds: 4,
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const { requests } = await yearRequests(stack, BATCH_SIZE)
    const probes = await probeBatches(stack)
    tools.print(`${requests.length} batches of ${YEAR_MEMBERS} members, then again as another year`)
    await createBaselineStream(stack.nc)
    const pipelines = [await productPipeline(stack), await baselinePipeline(stack)]
    const contestants = await driven(pipelines, { stack, tools, requests, probes })
    return {
      contestants,
      ratio: ratioOf(RATE),
    }
  },
}

/** Batches of further members, for the probe. */
async function probeBatches(stack: BenchStack): Promise<ProbeOptions['batches']> {
  const { ids, tokens } = await stack.members(PROBES)
  const batches = ids.map((_id, i) => ({
    member: i,
    segments: plainBatch(i, BATCH_SIZE, BENCH_SOURCE),
  }))
  return postRequests(batches, tokens).map((request, i) => ({ member: ids[i] ?? '', request }))
}

async function baselinePipeline(stack: BenchStack): Promise<Pipeline> {
  const { tls, jwks, config } = stack
  const { NATS_URL: nats, DATABASE_URL: database } = config
  const worker: BaselineWorkerOptions = { nats, database }
  const workers = [await stack.program('baseline/worker-process.ts', worker)]
  const ingress: BaselineIngressOptions = { nats, tls, jwks }
  return {
    name: 'baseline',
    ingress: await stack.program('baseline/ingress-process.ts', ingress),
    workers,
    applied: async () => await readCount(stack.database.pool, 'SELECT applied AS n FROM baseline_part'),
    readable: { text: 'SELECT 1 FROM baseline_raw WHERE member_id = $1 AND batch = $2' },
  }
}
