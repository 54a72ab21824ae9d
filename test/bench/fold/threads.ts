/**
 * Rows of `bench -- fold`: an executor of the fold in its main thread and in 1, 2 and 4 threads (FOLD_THREADS), from
 * messages to rows. Threads need twice as many processors: the rest of the service works as much as they do.
 */
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { FoldExecutor, FoldTask } from '../../../workers/ports.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { threadPoolExecutor } from '../../../workers/fold/pool/thread-pool.js'
import { segmentsOf } from '../data/made-members.js'
import type { MadeSegment } from '../data/made-members.js'
import type { BenchTools, Contestant } from '../harness/harness.js'
import { quietLog } from '../harness/quiet-log.js'
import referenceRules from './reference-rules.js'
import { newStoredMember } from '../../../ops/fold/stored-member.js'

const THREADS = [1, 2, 4]
const SCHEDULER = `/proc/self/task/${process.pid}/schedstat`
const PROCESSORS_PER_THREAD = 2
const MEMBERS = 200
const HELD = 20
const NEW_PER_FOLD = 10
/** Members in one call, as a commit of a busy worker has them. */
const TOGETHER = 25
const OWNER = '1.1'
const NOW = Date.UTC(2026, 0, 1)

/** The rows that this machine has processors for; says which it leaves out. */
export function threadContestants(
  tools: Pick<BenchTools, 'defer' | 'print'>,
  processors = availableParallelism(),
): Contestant[] {
  const rows = [contestant('in the main thread', inlineExecutor(referenceRules()), tools)]
  for (const threads of THREADS) {
    const needed = threads * PROCESSORS_PER_THREAD
    if (processors < needed) {
      tools.print(
        `in ${threads} threads: left out, needs ${needed} processors and this machine has ${processors}`,
      )
      continue
    }
    const rules = new URL('./reference-rules.ts', import.meta.url).href
    const executor = threadPoolExecutor({ threads, rules, input: null, log: quietLog })
    rows.push(contestant(threads === 1 ? 'in 1 thread' : `in ${threads} threads`, executor, tools))
  }
  return rows
}

function contestant(name: string, executor: FoldExecutor, { defer }: Pick<BenchTools, 'defer'>): Contestant {
  defer(executor.close)
  let round = 0
  return {
    name,
    round: async () => {
      const owner = `${OWNER}.${++round}`
      const members = Array.from({ length: MEMBERS }, (_, i) => String(1_000 + i))
      const held = members.map((member) => taskOf(member, owner, 1, segmentsOf(HELD), true))
      const fresh = members.map((member) => taskOf(member, owner, 2, segmentsOf(NEW_PER_FOLD, 40), false))
      await foldAll(executor, held)
      const cpuBefore = mainThreadCpuUs()
      const startedAt = performance.now()
      await foldAll(executor, fresh)
      const took = performance.now() - startedAt
      const cpuUs = mainThreadCpuUs() - cpuBefore
      executor.invalidate('all')
      return {
        'segments per s': ((MEMBERS * NEW_PER_FOLD) / took) * 1_000,
        'main thread CPU us per batch': cpuUs / MEMBERS,
      }
    },
  }
}

/** CPU that the main thread of this process has used; NaN but on Linux. */
function mainThreadCpuUs(): number {
  if (!existsSync(SCHEDULER)) return NaN
  return Number(readFileSync(SCHEDULER, 'utf8').split(' ')[0]) / 1_000
}

/** Keeps two calls in flight, as the partitions of a worker do. */
async function foldAll(executor: FoldExecutor, tasks: FoldTask[]): Promise<void> {
  const lane = async (first: number): Promise<void> => {
    for (let i = first; i < tasks.length; i += 2 * TOGETHER) {
      const outcomes = await executor.fold(tasks.slice(i, i + TOGETHER))
      const other = outcomes.find((outcome) => outcome.is !== 'folded')
      if (other !== undefined) throw new Error(`a member was not folded: ${JSON.stringify(other)}`)
    }
  }
  await Promise.all([lane(0), lane(TOGETHER)])
}

function taskOf(
  member: string,
  owner: string,
  seq: number,
  segments: MadeSegment[],
  isNew: boolean,
): FoldTask {
  const first = seq * 1_000
  return {
    member,
    ownerTag: owner,
    newestBatch: first,
    now: NOW,
    stored: isNew ? newStoredMember(member, '{}') : null,
    messages: [
      {
        seq,
        member,
        envelope: {
          v: 1,
          kind: 'segments',
          batch: String(first),
          first: String(first + 1),
          count: segments.length,
          received: NOW,
        },
        body: JSON.stringify({ segments }),
      },
    ],
  }
}
