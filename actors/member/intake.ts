/** Takes messages in: statements, withdrawals, edits, profile, accounts. Says what they touch; decides nothing about trips. */
import type { Edit } from '../../schemas/edit.js'
import { idPlus } from '../../schemas/ids.js'
import type { Id } from '../../schemas/ids.js'
import type { Incoming, RawOutcome } from '../../schemas/message.js'
import type { Raw } from '../itinerary/raw.js'
import { addStatement, dropStatement, emptyIndex } from '../itinerary/statements.js'
import { account } from './accounts.js'
import { edit } from './edits.js'
import type { Env } from './env.js'
import { setProfile } from './me.js'
import type { Item } from './item.js'
import type { MemberState } from './state.js'
import { refuse } from './step.js'
import type { Pending, Step } from './step.js'
import { concerned, record, sweep, take } from './take.js'

/** Forgets a raw; what is left of its segment is clustered again. */
function forget (state: MemberState, step: Step, raw: Raw, env: Env): void {
  dropStatement(state.index, raw, env.places)
  step.seeds.delete(raw)
  state.held.delete(raw.id)
  const owner = state.owner.get(raw.id)
  state.owner.delete(raw.id)
  const item = owner === undefined ? undefined : state.items.get(owner)
  if (item === undefined) return
  item.raws = item.raws.filter(other => other !== raw)
  for (const other of item.raws) step.seeds.add(other)
  if (item.raws.length === 0) step.emptied.add(item); else step.stale.add(item)
}

function withdraw (state: MemberState, step: Step, pending: Pending, id: unknown, client: string | undefined, env: Env): void {
  const name = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
  const raw = state.index.all.get(name)
  const item = state.items.get(raw === undefined ? name : state.owner.get(name) ?? '')
  const raws = raw !== undefined ? [raw] : item?.raws.slice() ?? []
  if (raws.length === 0) { refuse(pending, 'not_found', `There is no segment ${name}.`); return }
  const allowed = raws.filter(r => mayChange(r, client))
  if (allowed.length === 0) { refuse(pending, 'access_denied', 'The segment was submitted by another application.'); return }
  if (item !== undefined) pending.resource = { kind: 'segment', id: item.id }
  for (const r of allowed) { forget(state, step, r, env); pending.raws.push(r.id) }
  step.regroup = true
}

/** An application changes what it submitted; a member's own statements may be changed by any of the member's applications. */
export function mayChange (raw: Raw, client: string | undefined): boolean {
  return raw.source === 'manual' || raw.client === undefined || client === undefined || raw.client === client
}

/** Applies one message to the state. Never throws on odd content: what cannot be read is left out. */
export function intake (state: MemberState, step: Step, message: Incoming, env: Env): void {
  const { envelope, body } = message
  const pending: Pending = { message, raws: [], resource: null, refusal: null, by: null, pin: null, cancelled: new Map() }
  step.batches.push(pending)
  switch (envelope.kind) {
    case 'segments': {
      const content = record(body)
      const list = Array.isArray(content?.segments) ? content.segments as unknown[] : []
      const taken: Raw[] = []
      list.forEach((segment, i) => {
        const raw = take(state, step, pending, idPlus(envelope.first ?? envelope.batch, i), segment, env)
        if (raw !== null) taken.push(raw)
      })
      if (content?.mode === 'replace') sweep(state, step, taken, env)
      return
    }
    case 'segment': {
      const replaced = envelope.replaces === undefined ? undefined : state.index.all.get(envelope.replaces) ?? state.items.get(envelope.replaces)?.raws.filter(raw => mayChange(raw, envelope.client)).at(-1)
      if (replaced !== undefined && !mayChange(replaced, envelope.client)) { refuse(pending, 'access_denied', 'The segment was submitted by another application.'); return }
      if (envelope.replaces !== undefined && replaced === undefined) { refuse(pending, 'not_found', `There is no segment ${envelope.replaces}.`); return }
      if (envelope.pin !== undefined && state.trips.get(envelope.pin) === undefined) { refuse(pending, 'not_found', `There is no trip ${envelope.pin}.`); return }
      const id = envelope.first ?? envelope.batch
      let beside: Raw[] = []
      if (replaced !== undefined) {
        const owner = state.owner.get(replaced.id)
        const item = owner === undefined ? undefined : state.items.get(owner)
        forget(state, step, replaced, env)
        // The new statement takes the place of the old one, so that its segment keeps its id.
        if (item !== undefined) { state.owner.set(id, item.id); step.emptied.delete(item); beside = item.raws }
      }
      const raw = take(state, step, pending, id, body, env)
      // Where the two part, the id goes with the new one unless more speaks for the rest: it is clustered before it.
      for (const other of beside) { step.seeds.delete(other); step.seeds.add(other) }
      if (raw === null) { refuse(pending, 'invalid_request', 'The segment could not be read.'); return }
      pending.by = id
      pending.pin = envelope.pin ?? null
      return
    }
    case 'withdraw': { withdraw(state, step, pending, record(body)?.id, envelope.client, env); return }
    case 'edit': { edit(state, step, pending, body as Edit, env); return }
    case 'profile': { setProfile(state, step, pending, record(body) ?? {}, env); return }
    case 'account': { account(state, step, pending, record(body) ?? {}, env); return }
    case 'refold': {
      // What the index was made from may have been stored under other rules.
      const raws = [...state.index.all.values()]
      state.index = emptyIndex()
      for (const raw of raws) { addStatement(state.index, raw, env.places); step.seeds.add(raw) }
      step.regroup = true
    }
  }
}

/** The answer for every raw of a batch, once the fold is done. */
export function outcomes (state: MemberState, pending: Pending, created: ReadonlySet<Item>, changed: ReadonlySet<Id>): RawOutcome[] {
  const fresh = new Set<Item>()
  return pending.raws.map(id => {
    const owner = state.owner.get(id) ?? concerned(state, pending, id)
    const item = owner === null ? undefined : state.items.get(owner)
    const base = { _id: Number(id), segment_id: item?.id ?? null, trip_id: item?.tripId ?? null }
    if (item === undefined) return { ...base, action: state.held.has(id) || pending.cancelled.has(id) ? 'held' as const : 'unchanged' as const }
    if (created.has(item) && !fresh.has(item)) { fresh.add(item); return { ...base, action: 'created' as const } }
    if (item.status === 'Cancelled' && changed.has(item.id)) return { ...base, action: 'cancelled' as const }
    if (!changed.has(item.id)) return { ...base, action: 'unchanged' as const }
    const alone = item.raws.length > 1 && item.raws.every(raw => raw.source === item.raws[0]?.source)
    return { ...base, action: alone ? 'updated' as const : 'merged' as const }
  })
}
