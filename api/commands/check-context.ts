/** What raw segments are checked with (contract.md 5). */
import { suggestions } from '../../schemas/hints/likely-word.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import type { ApiDeps } from '../ports/deps.js'

/** The context of one request: what its suggestions may cost is limited. */
export function checkContext({ reference }: Pick<ApiDeps, 'reference'>, strict: boolean): CheckContext {
  return { ...reference, strict, suggest: suggestions() }
}
