/**
 * Thinks in a process of its own, for messages that may kill whoever folds them: that process dies in place of a worker. It
 * keeps no member from one task to the next, is started when it is first needed and ended when it was idle for a while.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { FoldOutcome, FoldTask, FoldExecutor } from '../../ports.js'

export interface SandboxSettings {
  /** URL of a module whose default export makes the rules from `input` (pool-thread.ts). */
  rules: string
  input: unknown
  /** Milliseconds until a task that is not answered counts as one that killed, and until an idle process is ended. */
  timeoutMs?: number
  idleMs?: number
}

/** For making the rules: reference data is read from Postgres. */
const START_TIMEOUT_MS = 30_000
/** Characters kept of what it complains of. */
const MAX_STDERR_CHARS = 2_000

/** Nobody came back from folding these tasks. */
export class SandboxCrashed extends Error {}

/** What the process is told: which rules to make, then what to fold. */
export type SandboxRequest = { rules: string; input: unknown } | { tasks: FoldTask[] }

/** A thinker whose `fold` throws `Killed` when the tasks end or hang its process. One fold at a time. */
export function sandboxExecutor({
  rules,
  input,
  timeoutMs: patience = 30_000,
  idleMs: idle = 10_000,
}: SandboxSettings): FoldExecutor {
  let child: ChildProcess | null = null
  let sleeping: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const end = async (): Promise<void> => {
    clearTimeout(sleeping)
    const ending = child
    child = null
    if (ending?.pid === undefined || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = once(ending, 'exit')
    ending.kill('SIGKILL')
    await gone
  }

  const ask = async (from: ChildProcess, order: SandboxRequest, ms: number): Promise<FoldOutcome[]> =>
    await new Promise((resolve, reject) => {
      const settle = (done: () => void): void => {
        clearTimeout(timer)
        from.off('message', heard).off('exit', died)
        done()
      }
      const heard = (answer: unknown): void => {
        settle(() => {
          resolve(answer as FoldOutcome[])
        })
      }
      const died = (code: number | null, signal: string | null): void => {
        settle(() => {
          reject(new SandboxCrashed(`a process of its own ended with ${signal ?? `code ${code}`}`))
        })
      }
      const timer = setTimeout(() => {
        settle(() => {
          reject(new SandboxCrashed(`a process of its own did not answer for ${ms} ms`))
        })
      }, ms)
      from.on('message', heard).on('exit', died)
      from.send(order, (error) => {
        if (error !== null)
          settle(() => {
            reject(error)
          })
      })
    })

  /** A start that fails says nothing of the message. */
  const start = async (): Promise<ChildProcess> => {
    const started = (child = fork(new URL('./sandbox-entry.mjs', import.meta.url), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      execArgv: [],
    }))
    let said = ''
    started.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-MAX_STDERR_CHARS)
    })
    started.on('error', () => {
      if (child === started) child = null
    })
    try {
      await ask(started, { rules, input }, START_TIMEOUT_MS)
      return started
    } catch (error) {
      await end()
      throw new Error(`the process for trials did not start${said === '' ? '' : `: ${said.trim()}`}`, {
        cause: error,
      })
    }
  }

  const fold = async (tasks: FoldTask[]): Promise<FoldOutcome[]> => {
    clearTimeout(sleeping)
    const living =
      child !== null && child.exitCode === null && child.signalCode === null ? child : await start()
    try {
      return await ask(living, { tasks }, patience)
    } catch (error) {
      await end()
      throw error
    } finally {
      sleeping = setTimeout(() => {
        turn = turn.then(end)
      }, idle)
      sleeping.unref()
    }
  }

  return {
    fold: async (tasks) => {
      const answer = turn.then(async () => await fold(tasks))
      turn = answer.catch(() => undefined)
      return await answer
    },
    cached: () => null,
    invalidate: () => {},
    close: async () => {
      turn = turn.then(end)
      await turn
    },
  }
}
