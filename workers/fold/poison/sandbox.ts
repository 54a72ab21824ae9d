/**
 * Folds in a separate process, for messages that may crash whatever folds them: that process dies in place of
 * a worker. It caches no members, starts when it is first needed and is stopped after it was idle for a
 * while.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { FoldExecutor, FoldOutcome, FoldTask } from '../../ports.js'

export interface SandboxSettings {
  /** URL of the bundled sandbox-process.ts; by default its source, which takes three times as long to start. */
  program?: string | undefined
  /**
   * URL of a module whose default export creates the rules from `input` (pool-thread.ts); of the same bundle as
   * `program`.
   */
  rules: string
  input: unknown
  /** Milliseconds after which a task without an answer counts as a crash. */
  timeoutMs?: number
  /** Milliseconds that a process may take to start and create the rules (default 30,000). */
  startTimeoutMs?: number
  /** Milliseconds after which an idle process is stopped. */
  idleMs?: number
}

const SOURCE = new URL('./sandbox-entry.mjs', import.meta.url)
/** Creating the rules reads reference data from Postgres. */
const START_TIMEOUT_MS = 30_000
const MAX_STDERR_CHARS = 2_000

/** The sandbox crashed or timed out. */
export class SandboxCrashed extends Error {}

/** The rules to create, then tasks to fold. */
export type SandboxRequest = { rules: string; input: unknown } | { tasks: FoldTask[] }

/**
 * An executor whose `fold` throws `SandboxCrashed` if the tasks crash or hang its process. Folds one request
 * at a time.
 */
export function sandboxExecutor(settings: SandboxSettings): FoldExecutor {
  const {
    program,
    rules,
    input,
    timeoutMs = 30_000,
    startTimeoutMs = START_TIMEOUT_MS,
    idleMs = 10_000,
  } = settings
  let child: ChildProcess | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()

  const stop = async (): Promise<void> => {
    clearTimeout(idleTimer)
    const stopping = child
    child = null
    if (stopping?.pid === undefined || hasExited(stopping)) return
    const exit = once(stopping, 'exit')
    stopping.kill('SIGKILL')
    await exit
  }

  /** A failed start says nothing about the message, so it is an ordinary error. */
  const start = async (): Promise<ChildProcess> => {
    const started = (child = fork(program === undefined ? SOURCE : new URL(program), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      execArgv: program === undefined ? [] : ['--enable-source-maps'],
    }))
    let stderr = ''
    started.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-MAX_STDERR_CHARS)
    })
    started.on('error', () => {
      if (child === started) child = null
    })
    try {
      await request(started, { rules, input }, startTimeoutMs)
      return started
    } catch (error) {
      await stop()
      throw new Error(`the sandbox did not start${stderr === '' ? '' : `: ${stderr.trim()}`}`, {
        cause: error,
      })
    }
  }

  const fold = async (tasks: FoldTask[]): Promise<FoldOutcome[]> => {
    clearTimeout(idleTimer)
    const running = child !== null && !hasExited(child) ? child : await start()
    try {
      return await request(running, { tasks }, timeoutMs)
    } catch (error) {
      await stop()
      throw error
    } finally {
      idleTimer = setTimeout(() => {
        queue = queue.then(stop)
      }, idleMs)
      idleTimer.unref()
    }
  }

  return {
    fold: async (tasks) => {
      const answer = queue.then(async () => await fold(tasks))
      queue = answer.catch(() => undefined)
      return await answer
    },
    cached: () => null,
    invalidate: () => {},
    close: async () => {
      queue = queue.then(stop)
      await queue
    },
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Sends one request. Rejects with `SandboxCrashed` if the process exits or does not answer within `ms`. */
async function request(child: ChildProcess, body: SandboxRequest, ms: number): Promise<FoldOutcome[]> {
  return await new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit)
      done()
    }
    const fail = (error: Error): void => {
      settle(() => {
        reject(error)
      })
    }
    const onMessage = (answer: unknown): void => {
      settle(() => {
        resolve(answer as FoldOutcome[])
      })
    }
    const onExit = (code: number | null, signal: string | null): void => {
      fail(new SandboxCrashed(`the sandbox exited with ${signal ?? `code ${code}`}`))
    }
    const timer = setTimeout(() => {
      fail(new SandboxCrashed(`the sandbox did not answer within ${ms} ms`))
    }, ms)
    child.on('message', onMessage).on('exit', onExit)
    child.send(body, (error) => {
      if (error !== null) fail(error)
    })
  })
}
