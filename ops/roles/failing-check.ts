import type { OngoingFailure } from '../../workers/lib/ongoing-failures.js'

/** How long something may fail before its worker is not ready: longer than it takes to park a member. */
const FAILING_SECONDS = 60

/** Readiness check: `ok`, or `sentence` of what has failed for longest, with how long and why. */
export function failingCheck<T>(
  failing: readonly OngoingFailure<T>[],
  sentence: (what: T) => string,
): string {
  const [longest] = [...failing].sort((a, b) => b.seconds - a.seconds)
  if (longest === undefined || longest.seconds < FAILING_SECONDS) return 'ok'
  const { what, seconds, error } = longest
  return `${sentence(what)} for ${seconds} s: ${error}`
}
