/** Which things keep failing, since when and why: for readiness and metrics. */

export interface OngoingFailure<T> {
  what: T
  /** Since its first failure after the last success. */
  seconds: number
  /** Of the last failure. */
  error: string
}

export interface OngoingFailures<T> {
  /** It failed and will be tried again. */
  failed: (what: T, error: unknown) => void
  /** It succeeded, or is no longer tried here. */
  cleared: (what: T) => void
  failing: () => OngoingFailure<T>[]
}

const SECOND = 1_000

/** Nothing fails at first. `now`: milliseconds of any origin. */
export function ongoingFailures<T>(now: () => number = () => performance.now()): OngoingFailures<T> {
  const failures = new Map<T, { since: number; error: string }>()
  return {
    failed: (what, error) => {
      const since = failures.get(what)?.since ?? now()
      failures.set(what, { since, error: error instanceof Error ? error.message : String(error) })
    },
    cleared: (what) => {
      failures.delete(what)
    },
    failing: () =>
      [...failures].map(([what, { since, error }]) => ({
        what,
        seconds: Math.floor((now() - since) / SECOND),
        error,
      })),
  }
}
