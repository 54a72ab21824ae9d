/** How a pipeline is measured: a window of accepted, uncommitted batches, and optionally a probe at half load. */
import { until } from '../../support/until.js'
import type { BenchProcess } from '../harness/bench-process.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { BenchTools, Contestant, Figures } from '../harness/harness.js'
import { expectOnlyStatus, startLoad } from '../harness/load.js'
import type { Load, LoadRequest, LoadResult } from '../harness/load.js'
import { machineCpuMs } from '../harness/machine-cpu.js'
import { probeReadability } from '../harness/readable-probe.js'
import type { ProbeOptions, Readable } from '../harness/readable-probe.js'

/** Segments of each batch that the load sends. */
export const BATCH_SIZE = 10
export const RATE = 'segments per s'
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
/**
 * Until a fold process runs compiled code: the first hundreds of batches cost three times as much as later
 * ones.
 */
const WARM_UP_BATCHES = 3_000
const WARM_UP_STEP_S = 2
/** Enough for a slow pipeline, which has compiled its code after fewer batches. */
const MAX_WARM_UP_S = 20

export interface Pipeline {
  name: string
  ingress: BenchProcess<{ port: number }>
  workers: Array<BenchProcess<unknown>>
  /** Batches committed so far. */
  applied: () => Promise<number>
  readable: Readable
}

/** A contestant for each pipeline, which gets the same requests; without `probes` no round at half load. */
export async function driven(
  pipelines: Pipeline[],
  parts: {
    stack: BenchStack
    tools: BenchTools
    requests: LoadRequest[]
    probes: ProbeOptions['batches'] | null
  },
): Promise<Contestant[]> {
  const { stack, tools, requests, probes } = parts
  const contestants: Contestant[] = []
  for (const pipeline of pipelines) {
    const { port } = pipeline.ingress.ready
    const load = await startLoad({ port, ca: stack.tls.ca, connections: CONNECTIONS, requests, renew: true })
    tools.defer(load.stop)
    contestants.push(new PipelineRun(pipeline, load, stack, tools, probes).contestant())
  }
  return contestants
}

/** Drives one pipeline with its load. */
class PipelineRun {
  readonly #pipeline: Pipeline
  readonly #load: Load
  readonly #stack: BenchStack
  readonly #tools: BenchTools
  readonly #probes: ProbeOptions['batches'] | null
  #window = MIN_WINDOW

  /** @param probes null: without half load */
  constructor(
    pipeline: Pipeline,
    load: Load,
    stack: BenchStack,
    tools: BenchTools,
    probes: ProbeOptions['batches'] | null,
  ) {
    this.#pipeline = pipeline
    this.#load = load
    this.#stack = stack
    this.#tools = tools
    this.#probes = probes
  }

  contestant(): Contestant {
    const { name } = this.#pipeline
    return {
      name,
      warm: async () => {
        await this.#warm()
      },
      round: async () => {
        const figures = await this.#sustained(this.#tools.seconds)
        if (this.#probes === null) return figures
        const halfRate = (figures[RATE] ?? 0) / BATCH_SIZE / 2
        return { ...figures, ...(await this.#atHalfLoad(halfRate, this.#probes)) }
      },
    }
  }

  /** Pushes until the code is compiled; the rate decides the window. */
  async #warm(): Promise<void> {
    const { applied } = this.#pipeline
    const before = await applied()
    let [answered, committed] = [0, 0]
    for (let spent = 0; committed < WARM_UP_BATCHES && spent < MAX_WARM_UP_S; spent += WARM_UP_STEP_S) {
      const pushed = await this.#push(WARM_UP_STEP_S, answered - committed)
      answered += pushed.result.requests
      committed += pushed.committed
      this.#window = windowFor(pushed.committed / pushed.elapsed)
      this.#tools.print(`  ${committed} batches committed`)
    }
    await this.#drain(before, answered)
  }

  /** Fills the window, then measures what is committed. */
  async #sustained(seconds: number): Promise<Figures> {
    const { ingress, applied } = this.#pipeline
    const before = await applied()
    let backlog = 0
    let answered = 0
    for (let spent = 0; backlog < FULL_SHARE * this.#window && spent < MAX_FILL_S; spent += FILL_STEP_S) {
      const { result, committed } = await this.#push(FILL_STEP_S, backlog)
      answered += result.requests
      backlog += result.requests - committed
    }
    const cpuBefore = { ingress: ingress.cpuMs(), workers: this.#workersCpuMs() }
    const busyBefore = machineCpuMs()
    const { result, committed, elapsed } = await this.#push(seconds, backlog)
    expectOnlyStatus(ACCEPTED, result)
    const busyMs = machineCpuMs() - busyBefore - (result.clientMicros * result.requests) / 1000
    const figures = {
      [RATE]: (committed * BATCH_SIZE) / elapsed,
      'ingress CPU us per batch': ((ingress.cpuMs() - cpuBefore.ingress) * 1000) / result.requests,
      'worker CPU us per batch': ((this.#workersCpuMs() - cpuBefore.workers) * 1000) / Math.max(1, committed),
      // Servers included; only true while nothing else runs on the machine.
      'CPU us per batch in all': (busyMs * 1000) / Math.max(1, committed),
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
      const result = await this.#load.run({ seconds, window: Math.max(1, this.#window - backlog) })
      // A short step while the window is being filled may end before the first answer.
      if (result.requests > 0) expectOnlyStatus(ACCEPTED, result)
      const committed = (await applied()) - before
      return { result, committed, elapsed: (performance.now() - startedAt) / 1000 }
    } finally {
      await stopReporting()
    }
  }

  async #atHalfLoad(rate: number, batches: ProbeOptions['batches']): Promise<Figures> {
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
