/** Takes statements in: new ones, and cancellations of whole bookings. Decides nothing about segments or trips. */
import type { Id } from '../../schemas/ids.js'
import { SEGMENT_TYPES } from '../itinerary/kinds.js'
import { rawOf } from '../itinerary/raw.js'
import type { Fields, Raw } from '../itinerary/raw.js'
import { cancelsBooking, statementOf } from '../itinerary/statement.js'
import { addStatement, ofBooking } from '../itinerary/statements.js'
import type { Env } from './env.js'
import type { MemberState } from './state.js'
import type { Pending, Step } from './step.js'

/** The value as an object with fields; null for anything else that JSON can be. */
export function record(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** The raw segment that a message's body is, under this id; null for one that cannot be read or is here already. */
export function read(state: MemberState, pending: Pending, id: Id, body: unknown): Raw | null {
  const fields = record(body)
  const { received, client } = pending.message.envelope
  const raw = fields === null ? null : rawOf(id, received, fields, client)
  return raw === null || state.index.all.has(id) ? null : raw
}

/** Works a raw segment in. */
export function enter(state: MemberState, step: Step, pending: Pending, raw: Raw, env: Env): void {
  if (cancelsBooking(statementOf(raw, env.places)))
    pending.cancelled.set(raw.id, sweep(state, step, [raw], env))
  else {
    addStatement(state.index, raw, env.places)
    step.seeds.add(raw)
  }
}

/** Takes one of the raw segments of a message; null when there is nothing to take. */
export function take(
  state: MemberState,
  step: Step,
  pending: Pending,
  id: Id,
  body: unknown,
  env: Env,
): Raw | null {
  pending.raws.push(id)
  const raw = read(state, pending, id, body)
  if (raw !== null) enter(state, step, pending, raw, env)
  return raw
}

/**
 * What a source has said before of the bookings of `raws` is cancelled by it: legs that a batch in mode `replace` leaves out,
 * and the whole of a booking that is cancelled by its locator alone (itinerary.md 4.3). Answers the statements concerned.
 */
export function sweep(state: MemberState, step: Step, raws: Raw[], env: Env, replacing = false): Raw[] {
  const hit: Raw[] = []
  for (const raw of raws) {
    const { key, made, start, end } = statementOf(raw, env.places)
    if (key === null) continue
    const name = `${raw.source}#${key}`
    if (replacing) {
      const held = state.replaced.get(name)
      const beside = held?.at === raw.at ? held : undefined
      if (held === undefined || held.at <= raw.at) {
        state.replaced.set(name, {
          at: raw.at,
          made: Math.max(made, beside?.made ?? made),
          until: Math.max((end ?? start)?.at ?? 0, beside?.until ?? 0),
        })
      }
    } else if ((state.sweeps.get(name) ?? 0) < made) state.sweeps.set(name, made)
    for (const type of SEGMENT_TYPES) {
      for (const other of ofBooking(state.index, type, raw.source, key)) {
        const owner = state.owner.get(other.id)
        const item = owner === undefined ? undefined : state.items.get(owner)
        if (item !== undefined) step.stale.add(item)
        hit.push(other)
      }
    }
  }
  return hit
}

/** The segment that a message's cancellation of a booking concerns, once the step is resolved: the oldest, so that it is the same one however the member came into memory. */
export function concerned(state: MemberState, pending: Pending, id: Id): Id | null {
  const owners = (pending.cancelled.get(id) ?? []).flatMap((raw) => state.owner.get(raw.id) ?? [])
  return owners.length === 0 ? null : String(Math.min(...owners.map(Number)))
}
