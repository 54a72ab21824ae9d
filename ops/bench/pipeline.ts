/**
 * End to end: batches of ten from the ingress to the itinerary, next to a minimal pipeline with the same
 * durability and message shape. A window limits the accepted, uncommitted batches, so that the sustained rate is
 * measured and not the growth of a queue. Then both run at half of that rate, where a probe measures the time
 * from the 202 until a batch can be read. The product gets as many fold processes as the supervisor would start.
 */
import pg from 'pg'
import { airportRows, cityRows, sourceRows } from '../../db/reads/reference-rows.js'
import { maxFoldWorkers } from '../config/max-fold-workers.js'
import { madeTimetable } from '../demo/travel/made-timetable.js'
import type { BaselineIngressOptions } from './baseline/ingress-process.js'
import { createBaselineStream } from './baseline/stream.js'
import type { BaselineWorkerOptions } from './baseline/worker-process.js'
import { alwaysForwardFlights, batchesOf, benchYears, plainBatch, postRequests } from './data/batches.js'
import { spawnBenchProcess } from './harness/bench-process.js'
import type { BenchProcess } from './harness/bench-process.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import type { BenchStack } from './harness/bench-stack.js'
import type { Bench, BenchTools, Contestant, Figures } from './harness/harness.js'
import { expectOnlyStatus, startLoad } from './harness/load.js'
import type { Load, LoadRequest, LoadResult } from './harness/load.js'
import { probeReadability } from './harness/readable-probe.js'
import type { ProbeOptions, Readable } from './harness/readable-probe.js'

const MEMBERS = 1_000
const BATCH_SIZE = 10
const CONNECTIONS = 64
const WINDOW = 1_500
/** The window counts as full at this share; a pipeline that commits as fast as it accepts never fills it. */
const FULL_SHARE = 0.9
const FILL_STEP_S = 0.5
const MAX_FILL_S = 15
const REPORT_INTERVAL_MS = 20
const ACCEPTED = 202
const SEED = 5
const RATE = 'segments per s'
const DRAIN_TIMEOUT_MS = 60_000
const SETTLE_MS = 200
/**
 * Until a fold process runs compiled code: the first hundreds of batches cost three times as much as later
 * ones.
 */
const WARM_UP_BATCHES = 3_000
const WARM_UP_S = 5
const PROBES = 50

interface Pipeline {
  name: string
  ingress: BenchProcess<{ port: number }>
  workers: Array<BenchProcess<unknown>>
  /** Batches committed so far. */
  applied: () => Promise<number>
  readable: Readable
}

export const bench: Bench = {
  name: 'pipeline',
  about:
    'segments a second accepted and committed, product / baseline pipeline (same durability and message shape)',
  goal: { atLeast: 0.7 },
  seconds: 5,
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const requests = await yearRequests(stack)
    const probes = await probeBatches(stack)
    tools.print(`${requests.length} batches of ${MEMBERS} members, then again as another year`)
    const reader = new pg.Client({ connectionString: stack.config.DATABASE_URL })
    await reader.connect()
    tools.defer(async () => {
      await reader.end()
    })
    await createBaselineStream(stack.nc)
    const pipelines = [await productPipeline(stack, reader), await baselinePipeline(stack, tools, reader)]
    const contestants: Contestant[] = []
    for (const pipeline of pipelines) {
      const load = await startLoad({
        port: pipeline.ingress.ready.port,
        ca: stack.tls.ca,
        connections: CONNECTIONS,
        requests,
        renew: true,
      })
      tools.defer(load.stop)
      contestants.push(new PipelineRun(pipeline, load, stack, tools, probes).contestant())
    }
    return {
      contestants,
      ratio: (medians) => (medians['product']?.[RATE] ?? NaN) / (medians['baseline']?.[RATE] ?? NaN),
    }
  },
}

/** The batches of composed years of members with tokens. */
async function yearRequests(stack: BenchStack): Promise<LoadRequest[]> {
  const { pool } = stack.database
  const timetable = madeTimetable(await airportRows(pool), await cityRows(pool), SEED)
  const sources = (await sourceRows(pool)).filter((source) => source.id !== BENCH_SOURCE)
  const years = benchYears(MEMBERS, alwaysForwardFlights(timetable), sources, SEED)
  const { tokens } = await stack.members(MEMBERS)
  return postRequests(batchesOf(years, BATCH_SIZE), tokens)
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

async function productPipeline(stack: BenchStack, reader: pg.Client): Promise<Pipeline> {
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

async function baselinePipeline(stack: BenchStack, tools: BenchTools, reader: pg.Client): Promise<Pipeline> {
  const {
    tls,
    jwks,
    config: { NATS_URL: nats, DATABASE_URL: database },
  } = stack
  const worker = await spawnBenchProcess(new URL('./baseline/worker-process.ts', import.meta.url), {
    nats,
    database,
  } satisfies BaselineWorkerOptions)
  tools.defer(worker.stop)
  const ingress = await spawnBenchProcess<{ port: number }>(
    new URL('./baseline/ingress-process.ts', import.meta.url),
    { nats, tls, jwks } satisfies BaselineIngressOptions,
  )
  tools.defer(ingress.stop)
  return {
    name: 'baseline',
    ingress,
    workers: [worker],
    applied: async () => await readCount(reader, 'SELECT applied AS n FROM baseline_part'),
    readable: { text: 'SELECT 1 FROM baseline_raw WHERE member_id = $1 AND batch = $2' },
  }
}

async function readCount(reader: pg.Client, query: string): Promise<number> {
  return Number((await reader.query<{ n: string }>(query)).rows[0]?.n ?? 0)
}

/** Drives one pipeline with its load. */
class PipelineRun {
  readonly #pipeline: Pipeline
  readonly #load: Load
  readonly #stack: BenchStack
  readonly #tools: BenchTools
  readonly #probes: ProbeOptions['batches']

  constructor(
    pipeline: Pipeline,
    load: Load,
    stack: BenchStack,
    tools: BenchTools,
    probes: ProbeOptions['batches'],
  ) {
    this.#pipeline = pipeline
    this.#load = load
    this.#stack = stack
    this.#tools = tools
    this.#probes = probes
  }

  contestant(): Contestant {
    const { name, applied } = this.#pipeline
    return {
      name,
      warm: async () => {
        const before = await applied()
        while ((await applied()) - before < WARM_UP_BATCHES) await this.#sustained(WARM_UP_S)
      },
      round: async () => {
        const figures = await this.#sustained(this.#tools.seconds)
        const halfRate = (figures[RATE] ?? 0) / BATCH_SIZE / 2
        return { ...figures, ...(await this.#atHalfLoad(halfRate)) }
      },
    }
  }

  /** Fills the window, then measures what is committed. */
  async #sustained(seconds: number): Promise<Figures> {
    const { ingress, applied } = this.#pipeline
    const before = await applied()
    let backlog = 0
    let answered = 0
    for (let spent = 0; backlog < FULL_SHARE * WINDOW && spent < MAX_FILL_S; spent += FILL_STEP_S) {
      const { result, committed } = await this.#push(FILL_STEP_S, backlog)
      answered += result.requests
      backlog += result.requests - committed
    }
    const cpuBefore = { ingress: ingress.cpuMs(), workers: this.#workersCpuMs() }
    const { result, committed, elapsed } = await this.#push(seconds, backlog)
    expectOnlyStatus(ACCEPTED, result)
    const figures = {
      [RATE]: (committed * BATCH_SIZE) / elapsed,
      'ingress CPU us per batch': ((ingress.cpuMs() - cpuBefore.ingress) * 1000) / result.requests,
      'worker CPU us per batch': ((this.#workersCpuMs() - cpuBefore.workers) * 1000) / Math.max(1, committed),
    }
    await this.#drain(before, answered + result.requests)
    return figures
  }

  /** Sends while fewer than a window of batches are accepted and not committed; `backlog` already are. */
  async #push(
    seconds: number,
    backlog: number,
  ): Promise<{ result: LoadResult; committed: number; elapsed: number }> {
    const { applied } = this.#pipeline
    const before = await applied()
    const stopReporting = this.#reportProgress(before)
    const startedAt = performance.now()
    try {
      const result = await this.#load.run({ seconds, window: WINDOW - backlog })
      // A short step while the window is being filled may end before the first answer.
      if (result.requests > 0) expectOnlyStatus(ACCEPTED, result)
      const committed = (await applied()) - before
      return { result, committed, elapsed: (performance.now() - startedAt) / 1000 }
    } finally {
      await stopReporting()
    }
  }

  async #atHalfLoad(rate: number): Promise<Figures> {
    const { ingress, applied, readable } = this.#pipeline
    const { seconds } = this.#tools
    const before = await applied()
    const probing = probeReadability({
      port: ingress.ready.port,
      ca: this.#stack.tls.ca,
      database: this.#stack.config.DATABASE_URL,
      batches: this.#probes,
      readable,
      seconds,
    })
    const result = expectOnlyStatus(ACCEPTED, await this.#load.run({ seconds, rate }))
    const probed = await probing
    await this.#drain(before, result.requests + probed.count)
    return {
      'readable p50 ms at half load': probed.p50,
      'readable p99 ms at half load': probed.p99,
      'accepted p50 ms at half load': result.p50,
      'accepted p99 ms at half load': result.p99,
    }
  }

  #workersCpuMs(): number {
    return this.#pipeline.workers.reduce((sum, worker) => sum + worker.cpuMs(), 0)
  }

  /** Reports the committed batches to the load until it is stopped. */
  #reportProgress(base: number): () => Promise<void> {
    let isRunning = true
    const reporting = (async () => {
      while (isRunning) {
        this.#load.reportDone((await this.#pipeline.applied()) - base)
        await new Promise((resolve) => setTimeout(resolve, REPORT_INTERVAL_MS))
      }
    })()
    return async () => {
      isRunning = false
      await reporting
    }
  }

  /** Waits until everything that was answered, and what was still on its way, is committed. */
  async #drain(before: number, answered: number): Promise<void> {
    const { name, applied } = this.#pipeline
    const deadline = performance.now() + DRAIN_TIMEOUT_MS
    let last = -1
    for (;;) {
      const now = await applied()
      if (now - before >= answered && now === last) return
      if (performance.now() > deadline)
        throw new Error(`${name} committed ${now - before} of ${answered} batches`)
      last = now
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    }
  }
}
