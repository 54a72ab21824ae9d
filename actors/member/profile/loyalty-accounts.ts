/** Loyalty accounts (contract.md 3, Account). */
import type { Id } from '../../../schemas/base/ids.js'
import { MAX_ACCOUNTS, MAX_RECENT_ACCOUNTS } from '../../../schemas/itinerary/account.js'
import type { Ownership } from '../../../schemas/itinerary/account.js'
import { loyaltyKey } from '../../../schemas/itinerary/loyalty-number.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { HOUR } from '../../itinerary/lib/local-time.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import { changedFields, FixedDocument } from '../documents/fixed-document.js'
import type { Env } from '../env.js'
import type { Intake } from '../intake/intake.js'
import { matchesExpectedVersion, refuse, refuseNotFound } from '../intake/refusals.js'
import type { AccountState, MemberState } from '../model.js'
import { confirmOwnership, recordConflict } from './account-ownership.js'
import { RECENT_MS, updateAccount, updateHolder, writeAccount } from './account-rows.js'

/** Applies a message about an account: `schemas/stream/message.ts` lists what the body may be. */
export function changeLoyaltyAccount(intake: Intake, body: Fields): void {
  if (body.confirm !== undefined) confirmOwnership(intake, String(body.confirm), body.holder)
  else if (body.contested !== undefined)
    recordConflict(intake, String(body.contested), body.conflict === true)
  else updateLoyaltyAccount(intake, body)
}

/** Creates or updates an account (`{source, account_id, ...}`), or removes one (`{remove: id}`). */
function updateLoyaltyAccount(intake: Intake, body: Fields): void {
  const { state, batch, env } = intake
  const removed = body.remove ?? (body.do === 'remove' ? body.id : undefined)
  const isRemoval = removed !== undefined
  const named = typeof removed === 'string' ? state.accounts.get(removed) : undefined
  if (!matchesExpectedVersion(batch, named)) return
  if (isRemoval && named === undefined) {
    refuseNotFound(batch, 'account', String(removed))
    return
  }
  const account = named ?? findByNumber(state, body)
  const problem = isRemoval ? null : tooMany(state, account, env.now)
  if (problem !== null) {
    refuse(batch, 'invalid_request', problem)
    return
  }
  const before = account === undefined ? null : (JSON.parse(account.doc) as Fields)
  const id = account?.id ?? batch.message.envelope.first ?? env.newId()
  const document = accountDocument(
    { id, member_id: state.id, status: isRemoval ? 'Removed' : 'Active' },
    body,
    before,
    env,
  )
  batch.resource = { kind: 'account', id }
  if (before === null || JSON.stringify(before) !== JSON.stringify(document)) {
    writeAccount(intake, document)
    reportAccount(intake, document, before)
  }
  if (!isRemoval) holdRegistered(intake, id, body, before)
}

/** Lets feeds find a number that was registered, vouched for, or only registered once more. */
function holdRegistered(intake: Intake, id: Id, { vouched }: Fields, before: Fields | null): void {
  const isNew = before === null || before.status === 'Removed'
  // A change that the member makes on a page names no application: the one that registered the number stays.
  const { client = isNew ? null : undefined } = intake.batch.message.envelope
  updateHolder(intake, id, {
    ...(client === undefined ? {} : { client }),
    renamed: isNew || vouched === true,
  })
}

/** Reports a new, changed or removed account. */
function reportAccount(intake: Intake, document: Fields, before: Fields | null): void {
  intake.effects.otherChanges.push({
    type: eventType(before, document.status === 'Removed'),
    resourceId: String(document.id),
    object: document,
    previous: before === null ? null : changedFields(FixedDocument.of(before), FixedDocument.of(document)),
    material: true,
  })
}

function eventType(before: Fields | null, isRemoval: boolean): string {
  if (before === null) return 'account.created'
  return isRemoval ? 'account.deleted' : 'account.updated'
}

/**
 * Why the member may not have another account; null if there is room. `account` has the number already, removed
 * or not.
 */
function tooMany(state: MemberState, account: AccountState | undefined, now: number): string | null {
  let active = 0
  let recent = 0
  for (const other of state.accounts.values()) {
    const { status, updated } = JSON.parse(other.doc) as { status: string; updated: string }
    const isActive = status !== 'Removed'
    if (other === account && isActive) return null
    if (other === account) continue
    if (isActive) active++
    if (isActive || Date.parse(updated) > now - RECENT_MS) recent++
  }
  if (active >= MAX_ACCOUNTS)
    return (
      `Field "account_id": the member has ${MAX_ACCOUNTS} loyalty accounts, the most allowed; ` +
      'remove one with DELETE /v2/accounts/{account_id} first.'
    )
  if (recent >= MAX_RECENT_ACCOUNTS)
    return (
      `Field "account_id": the member has registered ${MAX_RECENT_ACCOUNTS} loyalty numbers in 30 days, ` +
      'removed ones included, the most allowed; register this one in a few days.'
    )
  return null
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
  const now = instantText(env.now)
  const source = String(body.source ?? before?.source ?? '')
  const row = env.source(source)
  return {
    ...head,
    source,
    name: row?.name ?? source,
    program_name: updated('program_name'),
    classification: row?.classification ?? null,
    account_id: updated('account_id'),
    ...ownershipAfter(head.status, body, before),
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

/** A number registered again starts again as unconfirmed; an application that vouches for it settles whose it is. */
function ownershipAfter(
  status: 'Active' | 'Removed',
  { vouched }: Fields,
  before: Fields | null,
): { ownership: Ownership; conflict: boolean } {
  if (status === 'Removed') return { ownership: 'Unconfirmed', conflict: false }
  const known = before === null || before.status === 'Removed' ? {} : before
  return {
    ownership: vouched === true ? 'Vouched' : ((known.ownership as Ownership | undefined) ?? 'Unconfirmed'),
    conflict: known.conflict === true,
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
  const document: Fields = { ...before, last_access: instantText(at), last_harvest_status: 'Success' }
  updateAccount(intake, account, document, false)
}
