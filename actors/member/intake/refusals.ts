/** Refusing a batch: it counts as `failed`, and the caller of a single write gets the reason. */
import type { Id } from '../../../schemas/base/ids.js'
import { MISSING_CODES } from '../../../schemas/itinerary/batch-status.js'
import type { Refusal } from '../../../schemas/itinerary/batch-status.js'
import type { PendingBatch } from './step-effects.js'

/**
 * Refuses the batch with an error code of contract.md 6. Does not undo what the message has changed so far.
 */
export function refuse(batch: PendingBatch, error: string, description: string): void {
  batch.refusal = { error, error_description: description }
}

/** Refuses a reference to a trip, segment or account that does not exist. */
export function refuseNotFound(batch: PendingBatch, missing: NonNullable<Refusal['missing']>, id: Id): void {
  const error = MISSING_CODES[missing]
  batch.refusal = { error, error_description: `There is no ${missing} ${id}.`, missing }
}

/** Refuses a change of a resource that has changed since the caller read it. */
export function refuseOutdated(batch: PendingBatch): void {
  refuse(
    batch,
    'precondition_failed',
    'The resource has changed since you read it; read it again and repeat the change.',
  )
}

/**
 * True if `resource` is the version that the request's `If-Match` named, or it named none; refuses the batch
 * otherwise.
 */
export function matchesExpectedVersion(
  batch: PendingBatch,
  resource: { id: Id; version: number } | null | undefined,
): boolean {
  const { expects } = batch.message.envelope
  if (expects === undefined || (resource?.id === expects.id && resource.version === expects.version))
    return true
  refuseOutdated(batch)
  return false
}
