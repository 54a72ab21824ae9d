/** Whose a loyalty number is (contract.md 8.3): proven by the member, or registered by others as well. */
import { sameJson } from '../../itinerary/lib/same-json.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import type { Intake } from '../intake/intake.js'
import { refuse, refuseNotFound } from '../intake/refusals.js'
import type { AccountState } from '../model.js'
import { presentKeys, updateAccount, updateHolder } from './account-rows.js'

/** An account that is not removed; undefined, and the batch refused, if there is none with this id. */
function findAccount(
  { state, batch }: Intake,
  id: string,
): { account: AccountState; document: Fields } | undefined {
  const account = state.accounts.get(id)
  const document = account === undefined ? undefined : (JSON.parse(account.doc) as Fields)
  if (account !== undefined && document !== undefined && document.status !== 'Removed') {
    batch.resource = { kind: 'account', id }
    return { account, document }
  }
  refuseNotFound(batch, 'account', id)
  return undefined
}

/**
 * `{confirm: id, holder}`: the member, signed in on the page of accounts, knows a booking of the number that names
 * `holder` (keys). Refused if the member's name has changed since: the booking would prove somebody else's.
 */
export function confirmOwnership(intake: Intake, id: string, holder: unknown): void {
  const found = findAccount(intake, id)
  if (found === undefined || found.document.ownership === 'Vouched') return
  if (!sameJson(presentKeys(intake.state), holder)) {
    refuse(intake.batch, 'conflict', 'The name of the member has changed in the meantime; try again.')
    return
  }
  if (found.document.ownership !== 'Confirmed')
    updateAccount(intake, found.account, { ...found.document, ownership: 'Confirmed' }, true)
  updateHolder(intake, id, { renamed: true })
}

/** `{contested: id, conflict}`: whether other members have registered the number too. */
export function recordConflict(intake: Intake, id: string, conflict: boolean): void {
  const found = findAccount(intake, id)
  if (found === undefined || (found.document.conflict ?? false) === conflict) return
  updateAccount(intake, found.account, { ...found.document, conflict }, true)
}
