/** One step of one member (itinerary.md 7): messages in, rows and events out. */
import type { Folded } from '../../schemas/folded.js'
import type { Id } from '../../schemas/ids.js'
import type { Incoming } from '../../schemas/message.js'
import type { Env } from './env.js'
import { rebookings } from './links.js'
import { eventsOf } from './events.js'
import { intake, outcomes } from './intake.js'
import { forgetAlike, remerge, resolve } from './items.js'
import { joined, partsOf } from './parts.js'
import { homesOf } from './profile.js'
import { setLeg } from './legs.js'
import { regroup } from './regroup.js'
import { headOf } from './rows.js'
import type { Item } from './item.js'
import type { MemberState } from './state.js'
import { emptyStep } from './step.js'
import { concerned } from './take.js'
import { write } from './write.js'

/**
 * One step of one member: everything queued for it, folded at once, or in parts (parts.ts) (itinerary.md 7). Pure but for
 * reusing `state`, which must not be touched again. Messages with `seq <= state.lastSeq` are left out by the caller.
 */
export function decide(
  state: MemberState,
  messages: Incoming[],
  env: Env,
): { state: MemberState; folded: Folded } {
  return {
    state,
    folded: partsOf(messages)
      .map((part) => fold(state, part, env))
      .reduce(joined),
  }
}

function fold(state: MemberState, messages: Incoming[], env: Env): Folded {
  const step = emptyStep()
  for (const message of messages) intake(state, step, message, env)
  const resolved = resolve(state, step.seeds, env, step.regroup)
  for (const item of step.stale)
    if (item.raws.length > 0 && !resolved.merged.has(item)) {
      remerge(state, item, env)
      resolved.changed.add(item)
    }
  for (const [item, into] of resolved.lost) retire(state, item, 'Merged', into)
  for (const item of new Set([...resolved.emptied, ...step.emptied]))
    if (item.raws.length === 0) retire(state, item, 'Deleted', null)
  for (const pending of step.batches) {
    if (pending.by === null) continue
    const owner = state.owner.get(pending.by)
    const id = owner ?? concerned(state, pending, pending.by)
    if (id !== null) pending.resource = { kind: 'segment', id }
    if (owner !== undefined && pending.pin !== null) state.constraints.pins.set(owner, pending.pin)
  }
  const gone = new Set<Item>(
    [...resolved.lost.keys(), ...resolved.emptied, ...step.emptied].filter((item) => item.raws.length === 0),
  )
  rebookings(state, resolved.changed, gone, env)
  forgetAlike(state, gone, resolved.changed)
  const homes = homesOf(state, env)
  const regrouped = regroup(
    state,
    homes,
    env,
    step.regroup,
    [
      ...gone,
      ...step.batches.flatMap((p) =>
        p.pin === null || p.by === null ? [] : [state.items.get(state.owner.get(p.by) ?? '')],
      ),
    ].flatMap((item) => (item === undefined ? [] : [item.id])),
  )
  for (const item of gone) item.tripId = null
  for (const trip of step.trips) regrouped.touched.add(trip)
  for (const [other, into] of step.merged) regrouped.merged.set(other, into)
  const { segments, trips, changes, visible } = write(
    state,
    resolved.changed,
    gone,
    regrouped,
    step.said,
    homes,
    env,
  )
  const batches = step.batches.map((pending) => ({
    id: pending.message.envelope.batch,
    seq: pending.message.seq,
    status: pending.refusal === null ? ('processed' as const) : ('failed' as const),
    results: outcomes(state, pending, resolved.created, visible),
    resource: pending.resource,
    refusal: pending.refusal,
  }))
  for (const batch of batches) {
    changes.push({
      type: 'batch.processed',
      resource: batch.id,
      object: { id: batch.id, batch_id: batch.id, status: batch.status, results: batch.results },
      was: null,
      material: false,
    })
  }
  const events = eventsOf(
    state,
    [
      ...changes.filter((c) => c.type !== 'batch.processed'),
      ...step.others,
      ...changes.filter((c) => c.type === 'batch.processed'),
    ],
    env.now,
  )
  state.lastSeq = messages.at(-1)?.seq ?? state.lastSeq
  return {
    member: state.id,
    profile: step.profile ? JSON.stringify(state.profile) : null,
    head: JSON.stringify(headOf(state)),
    sequence: state.sequence,
    lastSeq: state.lastSeq,
    segments,
    trips,
    accounts: step.accounts,
    events,
    batches,
  }
}

function retire(state: MemberState, item: Item, status: 'Merged' | 'Deleted', into: Id | null): void {
  item.status = status
  item.mergedInto = into
  setLeg(state, item, null)
  item.merged = null
}
