/** Loyalty accounts (contract.md 3, Account). */
import type { Id } from '../../../schemas/base/ids.js'
import { loyaltyKey } from '../../../schemas/itinerary/loyalty-number.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import { utcText } from '../../itinerary/lib/local-time.js'
import { changedFields } from '../documents/changed-fields.js'
import type { Env } from '../env.js'
import { matchesExpectedVersion, refuseNotFound } from '../intake/step-effects.js'
import type { PendingBatch, StepEffects } from '../intake/step-effects.js'
import type { MemberState } from '../state.js'

/** Registers an account (`{source, account_id, ...}`), or removes one (`{remove: id}`). */
export function updateLoyaltyAccount(
  state: MemberState,
  step: StepEffects,
  pending: PendingBatch,
  body: Fields,
  env: Env,
): void {
  const removed = body.remove ?? (body.do === 'remove' ? body.id : undefined)
  const known = typeof removed === 'string' ? state.accounts.get(removed) : undefined
  if (!matchesExpectedVersion(pending, known)) return
  if (removed !== undefined && known === undefined) {
    refuseNotFound(pending, 'account', String(removed))
    return
  }
  const held =
    known ??
    [...state.accounts.values()].find((other) => {
      const doc = JSON.parse(other.doc) as Fields
      return (
        doc.source === body.source &&
        loyaltyKey(String(doc.account_id)) === loyaltyKey(String(body.account_id))
      )
    })
  const before = held === undefined ? null : (JSON.parse(held.doc) as Record<string, unknown>)
  const id = held?.id ?? pending.message.envelope.first ?? env.newId()
  const source = String(body.source ?? before?.source ?? '')
  const row = env.source(source)
  const doc: Record<string, unknown> = {
    id,
    member_id: state.id,
    status: removed === undefined ? 'Active' : 'Removed',
    source,
    name: row?.name ?? source,
    program_name: body.program_name ?? before?.program_name ?? null,
    classification: row?.classification ?? null,
    account_id: body.account_id ?? before?.account_id ?? null,
    home_page_url: before?.home_page_url ?? null,
    phone: before?.phone ?? null,
    last_access: before?.last_access ?? null,
    last_harvest_status: before?.last_harvest_status ?? 'Never',
    loyalty_status: body.loyalty_status ?? before?.loyalty_status ?? null,
    loyalty_level: body.loyalty_level ?? before?.loyalty_level ?? null,
    loyalty_points: body.loyalty_points ?? before?.loyalty_points ?? null,
    created: before?.created ?? utcText(env.now),
    updated: before?.updated ?? utcText(env.now),
  }
  pending.resource = { kind: 'account', id }
  if (before !== null && JSON.stringify(before) === JSON.stringify(doc)) return
  const text = write(state, step, doc, env)
  step.otherChanges.push({
    type: before === null ? 'account.created' : removed === undefined ? 'account.updated' : 'account.deleted',
    resourceId: id,
    object: doc,
    json: text,
    previous: held === undefined ? null : changedFields(held.doc, text),
    material: true,
  })
}

/** Looks of a supplier at an account that are closer together are told as one. */
const LOOKS_APART_MS = 3_600_000

/** A supplier's feed addressed this account (contract.md 8): its data was received at `at`, epoch milliseconds. */
export function recordHarvest(state: MemberState, step: StepEffects, id: Id, at: number, env: Env): void {
  const held = state.accounts.get(id)
  if (held === undefined) return
  const before = JSON.parse(held.doc) as Record<string, unknown>
  const last = typeof before.last_access === 'string' ? Date.parse(before.last_access) : -Infinity
  if (before.status === 'Removed' || at < last + LOOKS_APART_MS) return
  const doc = { ...before, last_access: utcText(at), last_harvest_status: 'Success' }
  const text = write(state, step, doc, env)
  step.otherChanges.push({
    type: 'account.updated',
    resourceId: id,
    object: doc,
    json: text,
    previous: changedFields(held.doc, text),
    material: false,
  })
}

/** Writes the new words of an account; answers its document. */
function write(state: MemberState, step: StepEffects, doc: Record<string, unknown>, env: Env): string {
  const id = String(doc.id)
  const version = (state.accounts.get(id)?.version ?? 0) + 1
  doc.updated = utcText(env.now)
  const text = JSON.stringify(doc)
  state.accounts.set(id, { id, version, doc: text, state: '{}' })
  // One row of an account a step: a store takes none twice.
  step.accounts = step.accounts.filter((other) => other.id !== id)
  step.accounts.push({
    id,
    status: String(doc.status),
    source: String(doc.source),
    accountId: String(doc.account_id ?? ''),
    classification: String(doc.classification ?? ''),
    version,
    updated: env.now,
    doc: text,
    state: '{}',
  })
  return text
}
