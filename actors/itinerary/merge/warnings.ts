/**
 * What the reader of a merged segment should know: sources that disagree, unknown codes, places and zones.
 */
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { wallDay, wallMinutes, wallText } from '../lib/local-time.js'
import { gdsMeaning } from '../statement/gds-status.js'
import { areComparable } from '../statement/moment.js'
import type { Moment } from '../statement/moment.js'
import type { Fields } from '../statement/raw-segment.js'
import type { Statement } from '../statement/statement.js'
import type { MergedSegment, SegmentWarning } from './merged-segment.js'

/** What the warnings are made of. */
export type WarningSubject = Pick<MergedSegment, 'type' | 'fields' | 'statement' | 'currentStatements'>

interface SourceTable {
  source: (id: string) => SourceRow | undefined
}

export function mergeWarnings(merged: WarningSubject, env: SourceTable): SegmentWarning[] {
  return [
    ...scheduleConflicts(merged, env),
    ...statusWarnings(merged, env),
    ...placeWarnings(merged),
    ...timeWarnings(merged),
  ]
}

function nameOf(s: Statement, env: SourceTable): string {
  return env.source(s.raw.source)?.name ?? s.raw.source
}

/** RULES 3.5: a source that reports a newer, different schedule than the winner is not lost. */
function scheduleConflicts(
  { type, currentStatements: [winner, ...others] }: WarningSubject,
  env: SourceTable,
): SegmentWarning[] {
  if (winner === undefined) return []
  const kind = SEGMENT_KINDS[type]
  return others.flatMap((other) => {
    const end = conflictingEnd(winner, other)
    if (end === null) return []
    const label = endLabel((end === 'start' ? kind.start : kind.end) ?? '')
    const [here, there] = timeTexts(winner[end] as Moment, other[end] as Moment)
    const winnerName = nameOf(winner, env)
    return {
      code: 'schedule_conflict',
      description:
        `${nameOf(other, env)} shows ${label} at ${there}; ${winnerName} shows ${here}. ` +
        `Using ${winnerName}.`,
    }
  })
}

/** The end at which a newer statement has another known time; null if there is none. */
function conflictingEnd(winner: Statement, other: Statement): 'start' | 'end' | null {
  if (other.statedAt <= winner.statedAt || !areTimed(winner.start, other.start)) return null
  if (other.start?.wall !== winner.start?.wall) return 'start'
  return areTimed(winner.end, other.end) && other.end?.wall !== winner.end?.wall ? 'end' : null
}

function areTimed(a: Moment | null, b: Moment | null): boolean {
  return a !== null && b !== null && a.timed && b.timed
}

const END_LABELS: Record<string, string> = {
  checkin: 'check-in',
  checkout: 'check-out',
  pickup: 'pick-up',
  dropoff: 'drop-off',
  embark: 'embarkation',
  disembark: 'disembarkation',
}

/** `arrival` for `arrival_datetime`. */
function endLabel(field: string): string {
  const stem = field.replace(/_(?:datetime|date)$/, '')
  return END_LABELS[stem] ?? stem
}

/** Both times as `HH:MM`, with their dates if these differ. */
function timeTexts(a: Moment, b: Moment): [string, string] {
  const isOneDay = wallDay(a.wall) === wallDay(b.wall)
  const text = ({ wall }: Moment): string => {
    const [date, time = ''] = wallText(wall).split('T')
    return isOneDay ? time.slice(0, 5) : `${date} ${time.slice(0, 5)}`
  }
  return [text(a), text(b)]
}

/** RULES 4: reservation codes that need attention. */
function statusWarnings({ currentStatements }: WarningSubject, env: SourceTable): SegmentWarning[] {
  return currentStatements.flatMap((s) => {
    const warning = s.gdsStatus === null ? null : gdsMeaning(s.gdsStatus).warning
    if (warning === null) return []
    const description =
      warning === 'no_show'
        ? `${nameOf(s, env)} reports that the traveller did not show up.`
        : `${nameOf(s, env)} sent the unknown status code ${s.gdsStatus}.`
    return { code: warning, description }
  })
}

/** RULES N5: a place that no source gave, or that is not in the reference data. */
function placeWarnings({ type, fields, statement }: WarningSubject): SegmentWarning[] {
  const kind = SEGMENT_KINDS[type]
  const warnings: SegmentWarning[] = []
  if (statement.from === null)
    warnings.push(
      isPlaceGiven(fields, kind.from.prefix, kind.from.text)
        ? { code: 'place_unknown', description: 'The place is not in the reference data.' }
        : { code: 'place_missing', description: 'No source gave the place.' },
    )
  if (kind.to !== null && statement.to === null && (type === 'Air' || type === 'Rail'))
    warnings.push({ code: 'place_unknown', description: 'The destination is not in the reference data.' })
  return warnings
}

function isPlaceGiven(fields: Fields, prefix: string, text: string | null): boolean {
  const names = [text ?? '', `${prefix}city_name`, `${prefix}city_code`, `${prefix}lat`]
  return names.some((name) => fields[name] !== undefined)
}

/** RULES N6: an unknown zone, and an end that is not after the start. */
function timeWarnings({ type, fields, statement: { start, end } }: WarningSubject): SegmentWarning[] {
  const warnings: SegmentWarning[] = []
  if (start?.zone === null || end?.zone === null)
    warnings.push({
      code: 'zone_unknown',
      description: 'The time zone is unknown; the local time is kept as submitted.',
    })
  const endField = SEGMENT_KINDS[type].end
  const isInDisorder =
    start !== null && end !== null && areComparable(start, end) && end.instant <= start.instant
  if (isInDisorder && endField !== null && wallMinutes(fields[endField]) !== null)
    warnings.push({ code: 'date_order', description: 'The end is not after the start.' })
  return warnings
}
