/**
 * End to end: batches of ten from the front door to the itinerary, beside a bare pipeline with the same durability and
 * message shape. Both are filled until a window of accepted, not yet committed batches is full, and measured while the door
 * takes as much as is committed: what is sustained, not how fast a queue grows. Then they run at half of that, where a probe
 * measures from the 202 until its batch can be read in Postgres. The product has the fold processes to which the
 * supervisor's pool grows on this machine.
 */
import pg from 'pg'
import type { BaselineIngressOptions } from './baseline/ingress-process.js'
import { createBaselineStream } from './baseline/stream.js'
import type { BaselineWorkerOptions } from './baseline/worker-process.js'
import { benchYears, alwaysForwardFlights, batchesOf, plainBatch, postRequests } from './data/batches.js'
import { airportRows, cityRows, sourceRows } from '../../db/reads/reference-rows.js'
import { madeTimetable } from '../demo/travel/made-timetable.js'
import type { Bench, Contestant, Figures, BenchTools } from './harness/harness.js'
import { maxFoldWorkers } from '../config/max-fold-workers.js'
import { expectOnlyStatus, startLoad } from './harness/load.js'
import type { Load, LoadRequest, LoadResult } from './harness/load.js'
import { probeReadability } from './harness/readable-probe.js'
import type { ProbeOptions, Readable } from './harness/readable-probe.js'
import { spawnBenchProcess } from './harness/bench-process.js'
import type { BenchProcess } from './harness/bench-process.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import type { BenchStack } from './harness/bench-stack.js'

const MEMBERS = 1_000
const BATCH_SIZE = 10
const CONNECTIONS = 64
const WINDOW = 1_500
/** A window is full when so much of it is; a line that commits as fast as its door accepts never fills it. */
const FULL = 0.9
const FILL_STEP_S = 0.5
const FILL_MOST_S = 15
const REPORT_MS = 20
const ACCEPTED = 202
const SEED = 5
const RATE = 'segments per s'
const DRAIN_MS = 60_000
const SETTLE_MS = 200
/** Batches until a fold process runs compiled code; the first hundreds cost three times as much as later ones. */
const WARM_BATCHES = 3_000
const WARM_S = 5
const PROBES = 50

interface Pipeline {
  name: string
  door: BenchProcess<{ port: number }>
  workers: Array<BenchProcess<unknown>>
  /** Batches committed so far. */
  applied: () => Promise<number>
  readable: Readable
}

export const bench: Bench = {
  name: 'pipeline',
  about:
    'segments a second accepted and committed, product / bare pipeline (same durability and message shape)',
  goal: { atLeast: 0.7 },
  seconds: 5,
  prepare: async (tools) => {
    const world = await startBenchStack(tools)
    const { pool } = world.database
    const timetable = alwaysForwardFlights(madeTimetable(await airportRows(pool), await cityRows(pool), SEED))
    const sources = (await sourceRows(pool)).filter((source) => source.id !== BENCH_SOURCE)
    const years = benchYears(
      MEMBERS,
      timetable,
      sources.map(({ id, name, classification, vendorCode }) => ({
        id,
        name,
        classification,
        vendor_code: vendorCode,
      })),
      SEED,
    )
    const { tokens } = await world.members(MEMBERS)
    const requests = postRequests(batchesOf(years, BATCH_SIZE), tokens)
    const watched = await world.members(PROBES)
    const probes = watched.ids.map((member, i) => ({
      member,
      request: postRequests(
        [{ member: i, segments: plainBatch(i, BATCH_SIZE, BENCH_SOURCE) }],
        watched.tokens,
      )[0] as LoadRequest,
    }))
    tools.print(`${requests.length} batches of ${MEMBERS} members, then again as another year`)
    const reader = new pg.Client({ connectionString: world.config.DATABASE_URL })
    await reader.connect()
    tools.defer(async () => {
      await reader.end()
    })
    await createBaselineStream(world.nc)
    const lines = [await productPipeline(world, reader), await baselinePipeline(world, tools, reader)]
    const contestants: Contestant[] = []
    for (const line of lines) contestants.push(await pipelineContestant(line, world, tools, requests, probes))
    return {
      contestants,
      ratio: (medians) => (medians['product']?.[RATE] ?? NaN) / (medians['bare']?.[RATE] ?? NaN),
    }
  },
}

async function productPipeline(world: BenchStack, reader: pg.Client): Promise<Pipeline> {
  const workers = await Promise.all(
    Array.from({ length: maxFoldWorkers(world.config) }, async () => await world.role('fold')),
  )
  const door = await world.role('api')
  return {
    name: 'product',
    door,
    workers,
    applied: async () =>
      Number((await reader.query<{ n: string }>('SELECT sum(applied) AS n FROM part')).rows[0]?.n ?? 0),
    readable: { text: 'SELECT 1 FROM raw_batch WHERE member_id = $1 AND id = $2' },
  }
}

async function baselinePipeline(world: BenchStack, tools: BenchTools, reader: pg.Client): Promise<Pipeline> {
  const {
    tls,
    jwks,
    config: { NATS_URL: nats, DATABASE_URL: database },
  } = world
  const worker = await spawnBenchProcess(new URL('./baseline/worker-process.ts', import.meta.url), {
    nats,
    database,
  } satisfies BaselineWorkerOptions)
  tools.defer(worker.stop)
  const door = await spawnBenchProcess<{ port: number }>(
    new URL('./baseline/ingress-process.ts', import.meta.url),
    {
      nats,
      tls,
      jwks,
    } satisfies BaselineIngressOptions,
  )
  tools.defer(door.stop)
  return {
    name: 'bare',
    door,
    workers: [worker],
    applied: async () =>
      Number((await reader.query<{ n: string }>('SELECT applied AS n FROM bare_part')).rows[0]?.n ?? 0),
    readable: { text: 'SELECT 1 FROM bare_raw WHERE member_id = $1 AND batch = $2' },
  }
}

async function pipelineContestant(
  line: Pipeline,
  world: BenchStack,
  tools: BenchTools,
  requests: LoadRequest[],
  probes: ProbeOptions['batches'],
): Promise<Contestant> {
  const load = await startLoad({
    port: line.door.ready.port,
    ca: world.tls.ca,
    connections: CONNECTIONS,
    requests,
    renew: true,
  })
  tools.defer(load.stop)
  const workersMs = (): number => line.workers.reduce((sum, worker) => sum + worker.cpuMs(), 0)
  /** Sends as long as fewer than a window of batches are accepted and not committed; `behind` are so already. */
  const push = async (
    seconds: number,
    behind: number,
  ): Promise<{ result: LoadResult; committed: number; elapsed: number }> => {
    const before = await line.applied()
    const stop = report(line, load, before)
    const started = performance.now()
    try {
      const result = await load.run({ seconds, window: WINDOW - behind })
      // A step while the window is filled may end before the first answer.
      if (result.requests > 0) expectOnlyStatus(ACCEPTED, result)
      const committed = (await line.applied()) - before
      return { result, committed, elapsed: (performance.now() - started) / 1000 }
    } finally {
      await stop()
    }
  }
  const full = async (seconds: number): Promise<Figures> => {
    const before = await line.applied()
    let behind = 0
    let answered = 0
    for (let spent = 0; behind < FULL * WINDOW && spent < FILL_MOST_S; spent += FILL_STEP_S) {
      const { result, committed } = await push(FILL_STEP_S, behind)
      answered += result.requests
      behind += result.requests - committed
    }
    const cpu = [line.door.cpuMs(), workersMs()] as const
    const { result, committed, elapsed } = await push(seconds, behind)
    expectOnlyStatus(ACCEPTED, result)
    const figures = {
      [RATE]: (committed * BATCH_SIZE) / elapsed,
      'door CPU us per batch': ((line.door.cpuMs() - cpu[0]) * 1000) / result.requests,
      'worker CPU us per batch': ((workersMs() - cpu[1]) * 1000) / Math.max(1, committed),
    }
    await drained(line, before, answered + result.requests)
    return figures
  }
  const half = async (rate: number): Promise<Figures> => {
    const before = await line.applied()
    const watching = probeReadability({
      port: line.door.ready.port,
      ca: world.tls.ca,
      database: world.config.DATABASE_URL,
      batches: probes,
      readable: line.readable,
      seconds: tools.seconds,
    })
    const result = expectOnlyStatus(ACCEPTED, await load.run({ seconds: tools.seconds, rate }))
    const seen = await watching
    await drained(line, before, result.requests + seen.count)
    return {
      'readable p50 ms at half load': seen.p50,
      'readable p99 ms at half load': seen.p99,
      'accepted p50 ms at half load': result.p50,
      'accepted p99 ms at half load': result.p99,
    }
  }
  return {
    name: line.name,
    warm: async () => {
      const begun = await line.applied()
      while ((await line.applied()) - begun < WARM_BATCHES) await full(WARM_S)
    },
    round: async () => {
      const figures = await full(tools.seconds)
      return { ...figures, ...(await half((figures[RATE] ?? 0) / BATCH_SIZE / 2)) }
    },
  }
}

/** Tells the load how far the line has come, until stopped. */
function report(line: Pipeline, load: Load, base: number): () => Promise<void> {
  let going = true
  const telling = (async () => {
    while (going) {
      load.done((await line.applied()) - base)
      await new Promise((resolve) => setTimeout(resolve, REPORT_MS))
    }
  })()
  return async () => {
    going = false
    await telling
  }
}

/** Waits until everything that was answered, and what was still on its way, is committed. */
async function drained(line: Pipeline, before: number, answered: number): Promise<void> {
  const until = performance.now() + DRAIN_MS
  let last = -1
  for (;;) {
    const now = await line.applied()
    if (now - before >= answered && now === last) return
    if (performance.now() > until)
      throw new Error(`${line.name} committed ${now - before} of ${answered} batches`)
    last = now
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  }
}
