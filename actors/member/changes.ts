/** Single statements: written, put in the place of another, taken back (contract.md 2). */
import type { Id } from '../../schemas/ids.js'
import { clean } from '../../schemas/text.js'
import type { Raw } from '../itinerary/raw.js'
import { cancelsBooking, statementOf } from '../itinerary/statement.js'
import { dropStatement } from '../itinerary/statements.js'
import { findTrip } from './edits.js'
import type { Env } from './env.js'
import type { Item } from './item.js'
import type { MemberState } from './state.js'
import { asExpected, refuse, refuseMissing } from './step.js'
import type { Pending, Step } from './step.js'
import { enter, read, record } from './take.js'

/** An application changes what it submitted; a member's own statements may be changed by any of the member's applications. */
function mayChange(raw: Raw, client: string | undefined): boolean {
  return raw.source === 'manual' || raw.client === undefined || client === undefined || raw.client === client
}

/** What the application may change of a raw or merged segment, in order of arrival, and the segment; null, with a refusal, when there is nothing or it has changed. */
function changeable(
  state: MemberState,
  pending: Pending,
  name: Id,
): { item: Item | undefined; raws: Raw[] } | null {
  const raw = state.index.all.get(name)
  const item = state.items.get(raw === undefined ? name : (state.owner.get(name) ?? ''))
  const raws = raw !== undefined ? [raw] : (item?.raws ?? [])
  if (!asExpected(pending, item)) return null
  if (raws.length === 0) {
    refuseMissing(pending, 'segment', name)
    return null
  }
  const allowed = raws.filter((one) => mayChange(one, pending.message.envelope.client))
  if (allowed.length === 0) {
    refuse(pending, 'access_denied', 'The segment was submitted by another application.')
    return null
  }
  return { item, raws: allowed }
}

/** Forgets a raw; what is left of its segment is clustered again. */
function forget(state: MemberState, step: Step, raw: Raw, env: Env): void {
  dropStatement(state.index, raw, env.places)
  step.seeds.delete(raw)
  state.held.delete(raw.id)
  const owner = state.owner.get(raw.id)
  state.owner.delete(raw.id)
  const item = owner === undefined ? undefined : state.items.get(owner)
  if (item === undefined) return
  item.raws = item.raws.filter((other) => other !== raw)
  for (const other of item.raws) step.seeds.add(other)
  if (item.raws.length === 0) step.emptied.add(item)
  else step.stale.add(item)
}

/**
 * Takes a single statement in. `replaces` in its envelope names a raw or merged segment: it takes the place of the latest
 * statement there that the application may change, of its own source if there is one; without source it is of that one's.
 */
export function writeSegment(
  state: MemberState,
  step: Step,
  pending: Pending,
  body: unknown,
  env: Env,
): void {
  const { batch, first, replaces, pin } = pending.message.envelope
  const fields = record(body)
  const source = clean(fields?.source)
  const named = replaces === undefined ? null : changeable(state, pending, replaces)
  if (replaces !== undefined && named === null) return
  const replaced = named?.raws.findLast((raw) => raw.source === source) ?? named?.raws.at(-1)
  const trip = pin === undefined ? null : findTrip(state, pending, pin)
  if (pin !== undefined && trip === null) return
  const raw = read(
    state,
    pending,
    first ?? batch,
    replaced === undefined ? body : { ...fields, source: source ?? replaced.source },
  )
  if (raw === null) {
    refuse(pending, 'invalid_request', 'The segment could not be read.')
    return
  }
  pending.raws.push(raw.id)
  pending.by = raw.id
  const item = named?.item
  // Who reads a segment, changes it and puts it back names the trip that it is in; that alone is no word that it shall stay there.
  pending.pin =
    trip === null || (item?.tripId === trip.id && !state.constraints.pins.has(item.id)) ? null : trip.id
  if (replaced === undefined) enter(state, step, pending, raw, env)
  else if (cancelsBooking(statementOf(raw, env.places))) {
    // It says nothing of a leg that could stand in the place of what was said: that stays, and is cancelled where it is of this booking.
    enter(state, step, pending, raw, env)
    if (item !== undefined) {
      pending.resource = { kind: 'segment', id: item.id }
      pending.by = null
    }
  } else putInPlace(state, step, pending, { raw, replaced, item }, env)
}

/** Puts a statement in the place of another, so that its segment keeps its id. */
function putInPlace(
  state: MemberState,
  step: Step,
  pending: Pending,
  { raw, replaced, item }: { raw: Raw; replaced: Raw; item: Item | undefined },
  env: Env,
): void {
  forget(state, step, replaced, env)
  if (item !== undefined) {
    state.owner.set(raw.id, item.id)
    step.emptied.delete(item)
  }
  enter(state, step, pending, raw, env)
  // Where the two part, the id goes with the new one unless more speaks for the rest: it is clustered before it.
  for (const other of item?.raws ?? []) {
    step.seeds.delete(other)
    step.seeds.add(other)
  }
}

/** Takes back what the application has said of a raw or merged segment. */
export function withdraw(state: MemberState, step: Step, pending: Pending, id: unknown, env: Env): void {
  const named = changeable(state, pending, typeof id === 'string' || typeof id === 'number' ? String(id) : '')
  if (named === null) return
  const { item, raws } = named
  if (item !== undefined) pending.resource = { kind: 'segment', id: item.id }
  for (const r of raws) {
    forget(state, step, r, env)
    pending.raws.push(r.id)
  }
  step.regroup = true
}
