/**
 * Folds in threads. A member belongs to one slot, each slot is one thread, and the member's state never
 * leaves it: only messages go in and rows come out, because copying a state costs more than folding it. A
 * slot handles its requests in order, so an invalidation takes effect before anything later is folded.
 *
 * A thread that crashes loses its cached members. Its tasks are then given one by one to its replacement: the
 * one that crashes that as well is `failed`, the others are folded.
 */
import { Piscina } from 'piscina'
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { partitionOf } from '../../../schemas/stream/subjects.js'
import type { FoldExecutor, FoldOutcome, FoldTask } from '../../ports.js'
import { memberCache, type MemberCache } from './member-cache.js'
import type { PoolRequest, ThreadData } from './pool-thread.js'

export interface ThreadPoolSettings {
  threads: number
  /** URL of a module whose default export creates the rules from `input` (pool-thread.ts). */
  rules: string
  input: unknown
  log: Log
  /** Bytes of members in memory, all threads together. */
  cacheBytes?: number
}

interface Slot {
  thread: Piscina<PoolRequest, FoldOutcome[]>
  /** Which members the thread holds, as far as this side knows. */
  held: MemberCache<true>
}

/** Members remembered per slot; a wrong entry costs one more round trip and nothing else. */
const MAX_REMEMBERED = 200_000

/** Starts the threads. */
export function threadPoolExecutor(settings: ThreadPoolSettings): FoldExecutor {
  const { threads, rules, input, log, cacheBytes = 128 * 2 ** 20 } = settings
  const data: ThreadData = { rules, input, cacheBytes: Math.floor(cacheBytes / threads) }
  const slots = Array.from({ length: threads }, (): Slot => ({
    thread: new Piscina({
      filename: new URL('./pool-entry.mjs', import.meta.url).href,
      minThreads: 1,
      maxThreads: 1,
      workerData: data,
    }),
    held: memberCache<true>(MAX_REMEMBERED),
  }))
  const slotOf = (member: Id): Slot => {
    // `#` makes the hash another one than that of the partition. With the same hash, all members of a partition
    // would be in one slot whenever the number of threads divides that of the partitions. For 2, 4, 8, ... threads
    // they still are: the low bits of FNV-1a with `#` follow from those without it.
    const slot = slots[partitionOf(`${member}#`, threads)]
    if (slot === undefined) throw new RangeError('a pool needs at least one thread')
    return slot
  }
  return {
    fold: async (tasks) => {
      const outcomes: FoldOutcome[] = tasks.map(() => ({ is: 'needsState' }))
      await Promise.all(
        [...groupBySlot(tasks, slotOf)].map(async ([slot, indexes]) => {
          const slotTasks = indexes.flatMap((i) => tasks[i] ?? [])
          const answers = await foldInSlot(slot, slotTasks, log)
          indexes.forEach((index, i) => {
            outcomes[index] = answers[i] ?? { is: 'needsState' }
          })
        }),
      )
      return outcomes
    },
    cached: (member, owner) => slotOf(member).held.cursor(member, owner),
    invalidate: (what) => {
      for (const slot of slots) {
        const here = Array.isArray(what) ? what.filter((member) => slotOf(member) === slot) : what
        if (Array.isArray(here) && here.length === 0) continue
        slot.held.invalidate(here)
        // A thread that crashes before it handles this has lost its cache anyway.
        slot.thread.run({ invalidate: here }).catch(() => {
          slot.held.invalidate('all')
        })
      }
    },
    close: async () => {
      await Promise.all(
        slots.map(async (slot) => {
          await slot.thread.destroy()
        }),
      )
    },
  }
}

/** Indexes of the tasks of each slot, in order. */
function groupBySlot(tasks: readonly FoldTask[], slotOf: (member: Id) => Slot): Map<Slot, number[]> {
  const bySlot = new Map<Slot, number[]>()
  tasks.forEach((task, i) => {
    const slot = slotOf(task.member)
    const indexes = bySlot.get(slot)
    if (indexes === undefined) bySlot.set(slot, [i])
    else indexes.push(i)
  })
  return bySlot
}

async function foldInSlot(slot: Slot, tasks: FoldTask[], log: Log): Promise<FoldOutcome[]> {
  let outcomes: FoldOutcome[] = []
  try {
    outcomes = await slot.thread.run({ fold: tasks })
  } catch (error) {
    log.warn({ error, members: tasks.length }, 'fold thread crashed; folding its members one by one')
    // Every state of the slot is lost with its thread; one by one, the culprit shows.
    slot.held.invalidate('all')
    for (const task of tasks) outcomes.push(await foldAlone(slot, task))
  }
  tasks.forEach((task, i) => {
    remember(slot, task, outcomes[i] ?? { is: 'needsState' })
  })
  return outcomes
}

async function foldAlone(slot: Slot, task: FoldTask): Promise<FoldOutcome> {
  if (task.stored === null) return { is: 'needsState' }
  try {
    const [outcome] = await slot.thread.run({ fold: [task] })
    return outcome ?? { is: 'needsState' }
  } catch (error) {
    slot.held.invalidate('all')
    return {
      is: 'failed',
      error: `fold thread crashed: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

function remember(slot: Slot, task: FoldTask, outcome: FoldOutcome): void {
  if (outcome.is !== 'folded') {
    slot.held.invalidate([task.member])
    return
  }
  const cursor = { lastSeq: outcome.folded.lastSeq, newest: task.newest }
  slot.held.put(task.member, task.owner, true, cursor, 1)
}
