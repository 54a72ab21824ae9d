import type { FailingCommit } from '../../workers/fold/step/commit-health.js'

/** How long a commit may fail before its worker is not ready: longer than it takes to park a member. */
const FAILING_SECONDS = 60

/** Readiness check: `ok`, or which partition stands still because its commit keeps failing, and why. */
export function commitCheck(failing: readonly FailingCommit[]): string {
  const longest = failing.reduce<FailingCommit | null>(
    (worst, one) => (worst === null || one.seconds > worst.seconds ? one : worst),
    null,
  )
  if (longest === null || longest.seconds < FAILING_SECONDS) return 'ok'
  const { partition, seconds, error } = longest
  return `the commit of partition ${partition} has been failing for ${seconds} s: ${error}`
}
