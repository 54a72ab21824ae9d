/** The rows of loyalty accounts, and by which name and application feeds find them (contract.md 8.3). */
import type { Id } from '../../../schemas/base/ids.js'
import type { Ownership } from '../../../schemas/itinerary/account.js'
import { holderKeys } from '../../../schemas/itinerary/name-agreement.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import { DAY } from '../../itinerary/lib/local-time.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import { changedFields, FixedDocument } from '../documents/fixed-document.js'
import type { Intake } from '../intake/intake.js'
import type { AccountState, MemberState } from '../model.js'

/** By what feeds find an account. */
interface Holder {
  /** Keys of the member's name when the number was registered or proven; empty if it was not known. */
  keys: string[]
  /** When the keys were set, epoch milliseconds; the last 30 days. */
  set: number[]
  /** The application that registered the number last. */
  client: string | null
}

/** The names with which an account is compared in 30 days: nobody finds a stranger's lines by trying names. */
const MAX_NAMES = 5
/** Days for which a name or a removed account counts. */
export const RECENT_MS = 30 * DAY

function storedHolder(account: AccountState | undefined): Holder {
  const { keys = [], set = [], client = null } = JSON.parse(account?.state ?? '{}') as Partial<Holder>
  return { keys, set, client }
}

/** The keys of the member's present name. */
export const presentKeys = ({ profile }: MemberState): string[] =>
  holderKeys(profile.first_name, profile.last_name)

/** The holder under the member's present name; the one before if the name has changed too often. */
function renamedHolder({ state, env }: Intake, before: Holder): Holder {
  const keys = presentKeys(state)
  if (sameJson(keys, before.keys)) return before
  const set = before.set.filter((at) => at > env.now - RECENT_MS)
  return set.length < MAX_NAMES ? { ...before, keys, set: [...set, env.now] } : before
}

/**
 * Lets feeds find the account by the member's present name, because the number was registered or proven now (`client`:
 * by this application). A name that changes later proves nothing and changes nothing here.
 */
export function updateHolder(
  intake: Intake,
  id: Id,
  { client, renamed }: { client?: string | null; renamed: boolean },
): void {
  const account = intake.state.accounts.get(id)
  if (account === undefined) return
  const before = storedHolder(account)
  const holder = renamed ? renamedHolder(intake, before) : before
  const after = client === undefined ? holder : { ...holder, client }
  if (sameJson(after, before)) return
  putRow(intake, JSON.parse(account.doc) as Fields, { ...account, state: JSON.stringify(after) })
}

/** Stores the next version of an account's document, stamped now. */
export function writeAccount(intake: Intake, document: Fields): void {
  const { state, env } = intake
  const before = state.accounts.get(String(document.id))
  document.updated = instantText(env.now)
  const doc = JSON.stringify(document)
  putRow(intake, document, {
    doc,
    version: (before?.version ?? 0) + 1,
    state: JSON.stringify(storedHolder(before)),
  })
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

function putRow(
  { state, effects, env }: Intake,
  document: Fields,
  { doc, version, state: stored }: Omit<AccountState, 'id'>,
): void {
  const id = String(document.id)
  const account: AccountState = { id, version, doc, state: stored }
  const holder = storedHolder(account)
  state.accounts.set(id, account)
  // A step writes one row per account: one statement cannot upsert the same row twice.
  effects.accounts = effects.accounts.filter((other) => other.id !== id)
  effects.accounts.push({
    id,
    status: String(document.status),
    source: String(document.source),
    accountId: String(document.account_id ?? ''),
    classification: String(document.classification ?? ''),
    holder: holder.keys,
    client: holder.client,
    ownership: (document.ownership as Ownership | undefined) ?? 'Unconfirmed',
    conflict: document.conflict === true,
    version,
    updated: env.now,
    doc,
    state: stored,
  })
}
