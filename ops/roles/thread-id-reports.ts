/** Whether the fold threads of this process have ids: each leases a slot of its own (ops/wiring/thread-rules.ts). */
import { BroadcastChannel } from 'node:worker_threads'
import { idChannel } from '../wiring/thread-rules.js'
import type { ThreadIdReport } from '../wiring/thread-rules.js'

export interface ThreadIdReports {
  /** Readiness check: `ok`, or why a thread cannot create ids. */
  status: () => string
  close: () => void
}

/** A thread reports every second; one that folds for long, or has ended, is left out. */
const STALE_MS = 5_000

export function threadIdReports(worker: string): ThreadIdReports {
  const latest = new Map<number, { status: string; at: number }>()
  const channel = new BroadcastChannel(idChannel(worker))
  channel.unref()
  channel.onmessage = (event) => {
    const { thread, status } = (event as { data: ThreadIdReport }).data
    latest.set(thread, { status, at: performance.now() })
  }
  return {
    status: () => {
      for (const [thread, { status, at }] of latest) {
        if (performance.now() - at > STALE_MS) latest.delete(thread)
        else if (status !== 'ok') return status
      }
      return 'ok'
    },
    close: () => {
      channel.close()
    },
  }
}
