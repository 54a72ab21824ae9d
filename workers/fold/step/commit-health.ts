/** Which partitions stand still because their commit keeps failing, for readiness and metrics. */

export interface FailingCommit {
  partition: number
  /** Since its first failure. */
  seconds: number
  /** Of the last failure. */
  error: string
}

export interface CommitHealth {
  /** The next step of the partition could not be saved and will be tried again. */
  failed: (partition: number, error: unknown) => void
  /** The cursor of the partition has moved, or this worker does not own it any more. */
  cleared: (partition: number) => void
  failing: () => FailingCommit[]
}

const SECOND = 1_000

/** The health of all partitions of one worker. */
export function commitHealth(now: () => number = () => performance.now()): CommitHealth {
  const failures = new Map<number, { since: number; error: string }>()
  return {
    failed: (partition, error) => {
      const since = failures.get(partition)?.since ?? now()
      failures.set(partition, { since, error: error instanceof Error ? error.message : String(error) })
    },
    cleared: (partition) => {
      failures.delete(partition)
    },
    failing: () =>
      [...failures].map(([partition, { since, error }]) => ({
        partition,
        seconds: Math.floor((now() - since) / SECOND),
        error,
      })),
  }
}
