/** Whose a loyalty number is (contract.md 8.3): confirmed by the member, or registered by others as well. */
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import type { Intake } from '../intake/intake.js'
import { refuseNotFound } from '../intake/refusals.js'
import type { AccountState } from '../model.js'
import { updateAccount } from './account-rows.js'

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

/** `{confirm: id}`: the member has said, signed in on the page of accounts, that the number is theirs. */
export function confirmOwnership(intake: Intake, id: string): void {
  const found = findAccount(intake, id)
  if (found === undefined || (found.document.ownership ?? 'Unconfirmed') !== 'Unconfirmed') return
  updateAccount(intake, found.account, { ...found.document, ownership: 'Confirmed' }, true)
}

/** `{contested: id, conflict}`: whether other members have registered the number too. */
export function recordConflict(intake: Intake, id: string, conflict: boolean): void {
  const found = findAccount(intake, id)
  if (found === undefined || (found.document.conflict ?? false) === conflict) return
  updateAccount(intake, found.account, { ...found.document, conflict }, true)
}
