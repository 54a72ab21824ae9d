/**
 * Ids of members, trips, segments, raw segments, batches, accounts and callbacks (contract.md 1): decimal
 * strings, time-ordered, below 2^53, never reused.
 *
 * Layout, high to low: 38 bits of 4 ms ticks since 2026-01-01T00:00Z (until 2060), 6 bits of slot, 9 bits of
 * counter. A slot is leased by one process at a time (db/ingress/id-slots.ts), which may only use ticks that it
 * has reserved and no former lessee had, so two processes never create the same id.
 */
export type Id = string

export const ID_EPOCH_MS = Date.UTC(2026, 0, 1)
export const ID_TICK_MS = 4
export const ID_SLOTS = 64
const IDS_PER_TICK = 512
const PER_TICK_ALL = ID_SLOTS * IDS_PER_TICK

/** How far the generator may run ahead of the clock in a burst before it throws. */
export const MAX_LEAD_MS = 2_000

export interface IdGenerator {
  /** The next id. */
  next: () => Id
  /** The first of `count` consecutive ids (1 to 512), for the raw segments of one batch. */
  block: (count: number) => Id
}

export interface SlotGenerator extends IdGenerator {
  /** The last tick used; before the first id, the one to begin after. */
  lastTick: () => number
  /** Allows ticks up to `horizon`. */
  extend: (horizon: number) => void
}

/** Which ticks of its slot a generator may use. */
export interface TickRange {
  /** The ids of former lessees may hold this tick and earlier ones. */
  after: number
  horizon: number
}

/** The tick of an instant in epoch milliseconds. */
export function tickAt(instant: number): number {
  return Math.floor((instant - ID_EPOCH_MS) / ID_TICK_MS)
}

/** When a tick begins: epoch milliseconds. */
export function tickTime(tick: number): number {
  return tick * ID_TICK_MS + ID_EPOCH_MS
}

/**
 * Creates the ids of one slot.
 * @param now epoch milliseconds; if the clock is set back, however far, or begins before `after`, ids continue from
 *   the last tick used
 * @throws {IdsUnavailableError} from its methods, when more than two seconds' worth of ids was taken in advance, or
 *   all ticks up to the horizon are used
 */
export function idGenerator(
  slot: number,
  now: () => number,
  { after, horizon }: TickRange = { after: -1, horizon: Infinity },
): SlotGenerator {
  if (!Number.isInteger(slot) || slot < 0 || slot >= ID_SLOTS)
    throw new RangeError(`id slot ${slot} is not within 0..${ID_SLOTS - 1}`)
  let limit = horizon
  let tick = after
  let used = IDS_PER_TICK
  let last = tickTime(after)
  /** How far the clock was set back and has not caught up since. */
  let back = 0
  const take = (count: number): number => {
    const wall = now()
    if (wall < last) back += last - wall
    last = wall
    // Never beyond the last tick used: the clock catches up while that one is not full.
    back = Math.max(0, Math.min(back, tickTime(tick) - wall))
    const clock = tickAt(wall + back)
    let [at, first] = clock > tick ? [clock, 0] : [tick, used]
    if (first + count > IDS_PER_TICK) [at, first] = [at + 1, 0]
    if (at > limit || (at - clock) * ID_TICK_MS > MAX_LEAD_MS) throw new IdsUnavailableError('ids_exhausted')
    tick = at
    used = first + count
    return at * PER_TICK_ALL + slot * IDS_PER_TICK + first
  }
  return {
    next: () => String(take(1)),
    block: (count) => {
      if (!Number.isInteger(count) || count < 1 || count > IDS_PER_TICK)
        throw new RangeError(`a block holds 1 to ${IDS_PER_TICK} ids`)
      return String(take(count))
    },
    lastTick: () => tick,
    extend: (horizon) => {
      limit = Math.max(limit, horizon)
    },
  }
}

const UNAVAILABLE = {
  ids_exhausted: 'ids are requested faster than they can be created',
  ids_paused: 'no id can be created until this process has an id slot',
}

/** No id can be created now. This says nothing about the request, which may be repeated unchanged. */
export class IdsUnavailableError extends Error {
  readonly code: keyof typeof UNAVAILABLE
  constructor(code: keyof typeof UNAVAILABLE, message = UNAVAILABLE[code]) {
    super(message)
    this.code = code
  }
}

/** When an id was created: epoch milliseconds, to 4 ms. */
export function idTime(id: Id): number {
  return tickTime(Math.floor(Number(id) / PER_TICK_ALL))
}

/** Every id created before that instant (epoch milliseconds) is below this number; negative before 2026. */
export function firstIdAfter(instant: number): number {
  return Math.ceil((instant - ID_EPOCH_MS) / ID_TICK_MS) * PER_TICK_ALL
}

/** True for the form of an id: 1 to 16 digits, no leading zero, below 2^53. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER
}

/** The id `offset` places after `id`, within its block. */
export function idPlus(id: Id, offset: number): Id {
  return String(Number(id) + offset)
}
