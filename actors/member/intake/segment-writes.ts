/** Single statements: written, replaced, withdrawn (contract.md 2). */
import type { Id } from '../../../schemas/base/ids.js'
import { isStatusSource } from '../../../schemas/itinerary/source-row.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import { haveSameValues } from '../../itinerary/statement/field-values.js'
import type { Fields, RawSegment, Withdrawn } from '../../itinerary/statement/raw-segment.js'
import { compareVersions, isBookingCancellation, statementOf } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState, TripState } from '../model.js'
import { findRawSegment } from '../segments/find-raw-segment.js'
import type { SegmentState } from '../segments/segment-state.js'
import { segmentsOfReport } from '../segments/status-reports.js'
import { addRawSegment, asRecord, readRawSegment } from './add-raw-segments.js'
import { isKeptCancellation, segmentOfBooking } from './booking-cancellations.js'
import { findTrip } from './edits/edit-targets.js'
import type { Intake } from './intake.js'
import { addEntryVersion } from './entry-versions.js'
import { isKeptReport } from './status-intake.js'
import { addRepeatsNaming, takeRepeats } from './repeats.js'
import { dropRawSegment, replacedIds, replaceStatement } from './replace-statement.js'
import { problemOf, withUnsentFields } from './partial-change.js'
import { matchesExpectedVersion, refuse, refuseNotFound } from './refusals.js'

/** What an application may change under one id. */
interface Changeable {
  segment: SegmentState | undefined
  /** At least one, in order of arrival. */
  raws: RawSegment[]
}

/**
 * Adds a single statement. `replaces` in its envelope names a raw or merged segment: the statement replaces
 * the latest one there that the application may change, preferably of its own source; if the body names no
 * source, it takes that one's. `partial` says that fields which are not in the body keep their value. `pin`
 * names a trip for the segment.
 */
export function writeSegment(intake: Intake, body: unknown): void {
  const { batch } = intake
  const { batch: batchId, first, replaces, pin } = batch.message.envelope
  const fields = asRecord(body) ?? {}
  const source = normaliseText(fields.source)
  const target = replaces === undefined ? undefined : findChangeable(intake, replaces)
  if (target === null) return
  const replaced = target?.raws.findLast((raw) => raw.source === source) ?? target?.raws.at(-1)
  const trip = pin === undefined ? undefined : findTrip(intake, pin)
  if (trip === null) return
  const statement = replaced === undefined ? fields : changedStatement(intake, replaced, fields)
  if (statement === null) return
  const origin =
    replaced === undefined
      ? undefined
      : { withdrawn: withdrawnBy(intake, replaced, fields), replaced: replacedIds(replaced) }
  const raw = readRawSegment(intake, first ?? batchId, statement, origin)
  if (raw === null) {
    refuse(batch, 'invalid_request', 'The segment could not be read.')
    return
  }
  batch.rawIds.push(raw.id)
  batch.writtenRawId = raw.id
  const segment = target?.segment
  batch.pinTo = pinFor(intake, trip, segment)
  if (replaced === undefined) {
    addEntryVersion(intake, takeRepeats(intake, [raw]))
    batch.writtenRawId = batch.repeats.get(raw.id) ?? raw.id
  } else putInPlace(intake, { raw, statement, replaced, segment })
}

interface Change {
  raw: RawSegment
  /** Its content as it was sent, completed. */
  statement: Fields
  replaced: RawSegment
  segment: SegmentState | undefined
}

/** Puts a changed statement in the place of the one that it replaces. */
function putInPlace(intake: Intake, { raw, statement, replaced, segment }: Change): void {
  const { batch, env, state } = intake
  const isNoStatement =
    isKeptCancellation(state, replaced, env) ||
    isKeptReport(state, replaced) ||
    isStatusSource(env.source(raw.source))
  if (isNoStatement) {
    dropRawSegment(intake, replaced)
    addRawSegment(intake, raw)
  } else if (isBookingCancellation(statementOf(raw, env.places))) {
    // It describes no leg, so it replaces nothing: the named statement stays, and is cancelled if it belongs
    // to that booking.
    addRawSegment(intake, readRawSegment(intake, raw.id, statement) as RawSegment)
    if (segment === undefined) return
    batch.resource = { kind: 'segment', id: segment.id }
    batch.writtenRawId = null
  } else if (segment !== undefined && isRepeat(raw, replaced, segment, env)) {
    batch.rawIds = [replaced.id]
    batch.writtenRawId = replaced.id
  } else replaceStatement(intake, raw, replaced, segment)
}

/** True if a PUT repeats the latest report of its source: it changes nothing, not even the raw id. */
function isRepeat(raw: RawSegment, replaced: RawSegment, { rawSegments }: SegmentState, env: Env): boolean {
  const isNewer = (other: RawSegment): boolean =>
    other.source === raw.source &&
    compareVersions(statementOf(other, env.places), statementOf(replaced, env.places)) > 0
  return (
    raw.source === replaced.source &&
    raw.type === replaced.type &&
    raw.client === replaced.client &&
    sameJson(raw.withdrawn ?? null, replaced.withdrawn ?? null) &&
    haveSameValues(raw.fields, replaced.fields) &&
    !rawSegments.some(isNewer)
  )
}

/**
 * The statement that takes the place of `replaced`; null, and the batch refused, if a partial change makes one
 * that is not valid.
 */
function changedStatement({ batch, env }: Intake, replaced: RawSegment, change: Fields): Fields | null {
  const source = normaliseText(change.source) ?? replaced.source
  if (batch.message.envelope.partial !== true) return { ...entryOf(replaced), ...change, source }
  const statement = { ...withUnsentFields(replaced, change), source }
  const problem = problemOf(statement, env.places)
  if (problem === null) return statement
  refuse(batch, 'invalid_request', problem)
  return null
}

/** A changed statement stays about the entry of its source, whose next version takes its place. */
function entryOf({ fields }: RawSegment): Fields {
  const [id, version] = [fields.get('entry_id'), fields.get('entry_version')]
  return {
    ...(id !== undefined && { entry_id: id }),
    ...(version !== undefined && { entry_version: version }),
  }
}

/**
 * RULES 3.5.2: what the new statement withdraws of earlier ones about the booking: all that it leaves out, or, if it
 * is a partial change, the fields that it empties.
 */
function withdrawnBy({ batch }: Intake, replaced: RawSegment, change: Fields): Withdrawn | undefined {
  if (batch.message.envelope.partial !== true || replaced.withdrawn === 'rest') return 'rest'
  const emptied = Object.keys(change).filter((name) => change[name] === null || change[name] === '')
  const names = [...new Set([...(replaced.withdrawn ?? []), ...emptied])]
  return names.length === 0 ? undefined : names
}

/**
 * The trip to pin a written segment to; null for none. A caller that reads a segment, changes it and writes
 * it back also sends the trip it is in: that alone does not ask for a pin.
 */
function pinFor(
  { state }: Intake,
  trip: TripState | undefined,
  segment: SegmentState | undefined,
): Id | null {
  if (trip === undefined) return null
  const isWrittenBack = segment?.tripId === trip.id && !state.constraints.pins.has(segment.id)
  return isWrittenBack ? null : trip.id
}

/** Withdraws what the application has submitted of a raw or merged segment. */
export function withdrawSegment(intake: Intake, id: unknown): void {
  const { batch } = intake
  const isId = typeof id === 'string' || typeof id === 'number'
  const target = findChangeable(intake, isId ? String(id) : '')
  if (target === null) return
  if (target.segment !== undefined) batch.resource = { kind: 'segment', id: target.segment.id }
  for (const raw of target.raws) {
    dropRawSegment(intake, raw)
    batch.rawIds.push(raw.id)
  }
}

/**
 * What the application may change of a raw or merged segment; null, and the batch refused, if there is
 * nothing or its version is outdated.
 */
function findChangeable(intake: Intake, id: Id): Changeable | null {
  const { state, batch, env } = intake
  addRepeatsNaming(intake, id)
  const raw = findRawSegment(state, id)
  const segment = raw === undefined ? state.segments.get(id) : segmentOf(state, raw, env)
  const raws = raw !== undefined ? [raw] : (segment?.rawSegments ?? [])
  if (!matchesExpectedVersion(batch, segment)) return null
  if (raws.length === 0) {
    refuseNotFound(batch, 'segment', id)
    return null
  }
  const allowed = raws.filter((one) => mayChange(one, batch.message.envelope.client))
  if (allowed.length > 0) return { segment, raws: allowed }
  refuse(batch, 'access_denied', 'The segment was submitted by another application.')
  return null
}

/** The segment that a raw segment is in, or is about. */
function segmentOf(state: MemberState, raw: RawSegment, env: Env): SegmentState | undefined {
  if (isKeptReport(state, raw)) return segmentsOfReport(state, raw, env.places)[0]
  if (isKeptCancellation(state, raw, env)) return segmentOfBooking(state, raw, env)
  return state.segments.get(state.segmentOf.get(raw.id) ?? '')
}

/**
 * An application may change what it submitted, and any of the member's applications what the member entered.
 */
function mayChange(raw: RawSegment, client: string | undefined): boolean {
  return raw.source === 'manual' || raw.client === undefined || client === undefined || raw.client === client
}
