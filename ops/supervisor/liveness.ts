/** Detects a process that is running but no longer answers, such as one in an endless loop. */
import type { ChildProcess } from 'node:child_process'

/** About 45 s with the default interval: no long fold step and no busy machine explains that. */
const MAX_UNANSWERED_PINGS = 6

export interface LivenessOptions {
  intervalMs: number
  /** The process to ping; null while there is none that should answer. */
  current: () => ChildProcess | null
  /** Resolves with whether the process answered in time. */
  ping: (child: ChildProcess) => Promise<boolean>
  /** Called after `unanswered` pings in a row without an answer. */
  onUnresponsive: (child: ChildProcess, unanswered: number) => void
}

/**
 * Pings one at a time: the next ping is sent after the last was answered or timed out. Returns how to stop.
 */
export function watchLiveness(options: LivenessOptions): () => void {
  let unanswered = 0
  let pinged: ChildProcess | null = null
  let isStopped = false
  let timer: NodeJS.Timeout

  const ping = async (): Promise<void> => {
    const child = options.current()
    if (child === null) return
    if (pinged !== child) unanswered = 0
    pinged = child
    unanswered = (await options.ping(child)) ? 0 : unanswered + 1
    if (unanswered < MAX_UNANSWERED_PINGS || options.current() !== child) return
    options.onUnresponsive(child, unanswered)
    unanswered = 0
  }
  const schedule = (): void => {
    timer = setTimeout(() => {
      void ping().then(() => {
        if (!isStopped) schedule()
      })
    }, options.intervalMs).unref()
  }
  schedule()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
