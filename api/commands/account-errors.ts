/** What is wrong with a loyalty account that is to be registered (contract.md 5.2). */
import type { NewAccount } from '../../schemas/itinerary/account.js'
import { loyaltyNumberProblem } from '../../schemas/itinerary/loyalty-number.js'
import { unknownSourceHint } from '../../schemas/segment/validation/check-segment.js'
import { invalidValue, withHint } from '../../schemas/segment/validation/segment-error.js'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import type { ApiDeps } from '../ports/deps.js'
import { checkContext } from './check-context.js'

/** Of the fields that are given. */
export function accountErrors(
  { source, account_id: number }: Partial<NewAccount>,
  deps: Pick<ApiDeps, 'reference'>,
): SegmentError[] {
  const errors: SegmentError[] = []
  if (source !== undefined && deps.reference.source(source) === undefined)
    errors.push(
      withHint(
        invalidValue('source', 'must be the id of a source; see GET /v2/sources', 'invalid_source'),
        unknownSourceHint(source, checkContext(deps, false)),
      ),
    )
  const problem = number === undefined ? null : loyaltyNumberProblem(number)
  if (problem !== null) errors.push(invalidValue('account_id', problem))
  return errors
}
