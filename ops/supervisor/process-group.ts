/**
 * The processes of a stack: a number of each role, which can change while the stack runs. New processes start
 * next to the existing ones; the newest ones stop first and hand over their partitions.
 */
import type { RoleName } from '../roles/role.js'
import type { SupervisedProcess } from './child-process.js'

export interface ProcessGroup {
  /** All processes, or those of one role. */
  processes: (role?: RoleName) => SupervisedProcess[]
  /**
   * Resolves when `count` processes of the role are ready and the surplus has stopped.
   * Rejects if one cannot be started; that one is removed.
   */
  scale: (role: RoleName, count: number) => Promise<void>
  /** Resolves when the current processes are ready. Rejects if one of them cannot be started. */
  ready: () => Promise<void>
  /** Stops all processes of a role together, one role after the other in the given order. */
  stop: (order: readonly RoleName[]) => Promise<void>
}

/** Starts `initial` processes of each role. `start` starts one process of a role under a name. */
export function startProcessGroup(
  initial: Record<RoleName, number>,
  start: (role: RoleName, name: string) => SupervisedProcess,
): ProcessGroup {
  const roles = new Map<RoleName, SupervisedProcess[]>()
  let isStopped = false
  let lastChange: Promise<unknown> = Promise.resolve()

  const ofRole = (role: RoleName): SupervisedProcess[] => {
    const known = roles.get(role) ?? []
    roles.set(role, known)
    return known
  }
  const add = (role: RoleName): SupervisedProcess => {
    const processes = ofRole(role)
    const added = start(role, `${role}-${processes.length + 1}`)
    processes.push(added)
    return added
  }
  for (const [role, count] of Object.entries(initial) as Array<[RoleName, number]>)
    for (let i = 0; i < count; i++) add(role)

  const change = async (role: RoleName, count: number): Promise<void> => {
    if (isStopped) throw new Error('the stack is stopping')
    const processes = ofRole(role)
    const removed = processes.splice(count)
    const added = Array.from({ length: Math.max(0, count - processes.length) }, () => add(role))
    await stopAll(removed)
    const started = await Promise.allSettled(
      added.map(async (one) => {
        await one.ready
      }),
    )
    const failures = started.flatMap((result, i) =>
      result.status === 'rejected' && added[i] !== undefined
        ? [{ process: added[i], reason: result.reason as unknown }]
        : [],
    )
    for (const { process } of failures) {
      processes.splice(processes.indexOf(process), 1)
      await process.stop()
    }
    if (failures[0] !== undefined) throw failures[0].reason
  }

  return {
    processes: (role) => (role === undefined ? [...roles.values()].flat() : [...ofRole(role)]),
    scale: async (role, count) => {
      const mine = lastChange.then(async () => {
        await change(role, count)
      })
      lastChange = mine.catch(() => null)
      await mine
    },
    ready: async () => {
      await Promise.all(
        [...roles.values()].flat().map(async (one) => {
          await one.ready
        }),
      )
    },
    stop: async (order) => {
      isStopped = true
      for (const role of order) await stopAll(ofRole(role))
    },
  }
}

async function stopAll(processes: readonly SupervisedProcess[]): Promise<void> {
  await Promise.all(
    processes.map(async (one) => {
      await one.stop()
    }),
  )
}
