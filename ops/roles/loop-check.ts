import type { FailingLoop } from '../../workers/lib/retried-loops.js'

/** How long a loop may fail before its worker is not ready: longer than a server takes to come back. */
const FAILING_SECONDS = 60

/** Readiness check: `ok`, or what has not been done for longest, and why. */
export function loopCheck(failing: readonly FailingLoop[]): string {
  const [longest] = [...failing].sort((a, b) => b.seconds - a.seconds)
  if (longest === undefined || longest.seconds < FAILING_SECONDS) return 'ok'
  return `${longest.what} for ${longest.seconds} s: ${longest.error}`
}
