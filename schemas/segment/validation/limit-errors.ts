/** How many errors of one body are reported (contract.md 5): its answer must not outgrow it many times. */
import type { SegmentError } from './segment-error.js'

/** Errors that one answer holds, the note that there are more included. */
export const MAX_ERRORS = 1_000

const MORE_ERRORS: SegmentError = {
  error: 'too_many_errors',
  error_description:
    `There are more errors than the ${MAX_ERRORS.toLocaleString('en')} that are reported; ` +
    'correct these and send it again.',
  field: null,
}

/**
 * The errors to report, one list per segment as found: all of them, or at most MAX_ERRORS, of every wrong segment
 * at least the first. The first list that is cut ends with the note.
 */
export function limitErrors(found: ReadonlyArray<readonly SegmentError[]>): SegmentError[][] {
  const total = found.reduce((sum, errors) => sum + errors.length, 0)
  if (total <= MAX_ERRORS) return found.map((errors) => [...errors])
  // One of each wrong segment and the note are reserved.
  let left = MAX_ERRORS - 1 - found.filter((errors) => errors.length > 0).length
  let noted = false
  return found.map((errors) => {
    const shown = errors.slice(0, 1 + Math.max(0, left))
    left -= Math.max(0, shown.length - 1)
    if (shown.length === errors.length || noted) return shown
    noted = true
    return [...shown, MORE_ERRORS]
  })
}

/** Collects the lists of errors of a body for `limitErrors`, and keeps no more than it needs. */
export function errorCollector(): { add: (errors: SegmentError[]) => void; found: SegmentError[][] } {
  const found: SegmentError[][] = []
  let kept = 0
  return {
    add: (errors) => {
      // Two are enough to know that there are more than the one that is certain to be shown.
      const keep = kept > MAX_ERRORS ? errors.slice(0, 2) : errors
      kept += keep.length
      found.push(keep)
    },
    found,
  }
}
