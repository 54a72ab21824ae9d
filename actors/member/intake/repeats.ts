/**
 * RULES 3.2: a statement that repeats the newest version of its source is not a new version. Only its id, the id that
 * it repeats and its time are stored; it is not clustered, merged, rendered or written. If something that belongs
 * before it arrives later, it is added as a statement after all.
 */
import type { Id } from '../../../schemas/base/ids.js'
import { locatorKey, normaliseLocator } from '../../../schemas/base/locator.js'
import { MANY_REPEATS, MAX_REPEATS } from '../../../schemas/itinerary/itinerary-limits.js'
import { isStatusSource } from '../../../schemas/itinerary/source-row.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { wallDay, wallMinutes } from '../../itinerary/lib/local-time.js'
import { haveSameValues } from '../../itinerary/statement/field-values.js'
import { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { addStatement, startingOn, statementsUnder } from '../../itinerary/statement/statement-index.js'
import { isBookingCancellation, statementOf } from '../../itinerary/statement/statement.js'
import type { MemberState, Repeat } from '../model.js'
import { bookingOf } from './booking-cancellations.js'
import type { Intake } from './intake.js'

/**
 * Notes the raw segments of a message that only repeat, and returns the others. Those of one type and source all
 * repeat, or none does (3.2).
 */
export function takeRepeats(intake: Intake, raws: readonly RawSegment[]): RawSegment[] {
  const groupOf = ({ source, type }: RawSegment): string => `${type} ${source}`
  const changed = new Set<string>()
  const repeated = new Map<RawSegment, RawSegment>()
  for (const raw of raws) {
    if (changed.has(groupOf(raw))) continue
    const kept = saidBefore(intake, raw)
    if (kept !== undefined && isLatest(intake, kept)) repeated.set(raw, kept)
    else changed.add(groupOf(raw))
  }
  for (const [raw, kept] of repeated)
    if (changed.has(groupOf(raw))) repeated.delete(raw)
    else note(intake, raw, kept)
  forgetExcess(intake)
  return raws.filter((raw) => !repeated.has(raw))
}

/** The newest statement that says the same for the same application. */
function saidBefore({ state, effects, env }: Intake, raw: RawSegment): RawSegment | undefined {
  const { source, type, client, receivedAt, fields } = raw
  if (fields.get('entry_id') !== undefined || isStatusSource(env.source(source))) return undefined
  for (const other of effects.toCluster) if (other.source === source && other.type === type) return undefined
  let newest: RawSegment | undefined
  for (const kept of sameLegs(state, raw))
    if (
      kept.source === source &&
      kept.client === client &&
      kept.withdrawn === undefined &&
      kept.receivedAt <= receivedAt &&
      kept.receivedAt > (newest?.receivedAt ?? -Infinity) &&
      haveSameValues(kept.fields, fields)
    )
      newest = kept
  return newest
}

function sameLegs({ index }: MemberState, { type, fields }: RawSegment): readonly RawSegment[] {
  const locator = normaliseLocator(fields.get('confirmation_no'))
  if (locator !== null) return statementsUnder(index, type, locatorKey(locator))
  const start = wallMinutes(fields.get(SEGMENT_KINDS[type].start))
  return start === null ? [] : startingOn(index, type, wallDay(start))
}

/** True if its source has since neither reported on its segment, nor cancelled or replaced its booking. */
function isLatest({ state, env }: Pick<Intake, 'state' | 'env'>, kept: RawSegment): boolean {
  const segment = state.segments.get(state.segmentOf.get(kept.id) ?? '')
  const { statedAt, locatorKey: key } = statementOf(kept, env.places)
  if (segment === undefined) return false
  for (const other of segment.rawSegments) {
    if (other === kept || other.source !== kept.source) continue
    const statement = statementOf(other, env.places)
    if (statement.statedAt >= statedAt && !haveSameValues(other.fields, kept.fields)) return false
    if (key === null && statement.locatorKey !== null) return false
  }
  const booking = bookingOf(kept, env.places)
  const cancellations = state.bookingCancellations.get(booking) ?? []
  if (cancellations.some((raw) => statementOf(raw, env.places).statedAt >= statedAt)) return false
  return (state.replacedBookings.get(booking)?.at ?? 0) <= kept.receivedAt
}

function note({ state: { repeats }, batch, env }: Intake, raw: RawSegment, kept: RawSegment): void {
  batch.repeats.set(raw.id, kept.id)
  const [first, keptFirst, at] = [Number(raw.id), Number(kept.id), raw.receivedAt]
  const { statedAt } = statementOf(kept, env.places)
  const stated = statedAt === kept.receivedAt ? at : statedAt
  const last = repeats.at(-1)
  const goesOn =
    last !== undefined &&
    last.at === at &&
    last.stated === stated &&
    first === last.first + last.count &&
    keptFirst === last.kept + last.count
  if (goesOn) last.count++
  else repeats.push({ first, kept: keptFirst, count: 1, at, stated })
}

function keptOf({ index }: MemberState, { kept, count }: Repeat): Array<RawSegment | undefined> {
  return Array.from({ length: count }, (_, i) => index.all.get(String(kept + i)))
}

/** Keeps the number of runs within the bounds of RULES 2.3. */
function forgetExcess(intake: Intake): void {
  const { state } = intake
  if (state.repeats.length <= MANY_REPEATS) return
  const outdated = new Set(outdatedRuns(state).slice(0, state.repeats.length - MANY_REPEATS))
  state.repeats = state.repeats.filter((one) => !outdated.has(one))
  while (state.repeats.length > MAX_REPEATS) addMessagesOf(intake, state.repeats.slice(0, 1))
}

/** The runs, oldest first, whose every repeated raw segment is gone or repeated again by a later run. */
function outdatedRuns({ index, repeats }: MemberState): Repeat[] {
  const repeatedLater = new Set<number>()
  const outdated: Repeat[] = []
  for (const one of repeats.toReversed()) {
    let isNeeded = false
    for (let id = one.kept; id < one.kept + one.count; id++) {
      if (repeatedLater.has(id)) continue
      repeatedLater.add(id)
      isNeeded ||= index.all.has(String(id))
    }
    if (!isNeeded) outdated.unshift(one)
  }
  return outdated
}

/** Before a raw segment is added: adds the repeats of its source with its stamp or a later one as statements. */
export function addRepeatsSince(intake: Intake, raw: RawSegment): void {
  const { state, env } = intake
  if (state.repeats.length === 0) return
  const statement = statementOf(raw, env.places)
  const ofAllTypes = isBookingCancellation(statement)
  addRepeatsOf(
    intake,
    ({ stated }) => stated >= statement.statedAt,
    ({ source, type }) => source === raw.source && (ofAllTypes || type === raw.type),
  )
}

/** The same before a batch in mode `replace`, which does not remove what was repeated later (RULES 3.2). */
export function addRepeatsOfSources(intake: Intake, raws: readonly RawSegment[]): void {
  const sources = new Set(raws.map(({ source }) => source))
  const { received } = intake.batch.message.envelope
  addRepeatsOf(
    intake,
    ({ at }) => at >= received,
    ({ source }) => sources.has(source),
  )
}

/**
 * Before a PUT or DELETE of a raw segment, which changes that one alone: if it repeats another one, or others repeat
 * it, adds the repeats as statements.
 */
export function addRepeatsNaming(intake: Intake, id: Id): void {
  const isAmong = (first: number, count: number): boolean => Number(id) >= first && Number(id) < first + count
  const isMeant = ({ first, kept, count }: Repeat): boolean => isAmong(first, count) || isAmong(kept, count)
  addMessagesOf(intake, intake.state.repeats.filter(isMeant))
}

/** Nearly always no run is of the time that is meant, so that is asked first. */
function addRepeatsOf(
  intake: Intake,
  isOfTime: (one: Repeat) => boolean,
  isMeant: (kept: RawSegment) => boolean,
): void {
  const { state } = intake
  const ofTime = state.repeats.filter(isOfTime)
  addMessagesOf(
    intake,
    ofTime.filter((one) => keptOf(state, one).some((kept) => kept !== undefined && isMeant(kept))),
  )
}

/** Adds every repeat of the messages that these runs come from: statements of one message are never versions of one entry (3.2). */
function addMessagesOf(intake: Intake, runs: readonly Repeat[]): void {
  if (runs.length === 0) return
  const times = new Set(runs.map(({ at }) => at))
  for (const one of intake.state.repeats.filter(({ at }) => times.has(at))) addRepeat(intake, one)
}

function addRepeat({ state, effects, env }: Intake, one: Repeat): void {
  state.repeats.splice(state.repeats.indexOf(one), 1)
  for (const [i, kept] of keptOf(state, one).entries()) {
    if (kept === undefined) continue
    const { type, source, client, fields } = kept
    const raw = new RawSegment(
      { id: String(one.first + i), type, source, client, receivedAt: one.at },
      fields,
    )
    addStatement(state.index, raw, env.places)
    effects.toCluster.add(raw)
    // Its segment goes on if the one that it repeats is withdrawn.
    const segment = state.segmentOf.get(kept.id)
    if (segment !== undefined) state.segmentOf.set(raw.id, segment)
  }
}
