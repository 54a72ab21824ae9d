/** The rows of loyalty accounts, and by which name of the member feeds find them (contract.md 8.3). */
import type { Ownership } from '../../../schemas/itinerary/account.js'
import { holderKeys } from '../../../schemas/itinerary/name-agreement.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import { DAY } from '../../itinerary/lib/local-time.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import { changedFields, FixedDocument } from '../documents/fixed-document.js'
import type { Intake } from '../intake/intake.js'
import type { AccountState } from '../model.js'

/** How an account is found by name. */
interface Holder {
  /** Keys of the member's name; empty while the name is not known. */
  keys: string[]
  /** When the keys were set, epoch milliseconds; the last 30 days. */
  set: number[]
}

/** The names with which an account is compared in 30 days: nobody finds a stranger's lines by trying names. */
const MAX_NAMES = 5
/** Days for which a name or a removed account counts. */
export const RECENT_MS = 30 * DAY

function storedHolder(account: AccountState | undefined): Holder {
  const { keys = [], set = [] } = JSON.parse(account?.state ?? '{}') as Partial<Holder>
  return { keys, set }
}

/** The holder under the member's present name; the one before if the name has changed too often. */
function currentHolder({ state, env }: Intake, account: AccountState | undefined): Holder {
  const before = storedHolder(account)
  const keys = holderKeys(state.profile.first_name, state.profile.last_name)
  if (sameJson(keys, before.keys)) return before
  const set = before.set.filter((at) => at > env.now - RECENT_MS)
  return set.length < MAX_NAMES ? { keys, set: [...set, env.now] } : { keys: before.keys, set }
}

/** Stores the next version of an account's document, stamped now. */
export function writeAccount(intake: Intake, document: Fields): void {
  const { state, env } = intake
  const before = state.accounts.get(String(document.id))
  document.updated = instantText(env.now)
  const doc = JSON.stringify(document)
  putRow(intake, document, { doc, version: (before?.version ?? 0) + 1 })
}

/** The same, reported as `account.updated`. */
export function updateAccount(
  intake: Intake,
  account: AccountState,
  document: Fields,
  material: boolean,
): void {
  const before = JSON.parse(account.doc) as Fields
  writeAccount(intake, document)
  intake.effects.otherChanges.push({
    type: 'account.updated',
    resourceId: account.id,
    object: document,
    previous: changedFields(FixedDocument.of(before), FixedDocument.of(document)),
    material,
  })
}

/** Lets feeds find all accounts by the member's present name, after it has changed. */
export function updateHolders(intake: Intake): void {
  for (const account of intake.state.accounts.values()) {
    const document = JSON.parse(account.doc) as Fields
    if (document.status === 'Removed' || sameJson(currentHolder(intake, account), storedHolder(account)))
      continue
    putRow(intake, document, account)
  }
}

function putRow(
  intake: Intake,
  document: Fields,
  { doc, version }: Pick<AccountState, 'doc' | 'version'>,
): void {
  const { state, effects, env } = intake
  const id = String(document.id)
  const holder = currentHolder(intake, state.accounts.get(id))
  const stored = JSON.stringify(holder)
  state.accounts.set(id, { id, version, doc, state: stored })
  // A step writes one row per account: one statement cannot upsert the same row twice.
  effects.accounts = effects.accounts.filter((other) => other.id !== id)
  effects.accounts.push({
    id,
    status: String(document.status),
    source: String(document.source),
    accountId: String(document.account_id ?? ''),
    classification: String(document.classification ?? ''),
    holder: holder.keys,
    ownership: (document.ownership as Ownership | undefined) ?? 'Unconfirmed',
    conflict: document.conflict === true,
    version,
    updated: env.now,
    doc,
    state: stored,
  })
}
