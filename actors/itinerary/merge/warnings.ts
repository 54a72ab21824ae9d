/**
 * What the reader of a merged segment should know: sources that disagree, unknown codes, places and zones
 * (RULES 3.5.1).
 */
import { perType } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { PlaceFieldNames } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { WarningValue } from '../../../schemas/segment/warning.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { wallAt, wallDay, wallMinutes, wallText } from '../lib/local-time.js'
import { gdsMeaning } from '../statement/gds-status.js'
import { isByOtherClock } from '../match/other-clock.js'
import { areComparable, latestMoment } from '../statement/moment.js'
import type { Moment } from '../statement/moment.js'
import type { FieldValues } from '../statement/field-values.js'
import type { Statement } from '../statement/statement.js'
import type { MergedSegment, SegmentWarning } from './merged-segment.js'

/** What the warnings are made of. */
export type WarningSubject = Pick<
  MergedSegment,
  'type' | 'fields' | 'origins' | 'statement' | 'currentStatements' | 'statusConflict'
> & {
  /** Names of the fields that the member pinned. */
  pinned?: readonly string[]
}

/** What warns: each looks at one thing. */
const WARNINGS: ReadonlyArray<(merged: WarningSubject) => readonly SegmentWarning[]> = [
  statusConflicts,
  scheduleConflicts,
  statusWarnings,
  placeWarnings,
  codeConflicts,
  timeWarnings,
  missingWarnings,
]

export function mergeWarnings(merged: WarningSubject): SegmentWarning[] {
  const all: SegmentWarning[] = []
  for (const warningsOf of WARNINGS) for (const warning of warningsOf(merged)) all.push(warning)
  return all
}

/** What nearly every one of them answers. */
const NO_WARNINGS: readonly SegmentWarning[] = []

type End = 'start' | 'end'

const LEAST_CONFLICT = perType(({ leastConflict }) => leastConflict)
const DAY_MINUTES = 1440

/** RULES 4.2: one source still says Active and another has cancelled, whichever of the two counts. */
function statusConflicts({ statusConflict }: WarningSubject): readonly SegmentWarning[] {
  return statusConflict.length === 0
    ? NO_WARNINGS
    : [{ code: 'status_conflict', field: 'status', values: statusConflict.slice() }]
}

/**
 * RULES 3.5.1: sources that report a newer schedule than the winner, and differ from it by no less than what
 * counts for the type. An end that moves with its start is not a second conflict. An end that the member
 * pinned has its own warnings (RULES 3.5.5).
 */
function scheduleConflicts({
  type,
  currentStatements: [winner, ...others],
  pinned = [],
}: WarningSubject): readonly SegmentWarning[] {
  if (winner === undefined || others.length === 0) return NO_WARNINGS
  const byOtherClock = others.filter((other) => isByOtherClock(winner, other))
  const newer = others.filter((other) => other.statedAt > winner.statedAt || byOtherClock.includes(other))
  if (newer.length === 0) return NO_WARNINGS
  const shift = (other: Statement, end: End): number => shiftOf(type, winner[end], other[end])
  const isConflict = (minutes: number): boolean => Math.abs(minutes) >= LEAST_CONFLICT[type]
  const isPinned = (end: End): boolean => pinned.includes(SEGMENT_KINDS[type][end] ?? '')
  const movedWithStart = (other: Statement): boolean =>
    !isPinned('start') &&
    (byOtherClock.includes(other)
      ? isConflict(shift(other, 'start'))
      : shift(other, 'start') === shift(other, 'end'))
  return (['start', 'end'] as const).flatMap((end) => {
    const field = SEGMENT_KINDS[type][end]
    const differing = newer.filter((other) => {
      return isConflict(shift(other, end)) && (end === 'start' || !movedWithStart(other))
    })
    if (field === null || isPinned(end) || differing.length === 0) return []
    const values = [winner, ...differing].map((s) => ({
      source: s.raw.source,
      value: momentText(type, s[end]),
    }))
    const otherClocks = differing.filter((other) => byOtherClock.includes(other)).map(({ raw }) => raw.source)
    return { code: 'schedule_conflict', field, values, otherClocks }
  })
}

/** Minutes from one moment to another by their clocks, whole days if only days are known; 0 if one is not known. */
function shiftOf(type: SegmentType, a: Moment | null, b: Moment | null): number {
  if (a === null || b === null) return 0
  if (SEGMENT_KINDS[type].isByDays || !a.timed || !b.timed)
    return (wallDay(b.wall) - wallDay(a.wall)) * DAY_MINUTES
  return b.wall - a.wall
}

/** A local date-time; a date if that is all that is known. */
export function momentText(type: SegmentType, moment: Moment | null): string | null {
  if (moment === null) return null
  const text = wallText(moment.wall)
  return moment.timed && !SEGMENT_KINDS[type].isByDays ? text : text.slice(0, 10)
}

/** RULES 4: reservation codes that need attention. */
function statusWarnings({ currentStatements }: WarningSubject): readonly SegmentWarning[] {
  if (currentStatements.every(({ gdsStatus }) => gdsStatus === null)) return NO_WARNINGS
  return currentStatements.flatMap(({ raw, gdsStatus }) => {
    const code = gdsStatus === null ? null : gdsMeaning(gdsStatus).warning
    if (code === null) return []
    return { code, field: 'gds_status', values: [{ source: raw.source, value: gdsStatus }] }
  })
}

/** RULES N5: an airport code that everything else said of the place speaks against. */
function codeConflicts({ type, fields, origins, statement }: WarningSubject): readonly SegmentWarning[] {
  const { from, to } = SEGMENT_KINDS[type]
  if (statement.from?.contradicts === undefined && statement.to?.contradicts === undefined) return NO_WARNINGS
  return [
    { field: from.text, place: statement.from },
    { field: to?.text ?? null, place: statement.to },
  ].flatMap(({ field, place }) =>
    field === null || place?.contradicts === undefined
      ? []
      : { code: 'place_conflict', field, values: valueInUse(field, fields, origins) },
  )
}

/** RULES N5: a place that no source gave, or that is not in the reference data. */
function placeWarnings({ type, fields, origins, statement }: WarningSubject): readonly SegmentWarning[] {
  if (statement.from !== null && statement.to !== null) return NO_WARNINGS
  const { from, to, route } = SEGMENT_KINDS[type]
  const warnings: SegmentWarning[] = []
  if (statement.from === null) {
    const field = givenPlaceField(fields, from)
    warnings.push(
      field === null
        ? { code: 'place_missing', field: placeFieldNames(from)[0] ?? null, values: [] }
        : { code: 'place_unknown', field, values: valueInUse(field, fields, origins) },
    )
  }
  if (to !== null && statement.to === null && route !== null) {
    const field = givenPlaceField(fields, to) ?? to.text
    const values = field === null ? [] : valueInUse(field, fields, origins)
    warnings.push({ code: 'place_unknown', field, values })
  }
  return warnings
}

function placeFieldNames({ text, prefix }: PlaceFieldNames): string[] {
  const fields = [`${prefix}city_name`, `${prefix}city_code`, `${prefix}lat`]
  return text === null ? fields : [text, ...fields]
}

function givenPlaceField(fields: FieldValues, names: PlaceFieldNames): string | null {
  return placeFieldNames(names).find((name) => fields.get(name) !== undefined) ?? null
}

/** The value of a merged field with the source it came from; nothing if it is not set. */
function valueInUse(field: string, fields: FieldValues, origins: MergedSegment['origins']): WarningValue[] {
  const value = normaliseText(fields.get(field))
  return value === null ? [] : [{ source: origins.get(field)?.source ?? 'manual', value }]
}

/** Whether a segment of the type is expected to say with whom it is, its number, and when it ends. */
const EXPECTED = perType(({ fields }) => {
  const isExpected = (role: 'vendor' | 'number' | 'end'): boolean =>
    Object.values(fields).some((entry) => entry.role === role && entry.expected === true)
  return { vendor: isExpected('vendor'), number: isExpected('number'), end: isExpected('end') }
})

/** RULES 1: an airline, a number or an end that may be left out, but that the traveller needs. */
function missingWarnings({ type, statement }: WarningSubject): readonly SegmentWarning[] {
  const expected = EXPECTED[type]
  const hasNumber = statement.number !== null || !expected.number
  if (statement.vendor !== null && hasNumber && statement.end !== null) return NO_WARNINGS
  const { vendor, number, end } = SEGMENT_KINDS[type]
  const warnings: SegmentWarning[] = []
  if (expected.vendor && statement.vendor === null)
    warnings.push({ code: 'vendor_missing', field: vendor, values: [] })
  if (!hasNumber) warnings.push({ code: 'number_missing', field: number, values: [] })
  if (expected.end && statement.end === null) warnings.push({ code: 'end_missing', field: end, values: [] })
  return warnings
}

/** RULES N6: true if the end is not after the start; where a date alone is meant, if its day is over by then. */
function isBefore(end: Moment, start: Moment): boolean {
  return start.dateOnly || end.dateOnly
    ? latestMoment(end).instant < start.instant
    : end.instant <= start.instant
}

/** RULES N6: true for a time in the gap of spring, which no clock there shows. */
function isSkipped({ wall, instant, zone, timed }: Moment): boolean {
  return timed && zone !== null && wallAt(instant, zone) !== wall
}

/** RULES N6: a time that is skipped, an unknown zone, and an end that is not after the start. */
function timeWarnings({ type, fields, origins, statement }: WarningSubject): SegmentWarning[] {
  const { start, end } = statement
  const kind = SEGMENT_KINDS[type]
  const warnings: SegmentWarning[] = []
  if (start?.zone === null || end?.zone === null)
    warnings.push({
      code: 'zone_unknown',
      field: start?.zone === null ? kind.startZone : kind.endZone,
      values: [],
    })
  const isInDisorder = start !== null && end !== null && areComparable(start, end) && isBefore(end, start)
  if (isInDisorder && kind.end !== null && wallMinutes(fields.get(kind.end)) !== null)
    warnings.push({ code: 'date_order', field: kind.end, values: valueInUse(kind.end, fields, origins) })
  for (const [moment, field] of [
    [start, kind.start],
    [end, kind.end],
  ] as const)
    if (moment !== null && field !== null && isSkipped(moment))
      warnings.push({ code: 'time_skipped', field, values: valueInUse(field, fields, origins) })
  return warnings
}
