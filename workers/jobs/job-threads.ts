/** Threads for the costly part of jobs: started on demand, ended when idle for a while. */
import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'

export interface JobThreadsOptions {
  /** URL of the module whose default export does a task; the TypeScript source if it is not bundled. */
  program: string
  /** Handed to each thread as its `workerData`, with the program. */
  input: object
  threads: number
  /** Megabytes of a thread's heap; a thread that needs more is ended. */
  heapMb: number
  /** Milliseconds for a task, including the start of its thread; a thread that takes longer is ended. */
  timeoutMs: number
  /** Milliseconds without work after which a thread ends (default 30,000). */
  idleMs?: number
}

export interface JobThreads {
  /**
   * Rejects when the task does, when it exceeds a bound, and when the signal aborts; the last two end its thread. Objects in
   * `transfer` are moved to the thread.
   */
  run: (task: unknown, signal: AbortSignal, transfer?: readonly MessagePort[]) => Promise<unknown>
  close: () => Promise<void>
}

const IDLE_MS = 30_000

/** Does not start a thread yet. */
export function jobThreads(options: JobThreadsOptions): JobThreads {
  const { program, input, threads, heapMb, timeoutMs, idleMs = IDLE_MS } = options
  const isSource = program.endsWith('.ts')
  const pool = new Piscina<unknown, unknown>({
    filename: isSource ? new URL('./job-entry.mjs', import.meta.url).href : program,
    workerData: { ...input, program },
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  return {
    run: async (task, signal, transfer = []) => {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        return await pool.run(task, {
          signal: AbortSignal.any([signal, timeout]),
          transferList: [...transfer],
        })
      } catch (cause) {
        if (!timeout.aborted || signal.aborted) throw cause
        throw new Error(`took more than ${timeoutMs / 1_000} s`, { cause })
      }
    },
    close: async () => {
      // An answer from a thread that has ended is ignored.
      pool.on('error', () => {})
      await pool.destroy()
    },
  }
}
