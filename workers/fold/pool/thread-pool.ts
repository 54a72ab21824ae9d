/**
 * Folds in threads. A member belongs to one slot, each slot is one thread, and the member's state never
 * leaves it: only messages go in and rows come out, because copying a state costs more than folding it. A
 * slot handles its requests in order, so an invalidation takes effect before anything later is folded.
 *
 * A thread that crashes loses its cached members. Its tasks are then given one by one to its replacement: the
 * one that crashes that as well is `failed`, the others are folded. A task that hangs counts as a crash.
 */
import { Piscina } from 'piscina'
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { sliceOf } from '../../../schemas/stream/subjects.js'
import type { FoldExecutor, FoldOutcome, FoldTask } from '../../ports.js'
import { memberCache, type MemberCache } from './member-cache.js'
import type { PoolRequest, ThreadData } from './pool-thread.js'

export interface ThreadPoolSettings {
  threads: number
  /** URL of the bundled pool-thread.ts; by default its source, which takes three times as long to start. */
  program?: string | undefined
  /**
   * URL of a module whose default export creates the rules from `input` (pool-thread.ts); of the same bundle as
   * `program`.
   */
  rules: string
  input: unknown
  log: Log
  /** Bytes of members in memory, all threads together. */
  cacheBytes?: number
  /** Milliseconds after which a thread that is still busy with one task has crashed (default 45,000). */
  taskTimeoutMs?: number
}

interface Slot {
  thread: Piscina<PoolRequest, FoldOutcome[]>
  /** Which members the thread holds, as far as this side knows. */
  held: MemberCache<true>
  /** What the thread counts (pool-thread.ts). */
  progress: Int32Array
  /** Its requests in the order in which it handles them. */
  waiting: Set<AbortController>
}

/** Members remembered per slot; a wrong entry costs one more round trip and nothing else. */
const MAX_REMEMBERED = 200_000

/** As long as the supervisor gives a process that does not answer. */
const TASK_TIMEOUT_MS = 45_000
/** A thread is looked at so often before it counts as stuck: time in which the machine slept is one look. */
const TICKS_PER_TIMEOUT = 15

/** Starts the threads. */
export function threadPoolExecutor(settings: ThreadPoolSettings): FoldExecutor {
  const { threads, rules, input, log, cacheBytes = 128 * 2 ** 20, taskTimeoutMs = TASK_TIMEOUT_MS } = settings
  const program = settings.program ?? new URL('./pool-entry.mjs', import.meta.url).href
  const slots = Array.from({ length: threads }, (): Slot => {
    const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const workerData: ThreadData = { rules, input, cacheBytes: Math.floor(cacheBytes / threads), progress }
    return {
      thread: new Piscina({ filename: program, minThreads: 1, maxThreads: 1, workerData }),
      held: memberCache<true>(MAX_REMEMBERED),
      progress,
      waiting: new Set(),
    }
  })
  const watch = watchForHangs(slots, taskTimeoutMs)
  const slotOf = (member: Id): Slot => {
    // `#` makes the hash another one than that of the slice. With the same hash, all members of a partition
    // would be in one slot whenever the number of threads divides that of the partitions. For 2, 4, 8, ... threads
    // they still are: the low bits of FNV-1a with `#` follow from those without it.
    const slot = slots[sliceOf(`${member}#`, threads)]
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
    cached: (member, ownerTag) => slotOf(member).held.position(member, ownerTag),
    invalidate: (what) => {
      for (const slot of slots) {
        const here = Array.isArray(what) ? what.filter((member) => slotOf(member) === slot) : what
        if (Array.isArray(here) && here.length === 0) continue
        slot.held.invalidate(here)
        // A thread that crashes before it handles this has lost its cache anyway.
        request(slot, { invalidate: here }).catch(() => {
          slot.held.invalidate('all')
        })
      }
    },
    close: async () => {
      clearInterval(watch)
      await Promise.all(
        slots.map(async (slot) => {
          // What a thread answers after its end is nobody's any more.
          slot.thread.on('error', () => {})
          await slot.thread.destroy()
        }),
      )
    },
  }
}

/** Sends a request to the thread of a slot. */
async function request(slot: Slot, body: PoolRequest): Promise<FoldOutcome[]> {
  const abort = new AbortController()
  slot.waiting.add(abort)
  try {
    return await slot.thread.run(body, { signal: abort.signal })
  } finally {
    slot.waiting.delete(abort)
  }
}

/**
 * Ends a thread that has rules and makes no progress for `ms` milliseconds although requests wait: its first request is
 * the one that hangs. A thread that has no rules yet waits for Postgres.
 */
function watchForHangs(slots: readonly Slot[], ms: number): NodeJS.Timeout {
  const seen = slots.map(() => ({ progress: 0, ticks: 0 }))
  const tick = (): void => {
    slots.forEach(({ progress, waiting }, i) => {
      const last = seen[i] ?? { progress: 0, ticks: 0 }
      const now = Atomics.load(progress, 0)
      const [first] = waiting
      const isStuck = now > 0 && now === last.progress && first !== undefined
      seen[i] = { progress: now, ticks: isStuck ? last.ticks + 1 : 0 }
      if (!isStuck || last.ticks + 1 < TICKS_PER_TIMEOUT) return
      Atomics.store(progress, 0, 0)
      first.abort(new Error(`a task took more than ${ms} ms`))
    })
  }
  return setInterval(tick, ms / TICKS_PER_TIMEOUT).unref()
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
    outcomes = await request(slot, { fold: tasks })
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
    const [outcome] = await request(slot, { fold: [task] })
    return outcome ?? { is: 'needsState' }
  } catch (error) {
    slot.held.invalidate('all')
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return {
      is: 'failed',
      error: `fold thread crashed: ${cause instanceof Error ? cause.message : String(cause)}`,
    }
  }
}

function remember(slot: Slot, task: FoldTask, outcome: FoldOutcome): void {
  if (outcome.is !== 'folded') {
    slot.held.invalidate([task.member])
    return
  }
  const position = { appliedSeq: outcome.folded.appliedSeq, newestBatch: task.newestBatch }
  slot.held.put(task.member, task.ownerTag, true, position, 1)
}
