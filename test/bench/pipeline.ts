/**
 * End to end: batches of ten from the ingress to the itinerary, next to a minimal pipeline with the same
 * durability and message shape. A window limits the accepted, uncommitted batches, so that the sustained rate is
 * measured and not the growth of a queue: of new batches, and when half or four fifths of them are sent again, as
 * reservation systems send the whole record at every change. Then a probe measures the time from the 202 until a batch
 * can be read, at half of the sustained rate, which rises with the product, and at fixed rates, which do not. The product
 * gets as many fold processes as the supervisor would start.
 */
import type { BaselineIngressOptions } from './baseline/ingress-process.js'
import { createBaselineStream } from './baseline/stream.js'
import type { BaselineWorkerOptions } from './baseline/worker-process.js'
import { plainBatch, postRequests } from './data/batches.js'
import { YEAR_MEMBERS, yearRequests } from './data/year-requests.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import type { BenchStack } from './harness/bench-stack.js'
import { ratioOf } from './harness/harness.js'
import type { Bench, Contestant, Figures } from './harness/harness.js'
import type { ProbeOptions } from './harness/readable-probe.js'
import { costAgain } from './harness/send-order.js'
import { keepWal } from './harness/written.js'
import { BATCH_SIZE, PipelineRun, RATE, WAL, WORKER_CPU } from './pipeline/pipeline-run.js'
import type { Pipeline } from './pipeline/pipeline-run.js'
import { productPipeline, readCount } from './pipeline/product-pipeline.js'

const PROBES = 50
/** Batches a second. */
const FIXED_RATES = [100, 300]
const RESENDS = [0.5, 0.8]
const withResends = (figure: string, share: number): string => `${figure}, ${share * 100} % resends`

export const bench: Bench = {
  name: 'pipeline',
  about:
    'segments a second accepted and committed, product / baseline pipeline (same durability and message shape)',
  goal: { atLeast: 0.5 },
  second: { about: 'the same with 80 % resends', goal: { atLeast: 0.7 } },
  seconds: 4,
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const years = await yearRequests(stack, BATCH_SIZE)
    const probes = await probeBatches(stack)
    tools.print(`${years.requests.length} batches of ${YEAR_MEMBERS} members, then again of others`)
    await createBaselineStream(stack.nc)
    await keepWal(stack.database.pool)
    const contestants: Contestant[] = []
    for (const pipeline of [await productPipeline(stack), await baselinePipeline(stack)]) {
      const run = await PipelineRun.start(pipeline, { stack, tools, years })
      contestants.push(run.contestant(async () => await roundOf(run, probes)))
    }
    return { contestants, ratio: ratioOf(RATE), secondRatio: ratioOf(withResends(RATE, 0.8)) }
  },
}

async function roundOf(run: PipelineRun, probes: ProbeOptions['batches']): Promise<Figures> {
  const fresh = await run.sustained()
  const figures = { ...fresh }
  for (const share of RESENDS) {
    const all = await run.sustained(share)
    for (const name of [RATE, WORKER_CPU, WAL]) figures[withResends(name, share)] = all[name] ?? NaN
    const again = costAgain(all[WORKER_CPU] ?? NaN, fresh[WORKER_CPU] ?? NaN, share)
    figures[withResends('worker CPU us per repeated batch', share)] = again
  }
  const half = (fresh[RATE] ?? NaN) / BATCH_SIZE / 2
  for (const rate of [half, ...FIXED_RATES]) {
    const { p50, p99 } = await run.readableAt(rate, probes)
    const at = rate === half ? 'half load' : `${rate} batches per s`
    figures[`readable p50 ms at ${at}`] = p50
    figures[`readable p99 ms at ${at}`] = p99
  }
  return figures
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
