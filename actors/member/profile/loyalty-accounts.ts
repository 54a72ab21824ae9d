/** Loyalty accounts (contract.md 3, Account). */
import type { Id } from '../../../schemas/base/ids.js'
import { loyaltyKey } from '../../../schemas/itinerary/loyalty-number.js'
import { HOUR, utcText } from '../../itinerary/lib/local-time.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import { changedFields } from '../documents/changed-fields.js'
import type { Env } from '../env.js'
import type { Intake } from '../intake/intake.js'
import { matchesExpectedVersion, refuseNotFound } from '../intake/refusals.js'
import type { AccountState, MemberState } from '../model.js'

/** Creates or updates an account (`{source, account_id, ...}`), or removes one (`{remove: id}`). */
export function updateLoyaltyAccount(intake: Intake, body: Fields): void {
  const { state, effects, batch, env } = intake
  const removed = body.remove ?? (body.do === 'remove' ? body.id : undefined)
  const isRemoval = removed !== undefined
  const named = typeof removed === 'string' ? state.accounts.get(removed) : undefined
  if (!matchesExpectedVersion(batch, named)) return
  if (isRemoval && named === undefined) {
    refuseNotFound(batch, 'account', String(removed))
    return
  }
  const account = named ?? findByNumber(state, body)
  const before = account === undefined ? null : (JSON.parse(account.doc) as Fields)
  const id = account?.id ?? batch.message.envelope.first ?? env.newId()
  const document = accountDocument(
    { id, member_id: state.id, status: isRemoval ? 'Removed' : 'Active' },
    body,
    before,
    env,
  )
  batch.resource = { kind: 'account', id }
  if (before !== null && JSON.stringify(before) === JSON.stringify(document)) return
  const json = writeAccount(intake, document)
  effects.otherChanges.push({
    type: eventType(before, isRemoval),
    resourceId: id,
    object: document,
    json,
    previous: account === undefined ? null : changedFields(account.doc, json),
    material: true,
  })
}

function eventType(before: Fields | null, isRemoval: boolean): string {
  if (before === null) return 'account.created'
  return isRemoval ? 'account.deleted' : 'account.updated'
}

/** The account with this number at this source, however the number is written. */
function findByNumber(state: MemberState, body: Fields): AccountState | undefined {
  const key = loyaltyKey(String(body.account_id))
  return [...state.accounts.values()].find((account) => {
    const document = JSON.parse(account.doc) as Fields
    return document.source === body.source && loyaltyKey(String(document.account_id)) === key
  })
}

/** The public account. What the body leaves out stays as it was. */
function accountDocument(
  head: { id: Id; member_id: Id; status: 'Active' | 'Removed' },
  body: Fields,
  before: Fields | null,
  env: Env,
): Fields {
  const kept = (name: string): unknown => before?.[name] ?? null
  const updated = (name: string): unknown => body[name] ?? kept(name)
  const now = utcText(env.now)
  const source = String(body.source ?? before?.source ?? '')
  const row = env.source(source)
  return {
    ...head,
    source,
    name: row?.name ?? source,
    program_name: updated('program_name'),
    classification: row?.classification ?? null,
    account_id: updated('account_id'),
    home_page_url: kept('home_page_url'),
    phone: kept('phone'),
    last_access: kept('last_access'),
    last_harvest_status: kept('last_harvest_status') ?? 'Never',
    loyalty_status: updated('loyalty_status'),
    loyalty_level: updated('loyalty_level'),
    loyalty_points: updated('loyalty_points'),
    created: kept('created') ?? now,
    updated: kept('updated') ?? now,
  }
}

/** Accesses of one supplier that are closer together are recorded as one. */
const MIN_HARVEST_INTERVAL = HOUR

/**
 * Records that a supplier's feed delivered data for this account (contract.md 8.3), received at `at`, epoch
 * milliseconds: the account's `last_harvest_status` becomes Success.
 */
export function recordHarvest(intake: Intake, id: Id, at: number): void {
  const account = intake.state.accounts.get(id)
  if (account === undefined) return
  const before = JSON.parse(account.doc) as Fields
  const last = typeof before.last_access === 'string' ? Date.parse(before.last_access) : -Infinity
  if (before.status === 'Removed' || at < last + MIN_HARVEST_INTERVAL) return
  const document: Fields = { ...before, last_access: utcText(at), last_harvest_status: 'Success' }
  const json = writeAccount(intake, document)
  intake.effects.otherChanges.push({
    type: 'account.updated',
    resourceId: id,
    object: document,
    json,
    previous: changedFields(account.doc, json),
    material: false,
  })
}

/** Stores the next version of an account's document, stamped now; returns it as JSON. */
function writeAccount({ state, effects, env }: Intake, document: Fields): string {
  const id = String(document.id)
  const version = (state.accounts.get(id)?.version ?? 0) + 1
  document.updated = utcText(env.now)
  const doc = JSON.stringify(document)
  state.accounts.set(id, { id, version, doc, state: '{}' })
  // A step writes one row per account: one statement cannot upsert the same row twice.
  effects.accounts = effects.accounts.filter((other) => other.id !== id)
  effects.accounts.push({
    id,
    status: String(document.status),
    source: String(document.source),
    accountId: String(document.account_id ?? ''),
    classification: String(document.classification ?? ''),
    version,
    updated: env.now,
    doc,
    state: '{}',
  })
  return doc
}
