/**
 * Memory of a fold worker: many members, each told of a little more round after round, so that far more are met than are
 * held. Rounds last `--seconds`, or share `--segments`; what is compared is the memory that was resident in the later half of
 * the rounds and in the earlier: a leak grows, while the collector's own ups and downs fall on both.
 */
import { readFileSync } from 'node:fs'
import { encodeMessage } from '../../schemas/stream/message.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { publisher } from '../../workers/stream/publish.js'
import { plainBatch } from './data/batches.js'
import type { Bench } from './harness/harness.js'
import { median } from './harness/statistics.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'

const MEMBERS = 10_000
/** What the worker may hold: full after the first round, or its filling would look like a leak. */
const HELD_BYTES = 128 * 2 ** 20
const SEGMENTS_PER_MESSAGE = 5
const FIRST_MEMBER = 2_000_000_000
const FIRST_RAW = 3_000_000_000
const IDS_PER_MESSAGE = 10
/** Messages on their way at once. */
const CONCURRENCY = 256
const WINDOW = 4_000
const LOOK_MS = 50
const DRAIN_MS = 120_000
const SAMPLE_MS = 500

export const bench: Bench = {
  name: 'memory',
  about: 'resident memory of a fold worker, later half of the rounds / earlier half',
  goal: { atMost: 1.15 },
  rounds: 4,
  seconds: 20,
  prepare: async (tools) => {
    const { members = MEMBERS, segments: wanted } = tools.size
    const world = await startBenchStack(tools, { FOLD_MEMORY_BYTES: String(HELD_BYTES) })
    const { pool } = world.database
    await pool.query(
      "insert into member (id, doc) select n, '{}' from generate_series($1::bigint, $2::bigint) n",
      [FIRST_MEMBER, FIRST_MEMBER + members - 1],
    )
    const worker = await world.role('fold')
    const door = publisher(world.nc)
    tools.defer(() => {
      door.close()
    })
    let sent = 0
    let segments = 0
    const applied = async (): Promise<number> =>
      (await pool.query<{ n: number }>('select coalesce(sum(applied), 0)::bigint as n from partition_state'))
        .rows[0]?.n ?? 0
    const send = async (): Promise<void> => {
      const nth = sent++
      const first = FIRST_RAW + nth * IDS_PER_MESSAGE
      const body = { segments: plainBatch(Math.floor(nth / members), SEGMENTS_PER_MESSAGE, BENCH_SOURCE) }
      segments += body.segments.length
      const envelope = {
        v: 1,
        kind: 'segments',
        batch: String(first + IDS_PER_MESSAGE - 1),
        first: String(first),
        count: body.segments.length,
        received: Date.now(),
      } as const
      await door.publish(
        encodeMessage(envelope, new TextEncoder().encode(JSON.stringify(body))),
        memberSubject(String(FIRST_MEMBER + (nth % members))),
        envelope.batch,
      )
    }
    const middles: number[] = []
    return {
      contestants: [
        {
          name: 'product',
          round: async () => {
            const [before, began] = [segments, performance.now()]
            let behind = 0
            let going = true
            const lane = async (): Promise<void> => {
              while (going) {
                if (behind > WINDOW) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
                else await send()
              }
            }
            const lanes = Array.from({ length: CONCURRENCY }, lane)
            const samples: number[] = []
            const sampling = setInterval(() => {
              samples.push(residentMiB(worker.pid))
            }, SAMPLE_MS)
            const enough = (): boolean =>
              wanted === undefined
                ? performance.now() - began >= tools.seconds * 1_000
                : segments - before >= wanted / tools.rounds
            while (!enough()) {
              behind = sent - (await applied())
              await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
            }
            going = false
            await Promise.all(lanes)
            for (const end = performance.now() + DRAIN_MS; (await applied()) < sent;) {
              if (performance.now() > end)
                throw new Error(`the worker applied ${await applied()} of ${sent} messages`)
              await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
            }
            clearInterval(sampling)
            middles.push(median(samples))
            return {
              'resident MiB, median': middles.at(-1) ?? NaN,
              'resident MiB, most': Math.max(...samples),
              'segments so far': segments,
              'segments per s': ((segments - before) / (performance.now() - began)) * 1_000,
            }
          },
        },
      ],
      ratio: () => {
        // The first is the warming: nothing was full then.
        const [, ...rounds] = middles
        const half = Math.ceil(rounds.length / 2)
        return median(rounds.slice(-half)) / median(rounds.slice(0, half))
      },
    }
  },
}

/** Linux; NaN elsewhere. */
function residentMiB(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1_024
  } catch {
    return NaN
  }
}
