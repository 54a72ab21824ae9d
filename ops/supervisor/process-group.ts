/**
 * The processes of a stack, so many of each role, and changed while it runs: more are started beside those there are, and
 * the youngest leave first, in order, so that what they owned goes over to the others.
 */
import type { RoleName } from '../roles/role.js'
import type { SupervisedProcess } from './child-process.js'

export interface ProcessGroup {
  /** All, or those of one role. */
  processes: (role?: RoleName) => SupervisedProcess[]
  /** Settles when so many processes of the role are ready, and those too many are gone. Rejects when one cannot be started: it is let go. */
  scale: (role: RoleName, count: number) => Promise<void>
  /** Settles when those there are now are ready. Rejects when one never will be. */
  ready: () => Promise<void>
  /** Stops all of a role together, one role after the other, in the order given. */
  stop: (order: readonly RoleName[]) => Promise<void>
}

/** Starts the crew. `hire` starts one process of a role under a name. */
export function startProcessGroup(
  first: Record<RoleName, number>,
  hire: (role: RoleName, name: string) => SupervisedProcess,
): ProcessGroup {
  const roles = new Map<RoleName, SupervisedProcess[]>()
  let stopped = false
  let last: Promise<unknown> = Promise.resolve()

  const of = (role: RoleName): SupervisedProcess[] => {
    const known = roles.get(role) ?? []
    roles.set(role, known)
    return known
  }
  const add = (role: RoleName): SupervisedProcess => {
    const crew = of(role)
    const member = hire(role, `${role}-${crew.length + 1}`)
    crew.push(member)
    return member
  }
  for (const [role, count] of Object.entries(first) as Array<[RoleName, number]>)
    for (let i = 0; i < count; i++) add(role)

  const change = async (role: RoleName, count: number): Promise<void> => {
    if (stopped) throw new Error('everything is being stopped')
    const crew = of(role)
    const leaving = crew.splice(count)
    const coming = Array.from({ length: Math.max(0, count - crew.length) }, () => add(role))
    await Promise.all(
      leaving.map(async (member) => {
        await member.stop()
      }),
    )
    const started = await Promise.allSettled(
      coming.map(async (member) => {
        await member.ready
      }),
    )
    const failed = started.flatMap((one, i) =>
      one.status === 'rejected' && coming[i] !== undefined
        ? [{ member: coming[i], why: one.reason as unknown }]
        : [],
    )
    for (const { member } of failed) {
      crew.splice(crew.indexOf(member), 1)
      await member.stop()
    }
    if (failed[0] !== undefined) throw failed[0].why
  }

  return {
    processes: (role) => (role === undefined ? [...roles.values()].flat() : [...of(role)]),
    scale: async (role, count) => {
      const mine = last.then(async () => {
        await change(role, count)
      })
      last = mine.catch(() => null)
      await mine
    },
    ready: async () => {
      await Promise.all(
        [...roles.values()].flat().map(async (member) => {
          await member.ready
        }),
      )
    },
    stop: async (order) => {
      stopped = true
      for (const role of order)
        await Promise.all(
          of(role).map(async (member) => {
            await member.stop()
          }),
        )
    },
  }
}
