/** The status of a batch as JSON text (contract.md 2). */
import type { Id } from '../../schemas/base/ids.js'
import type { BatchRow } from '../../schemas/itinerary/reads.js'

/** The status of a folded batch, with the error when it was rejected. */
export function batchStatusText({ id, status, results, refusal }: BatchRow): string {
  // Older rows of rejected batches are stored as processed.
  const shown = refusal === null ? status : 'failed'
  const error =
    refusal === null
      ? ''
      : `,"error":${JSON.stringify(refusal.error)}` +
        `,"error_description":${JSON.stringify(refusal.error_description)}`
  return `{"id":"${id}","status":"${shown}","segments":${results}${error}}`
}

/** The status of a batch that is not folded yet. */
export function pendingBatchText(id: Id): string {
  return JSON.stringify({ id, status: 'pending', segments: [] })
}

/** The status of a batch that was accepted, and lost before it was folded. */
export function lostBatchText(id: Id): string {
  return JSON.stringify({
    id,
    status: 'failed',
    segments: [],
    error: 'server_error',
    error_description:
      'This was accepted, and lost before it could be processed. Send it again in a new request if it still applies.',
  })
}
