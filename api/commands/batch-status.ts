/** The status monitor of a batch as text (contract.md 2). */
import type { Id } from '../../schemas/base/ids.js'
import type { BatchRow } from '../ports/reads.js'

/** What became of a folded batch, with the error and its description when it was refused. */
export function batchStatusText({ id, status, results, refusal }: BatchRow): string {
  // Refused ones were stored as processed once.
  const stands = refusal === null ? status : 'failed'
  const why =
    refusal === null
      ? ''
      : `,"error":${JSON.stringify(refusal.error)},"error_description":${JSON.stringify(refusal.error_description)}`
  return `{"id":"${id}","status":"${stands}","segments":${results}${why}}`
}

/** Of a batch that is not folded yet. */
export function pendingBatchText(id: Id): string {
  return JSON.stringify({ id, status: 'pending', segments: [] })
}
