/** A body with errors in its fields. */
import { ApiError } from '../../../schemas/base/errors.js'
import type { RefusedSegment } from '../../../schemas/segment/batch.js'
import { limitErrors } from '../../../schemas/segment/validation/limit-errors.js'
import type { SegmentError } from '../../../schemas/segment/validation/segment-error.js'

/** All errors of a body (contract.md 6.1): the first is the error of the answer, `errors` lists all. */
export class InvalidBodyError extends ApiError {
  readonly errors: SegmentError[]
  constructor(found: readonly SegmentError[]) {
    const [errors = []] = limitErrors([found])
    const [first] = errors
    super('invalid_request', first!.error_description, first!.hint === undefined ? {} : { hint: first!.hint })
    this.errors = errors
  }
}

/** A refused batch (contract.md 5): its answer has one entry per segment, unless a problem document is preferred. */
export class RefusedBatchError extends ApiError {
  readonly entries: RefusedSegment[]
  /** The first error, for the request log. */
  readonly first: { code: string; message: string }
  constructor(entries: RefusedSegment[]) {
    const wrong = entries.filter(({ errors }) => errors.length > 0).length
    super(
      'invalid_request',
      entries.length === 1
        ? 'The segment is invalid; nothing was accepted.'
        : `${wrong} of ${entries.length} segments ${wrong === 1 ? 'is' : 'are'} invalid; nothing was accepted.`,
    )
    this.entries = entries
    const at = entries.findIndex(({ errors }) => errors.length > 0)
    const { error: code, error_description: text } = entries[at]!.errors[0]!
    this.first = { code, message: `Segment ${at + 1} of ${entries.length}: ${text}` }
  }
}
