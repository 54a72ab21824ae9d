/** How a pipeline is measured: a window of accepted, uncommitted batches, or a fixed rate and a probe. */
import { until } from '../../support/until.js'
import type { YearRequests } from '../data/year-requests.js'
import type { BenchProcess } from '../harness/bench-process.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { BenchTools, Contestant, Figures } from '../harness/harness.js'
import { expectOnlyStatus, startLoad } from '../harness/load.js'
import type { Load, LoadResult } from '../harness/load.js'
import { machineCpuMs } from '../harness/machine-cpu.js'
import { probeReadability } from '../harness/readable-probe.js'
import type { ProbeOptions, ProbeResult, Readable } from '../harness/readable-probe.js'
import { untilSteady } from '../harness/until-steady.js'
import { walPosition, walSince } from '../harness/written.js'

/** Segments of each batch that the load sends. */
export const BATCH_SIZE = 10
export const RATE = 'segments per s'
export const WORKER_CPU = 'worker CPU us per batch'
/** Without full-page images. */
export const WAL = 'WAL kB per batch'
const KB = 1_000
const CONNECTIONS = 64

/** The window holds what the pipeline commits in this time, so that a slow one drains as soon as a fast one. */
const WINDOW_S = 2
const MIN_WINDOW = 200
const MAX_WINDOW = 1_500
/** The window counts as full at this share; a pipeline that commits as fast as it accepts never fills it. */
const FULL_SHARE = 0.9
const FILL_STEP_S = 0.5
const MAX_FILL_S = 3
const REPORT_INTERVAL_MS = 20
const ACCEPTED = 202
const DRAIN_TIMEOUT_MS = 60_000
const SETTLE_MS = 200
const WARM_UP_STEP_S = 5
const MAX_WARM_UP_STEPS = 7

export interface Pipeline {
  name: string
  ingress: BenchProcess<{ port: number }>
  workers: Array<BenchProcess<unknown>>
  /** Batches committed so far. */
  applied: () => Promise<number>
  readable: Readable
}

/** What the pipelines of one bench share; all of them get the same requests. */
export interface PipelineLoad {
  stack: BenchStack
  tools: BenchTools
  years: YearRequests
}

/** One pipeline with its load. */
export class PipelineRun {
  readonly #pipeline: Pipeline
  readonly #load: Load
  readonly #stack: BenchStack
  readonly #tools: BenchTools
  #window = MIN_WINDOW

  private constructor(pipeline: Pipeline, load: Load, { stack, tools }: PipelineLoad) {
    this.#pipeline = pipeline
    this.#load = load
    this.#stack = stack
    this.#tools = tools
  }

  static async start(pipeline: Pipeline, parts: PipelineLoad): Promise<PipelineRun> {
    const { port } = pipeline.ingress.ready
    const {
      years: { requests, passes },
      stack,
    } = parts
    const load = await startLoad({ port, ca: stack.tls.ca, connections: CONNECTIONS, requests, passes })
    parts.tools.defer(load.stop)
    return new PipelineRun(pipeline, load, parts)
  }

  /** The contestant whose rounds are `round`. */
  contestant(round: () => Promise<Figures>): Contestant {
    return { name: this.#pipeline.name, warm: async () => await this.#warm(), round }
  }

  /** Pushes until the code is compiled; the rate decides the window. */
  async #warm(): Promise<void> {
    const before = await this.#pipeline.applied()
    let [answered, all] = [0, 0]
    await untilSteady(async () => {
      const cpuBefore = this.#workersCpuMs()
      const { result, committed, elapsed } = await this.#push(WARM_UP_STEP_S, answered - all)
      answered += result.requests
      all += committed
      this.#window = windowFor(committed / elapsed)
      const cost = ((this.#workersCpuMs() - cpuBefore) * 1000) / Math.max(1, committed)
      this.#tools.print(`  ${all} batches committed, ${Math.round(cost)} us of worker CPU each`)
      return cost
    }, MAX_WARM_UP_STEPS)
    await this.#drain(before, answered)
  }

  /** Fills the window, then measures what is committed. @param resends share of batches that are sent again */
  async sustained(resends = 0): Promise<Figures> {
    const { ingress, applied } = this.#pipeline
    const { seconds } = this.#tools
    const { pool } = this.#stack.database
    const before = await applied()
    let backlog = 0
    let answered = 0
    for (let spent = 0; backlog < FULL_SHARE * this.#window && spent < MAX_FILL_S; spent += FILL_STEP_S) {
      const { result, committed } = await this.#push(FILL_STEP_S, backlog, resends)
      answered += result.requests
      backlog += result.requests - committed
    }
    const wal = await walPosition(pool)
    const cpuBefore = { ingress: ingress.cpuMs(), workers: this.#workersCpuMs() }
    const busyBefore = machineCpuMs()
    const { result, committed, elapsed } = await this.#push(seconds, backlog, resends)
    expectOnlyStatus(ACCEPTED, result)
    const busyMs = machineCpuMs() - busyBefore - (result.clientMicros * result.requests) / 1000
    const batches = Math.max(1, committed)
    const figures = {
      [RATE]: (committed * BATCH_SIZE) / elapsed,
      'ingress CPU us per batch': ((ingress.cpuMs() - cpuBefore.ingress) * 1000) / result.requests,
      [WORKER_CPU]: ((this.#workersCpuMs() - cpuBefore.workers) * 1000) / batches,
      // Servers included; only true while nothing else runs on the machine.
      'CPU us per batch in all': (busyMs * 1000) / batches,
      [WAL]: (await walSince(pool, wal)) / batches / KB,
    }
    await this.#drain(before, answered + result.requests)
    return figures
  }

  /** Sends while fewer than a window of batches are accepted and not committed; `backlog` already are. */
  async #push(
    seconds: number,
    backlog: number,
    resends = 0,
  ): Promise<{ result: LoadResult; committed: number; elapsed: number }> {
    const { applied } = this.#pipeline
    const before = await applied()
    const stopReporting = this.#reportProgress(before)
    const startedAt = performance.now()
    try {
      const result = await this.#load.run({
        seconds,
        window: Math.max(1, this.#window - backlog),
        resends,
      })
      // A short step while the window is being filled may end before the first answer.
      if (result.requests > 0) expectOnlyStatus(ACCEPTED, result)
      const committed = (await applied()) - before
      return { result, committed, elapsed: (performance.now() - startedAt) / 1000 }
    } finally {
      await stopReporting()
    }
  }

  /** What a user waits for while batches arrive at random, `rate` a second; `batches` are those of the probe. */
  async readableAt(rate: number, batches: ProbeOptions['batches']): Promise<ProbeResult> {
    const { ingress, applied, readable } = this.#pipeline
    const { seconds } = this.#tools
    const before = await applied()
    const probing = probeReadability({
      port: ingress.ready.port,
      ca: this.#stack.tls.ca,
      database: this.#stack.config.DATABASE_URL,
      batches,
      readable,
      seconds,
    })
    const result = expectOnlyStatus(ACCEPTED, await this.#load.run({ seconds, rate }))
    const probed = await probing
    await this.#drain(before, result.requests + probed.count)
    return probed
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
    let last = -1
    const isDrained = async (): Promise<boolean> => {
      const now = await applied()
      if (now - before >= answered && now === last) return true
      last = now
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      return false
    }
    await until(`${name} has committed ${answered} batches`, isDrained, DRAIN_TIMEOUT_MS)
  }
}

/** @param rate batches a second */
function windowFor(rate: number): number {
  return Math.round(Math.min(MAX_WINDOW, Math.max(MIN_WINDOW, rate * WINDOW_S)))
}
