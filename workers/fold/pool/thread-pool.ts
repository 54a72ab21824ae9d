/**
 * Thinks in threads. A member belongs to one slot, each slot is one thread, and the member's state never leaves it: only
 * messages go in and rows come out, because copying a state costs more than folding it. Orders to a slot are carried out
 * in the order given, so what is forgotten is forgotten before anything later is folded.
 *
 * A thread that dies takes its members' memory with it. The tasks it had are then given one by one to its successor: the
 * one that kills that too has `failed`, the others are folded.
 */
import { Piscina } from 'piscina'
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { partitionOf } from '../../../schemas/stream/subjects.js'
import type { FoldOutcome, FoldTask, FoldExecutor } from '../../ports.js'
import type { PoolRequest, ThreadData } from './pool-thread.js'
import { memberCache, type MemberCache } from './member-cache.js'

export interface ThreadPoolSettings {
  threads: number
  /** URL of a module whose default export makes the rules from `input` (pool-thread.ts). */
  rules: string
  input: unknown
  log: Log
  /** Bytes of members in memory, all threads together. */
  cacheBytes?: number
}

interface Slot {
  thread: Piscina<PoolRequest, FoldOutcome[]>
  holds: MemberCache<true>
}

/** Members a slot is remembered to hold; a wrong memory costs one question more, no harm. */
const MAX_REMEMBERED = 200_000

/** Starts the threads. */
export function threadPoolExecutor(settings: ThreadPoolSettings): FoldExecutor {
  const { threads, rules, input, log, cacheBytes: budget = 128 * 2 ** 20 } = settings
  const data: ThreadData = { rules, input, cacheBytes: Math.floor(budget / threads) }
  const slots = Array.from({ length: threads }, (): Slot => ({
    thread: new Piscina({
      filename: new URL('./pool-entry.mjs', import.meta.url).href,
      minThreads: 1,
      maxThreads: 1,
      workerData: data,
    }),
    holds: memberCache<true>(MAX_REMEMBERED),
  }))
  const slotOf = (member: Id): Slot => {
    const slot = slots[partitionOf(`${member}#`, threads)]
    if (slot === undefined) throw new RangeError('a pool needs at least one thread')
    return slot
  }

  const remember = (slot: Slot, task: FoldTask, outcome: FoldOutcome): void => {
    if (outcome.is === 'folded')
      slot.holds.put(
        task.member,
        task.owner,
        true,
        { lastSeq: outcome.folded.lastSeq, newest: task.newest },
        1,
      )
    else slot.holds.invalidate([task.member])
  }

  const alone = async (slot: Slot, task: FoldTask): Promise<FoldOutcome> => {
    if (task.stored === null) return { is: 'cold' }
    try {
      const [outcome] = await slot.thread.run({ fold: [task] })
      return outcome ?? { is: 'cold' }
    } catch (error) {
      slot.holds.invalidate('all')
      return {
        is: 'failed',
        error: `its thread died: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  }

  const ask = async (slot: Slot, tasks: FoldTask[]): Promise<FoldOutcome[]> => {
    let outcomes: FoldOutcome[] = []
    try {
      outcomes = await slot.thread.run({ fold: tasks })
    } catch (error) {
      log.warn(
        { error, members: tasks.length },
        'a thread of the fold died; what it had is folded one by one',
      )
      // Every state of the slot died with its thread; `alone` finds out whose task did it.
      slot.holds.invalidate('all')
      for (const task of tasks) outcomes.push(await alone(slot, task))
    }
    tasks.forEach((task, i) => {
      remember(slot, task, outcomes[i] ?? { is: 'cold' })
    })
    return outcomes
  }

  return {
    fold: async (tasks) => {
      const bySlot = new Map<Slot, number[]>()
      tasks.forEach((task, i) => {
        const slot = slotOf(task.member)
        const places = bySlot.get(slot)
        if (places === undefined) bySlot.set(slot, [i])
        else places.push(i)
      })
      const outcomes: FoldOutcome[] = tasks.map(() => ({ is: 'cold' }))
      await Promise.all(
        [...bySlot].map(async ([slot, places]) => {
          const answers = await ask(
            slot,
            places.flatMap((i) => tasks[i] ?? []),
          )
          places.forEach((place, i) => {
            outcomes[place] = answers[i] ?? { is: 'cold' }
          })
        }),
      )
      return outcomes
    },
    cached: (member, owner) => slotOf(member).holds.cursor(member, owner),
    invalidate: (what) => {
      for (const slot of slots) {
        const here = Array.isArray(what) ? what.filter((member) => slotOf(member) === slot) : what
        if (Array.isArray(here) && here.length === 0) continue
        slot.holds.invalidate(here)
        // A thread that dies before it can forget has forgotten.
        slot.thread.run({ forget: here }).catch(() => {
          slot.holds.invalidate('all')
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
