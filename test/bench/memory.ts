/**
 * A fold worker that meets far more members than it can hold: each of many members receives a few segments, round
 * after round. Rounds last `--seconds`, or share `--segments` with the warm-up. The median resident memory of the later half of the
 * rounds is compared with that of the earlier half: a leak grows, while the ups and downs of the garbage collector
 * affect both.
 *
 * Every message of a member is a journey of its own, days after the one before: a member grows, as in real
 * installations, but not what a message concerns. After each round a few of the members are sent the same again and
 * again: the first time they are cold, as all members of a round are that memory does not hold, then they are warm.
 * The last of ten rounds stands beside the third, when every member has come back. A short run:
 * `--members 5000 --segments 100000`.
 */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { publisher } from '../../workers/stream/publish.js'
import type { Publisher } from '../../workers/stream/publish.js'
import { until } from '../support/until.js'
import { plainBatch } from './data/batches.js'
import { publishSegments } from './data/publish-segments.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import type { Bench, BenchTools, Figures } from './harness/harness.js'
import { median } from './harness/statistics.js'
import { foldedBatches } from './pipeline/product-pipeline.js'

const MEMBERS = 10_000
/** Filled within the first round, or filling it would look like a leak. */
const CACHE_BYTES = 128 * 2 ** 20
const SEGMENTS_PER_MESSAGE = 5
/** Days from the start of a member's journey to the next. */
const JOURNEY_DAYS = 10
const FIRST_MEMBER = 2_000_000_000
const FIRST_RAW = 3_000_000_000
const IDS_PER_MESSAGE = 10
/** Messages published at the same time. */
const CONCURRENCY = 256
/** Few enough to stay in memory. */
const WARM_MEMBERS = 500
/** Messages of each of them that are measured, about. */
const WARM_PASSES = 10
const COLD = 'cold segments per s'
const WARM = 'warm segments per s'
/** Messages published and not yet folded: no step has two of one member, whether all members take turns or few. */
const WINDOW = 500
const POLL_INTERVAL_MS = 50
const DRAIN_TIMEOUT_MS = 120_000
const SAMPLE_INTERVAL_MS = 500
/** A round of many segments is long. */
const PROGRESS_INTERVAL_MS = 10_000

export const bench: Bench = {
  name: 'memory',
  about: 'resident memory of a fold worker, later half of the rounds / earlier half',
  goal: { atMost: 1.15 },
  second: { about: 'segments a second of cold members / of warm ones', goal: { atLeast: 0.7 } },
  rounds: 10,
  seconds: 10,
  prepare: async (tools) => {
    const { members = MEMBERS } = tools.size
    const stack = await startBenchStack(tools, { FOLD_MEMORY_BYTES: String(CACHE_BYTES) })
    const { pool } = stack.database
    await pool.query(
      "insert into member (id, doc) select n, '{}' from generate_series($1::bigint, $2::bigint) n",
      [FIRST_MEMBER, FIRST_MEMBER + members - 1],
    )
    const worker = await stack.role('fold')
    const stream = publisher(stack.nc)
    tools.defer(() => {
      stream.close()
    })
    const load = new MemberLoad(stream, pool, members)
    const residentMedians: number[] = []
    const rates: number[] = []
    return {
      contestants: [
        {
          name: 'product',
          round: async () => {
            const figures = await measureRound(load, worker.pid, tools)
            residentMedians.push(figures['resident MiB, median'] ?? NaN)
            rates.push(figures[COLD] ?? NaN)
            return figures
          },
        },
      ],
      ratio: () => {
        // The first one is the warm-up, when the cache was not full yet.
        const [, ...rounds] = residentMedians
        const growth = ratioText(rates.at(-1), rates[3])
        tools.print(`segments a second of cold members, last round / third: ${growth}, goal >= 0.85`)
        const half = Math.ceil(rounds.length / 2)
        return median(rounds.slice(-half)) / median(rounds.slice(0, half))
      },
      secondRatio: ({ product }) => (product?.[COLD] ?? NaN) / (product?.[WARM] ?? NaN),
    }
  },
}

function ratioText(a = NaN, b = NaN): string {
  return (a / b).toFixed(3)
}

async function measureRound(load: MemberLoad, workerPid: number, tools: BenchTools): Promise<Figures> {
  const { segments: wanted } = tools.size
  const segmentsBefore = load.segments
  const startedAt = performance.now()
  const samples: number[] = []
  const sampling = setInterval(() => {
    samples.push(residentMiB(workerPid))
  }, SAMPLE_INTERVAL_MS)
  const progress = setInterval(() => {
    tools.print(`  ${load.segments.toLocaleString('en-US')} segments`)
  }, PROGRESS_INTERVAL_MS)
  await load.publishUntil(load.next, () =>
    wanted === undefined
      ? performance.now() - startedAt >= tools.seconds * 1_000
      : load.segments - segmentsBefore >= wanted / (tools.rounds + 1),
  )
  await load.drain()
  clearInterval(progress)
  const cold = ((load.segments - segmentsBefore) / (performance.now() - startedAt)) * 1_000
  const warm = await load.warmRate()
  clearInterval(sampling)
  return {
    'resident MiB, median': median(samples),
    'resident MiB, most': Math.max(...samples),
    'segments so far': load.segments,
    [COLD]: cold,
    [WARM]: warm,
  }
}

/** Publishes messages of the members in turn. */
class MemberLoad {
  segments = 0
  #published = 0
  #backlog = 0
  /** The member whose turn it is. */
  #turn = 0
  /** How many messages each member was sent. */
  readonly #sent: Uint32Array
  readonly #stream: Publisher
  readonly #pool: pg.Pool
  readonly #members: number

  constructor(stream: Publisher, pool: pg.Pool, members: number) {
    this.#stream = stream
    this.#pool = pool
    this.#members = members
    this.#sent = new Uint32Array(members)
  }

  /** The next of all members in turn. */
  readonly next = (): number => this.#turn++ % this.#members

  /** Publishes messages of the members given by `next` while the backlog is below the window, until `isEnough`. */
  async publishUntil(next: () => number, isEnough: () => boolean): Promise<void> {
    let isRunning = true
    const publishing = Array.from({ length: CONCURRENCY }, async () => {
      while (isRunning) {
        if (this.#backlog > WINDOW) await pause()
        else await this.#publish(next())
      }
    })
    while (!isEnough()) {
      this.#backlog = this.#published - (await foldedBatches(this.#pool))
      await pause()
    }
    isRunning = false
    await Promise.all(publishing)
  }

  /** Waits until everything is folded. */
  async drain(): Promise<void> {
    const isFolded = async (): Promise<boolean> => (await foldedBatches(this.#pool)) >= this.#published
    await until('all messages are folded', isFolded, DRAIN_TIMEOUT_MS)
  }

  /**
   * Segments a second of members that are in memory: those whose turn comes next are sent a message, which loads
   * them, and then some more.
   */
  async warmRate(): Promise<number> {
    const count = Math.min(WARM_MEMBERS, this.#members)
    const first = this.#turn
    let sent = 0
    const next = (): number => (first + (sent++ % count)) % this.#members
    await this.publishUntil(next, () => sent >= count)
    await this.drain()
    const [segmentsBefore, startedAt] = [this.segments, performance.now()]
    sent = 0
    await this.publishUntil(next, () => sent >= count * WARM_PASSES)
    await this.drain()
    return ((this.segments - segmentsBefore) / (performance.now() - startedAt)) * 1_000
  }

  async #publish(member: number): Promise<void> {
    const first = FIRST_RAW + this.#published++ * IDS_PER_MESSAGE
    const nth = this.#sent[member] ?? 0
    this.#sent[member] = nth + 1
    const segments = plainBatch(nth * JOURNEY_DAYS, SEGMENTS_PER_MESSAGE, BENCH_SOURCE)
    this.segments += segments.length
    await publishSegments(this.#stream, String(FIRST_MEMBER + member), segments, first)
  }
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
}

/** From /proc; NaN if there is none. */
function residentMiB(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1_024
  } catch {
    return NaN
  }
}
