/** RULES 3.5.1: the warnings that documents of segments and trips show. */
import { MAX_TRIP_WARNINGS } from '../../../schemas/itinerary/itinerary-limits.js'
import type { SegmentWarning as ShownWarning, TripWarning } from '../../../schemas/segment/warning.js'
import { segmentPhrase } from '../../itinerary/merge/segment-phrase.js'
import { aboutSegment, warningSentence } from '../../itinerary/merge/warning-sentences.js'
import { cityNameIn } from '../../itinerary/naming/city-exonyms.js'
import type { Language } from '../../itinerary/naming/language.js'
import type { Homes } from '../../itinerary/places/home.js'
import type { Env } from '../env.js'
import type { TripState } from '../model.js'
import { segmentEnds } from '../segments/segment-ends.js'
import type { SegmentState } from '../segments/segment-state.js'
import { implausibilities } from './implausibilities.js'

type SourceNames = Pick<Env, 'source'>

/** The warnings of a segment, each in a sentence and with the values it is about. */
export function segmentWarnings(segment: SegmentState, language: Language, env: SourceNames): ShownWarning[] {
  const { merged } = segment
  if (merged === null || merged.warnings.length === 0) return []
  const phrase = segmentPhrase(merged, cityOfEnd(segment, language))
  const sourceName = (id: string): string =>
    env.source(id)?.name ?? (id === 'manual' ? 'the member' : 'a source')
  return merged.warnings.map((warning) => ({
    code: warning.code,
    description: warningSentence(phrase, { warning, merged, sourceName }),
    field: warning.field,
    values: warning.values,
  }))
}

/**
 * The warnings of a trip: those of its live segments, and those of the trip as a whole. Without homes, none that the
 * itinerary is impossible (RULES 5.17).
 */
export function tripWarnings(
  live: readonly SegmentState[],
  trip: TripState,
  language: Language,
  env: SourceNames,
  homes: Homes | null,
): TripWarning[] {
  const warnings: TripWarning[] = live.flatMap((segment) => [
    ...segmentWarnings(segment, language, env).map((warning) => ({ ...warning, segment_ids: [segment.id] })),
    ...conflictWarnings(segment, language),
  ])
  if (trip.overlaps.length > 0)
    warnings.push({
      code: 'overlap',
      description: 'Another trip takes place at the same time.',
      field: null,
      values: [],
      segment_ids: [],
    })
  if (homes !== null)
    for (const { code, between, sentence } of implausibilities(live, homes))
      warnings.push({
        code,
        description: sentence(...(between.map(phraseIn(language)) as [string, string])),
        field: null,
        values: [],
        segment_ids: between.map(({ id }) => id),
      })
  return mostOfEachCode(warnings)
}

/** What a sentence calls a segment. */
const phraseIn =
  (language: Language) =>
  (segment: SegmentState): string =>
    segment.merged === null ? 'a segment' : segmentPhrase(segment.merged, cityOfEnd(segment, language))

/** RULES 5.8.5: a booking of a journey that another booking of the trip makes already. */
function conflictWarnings(segment: SegmentState, language: Language): TripWarning[] {
  const { id, merged, groupingReason } = segment
  if (groupingReason !== 'other-booking' || merged === null) return []
  const phrase = segmentPhrase(merged, cityOfEnd(segment, language))
  return [
    {
      code: 'possible_conflict',
      description: aboutSegment(phrase, 'nobody can travel on both this and another booking of the trip.'),
      field: null,
      values: [],
      segment_ids: [id],
    },
  ]
}

/** RULES 2.3: the first warnings of each code, in the order of the trip. */
function mostOfEachCode(warnings: TripWarning[]): TripWarning[] {
  if (warnings.length <= MAX_TRIP_WARNINGS) return warnings
  const counts = new Map<string, number>()
  return warnings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    return count <= MAX_TRIP_WARNINGS
  })
}

function cityOfEnd(segment: SegmentState, language: Language): string | null {
  const { to } = segmentEnds(segment)
  return to === null || to.city === null ? null : cityNameIn(language, to.city, to.country)
}
