/** RULES 3.5.5: warnings about new values that sources report for pinned fields. */
import { LIVE_FIELDS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import { historiesOf } from '../../itinerary/match/cluster.js'
import { reportedBy } from '../../itinerary/merge/merge.js'
import type { MergeEnv } from '../../itinerary/merge/merge.js'
import type { MergedSegment, SegmentWarning } from '../../itinerary/merge/merged-segment.js'
import { momentText } from '../../itinerary/merge/warnings.js'
import type { FieldValues } from '../../itinerary/statement/field-values.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { KnownAtPin, KnownValues, SegmentState } from './segment-state.js'

/** The value of a field that a source reports. */
interface ReportedValue {
  source: string
  /** In the form in which values are compared. */
  form: unknown
  receivedAt: number
}

type ValuesOf = (field: string) => ReportedValue[]

/** The statements of a segment and its status reports, the newest first. */
export interface Reports {
  statements: readonly Statement[]
  live: readonly RawSegment[]
}

/** Warnings for the fields that the member pinned; `merged` has the pinned values. */
export function pinWarnings(
  { pinnedFields, knownAtPin }: SegmentState,
  merged: MergedSegment,
  reports: Reports,
  env: MergeEnv,
): SegmentWarning[] {
  const now = valuesIn(reports, env)
  const knownBy = knownThen(reports, env)
  return Object.keys(pinnedFields)
    .sort()
    .flatMap((field) => {
      const { at, known = knownBy(at)(field) } = knownAtPin[field] as KnownAtPin
      const shown = formOf(field, merged.fields.get(field), merged.statement)
      const isNews = (one: ReportedValue): boolean =>
        one.receivedAt > at && !isSame(one.form, shown) && !wasKnown(known, one)
      const news = now(field).filter(isNews)
      if (shown === undefined || news.length === 0) return []
      const values = [{ source: 'manual', form: shown }, ...news].map(({ source, form }) => ({
        source,
        value: typeof form === 'string' ? form : JSON.stringify(form),
      }))
      const isFirst = ({ source, value }: (typeof values)[number], i: number): boolean =>
        values.findIndex((one) => one.source === source && one.value === value) === i
      return { code: 'schedule_conflict' as const, field, values: values.filter(isFirst) }
    })
}

/** Stores what was known when the fields of a segment were pinned, before a statement or report is removed. */
export function keepKnown(
  { knownAtPin }: SegmentState,
  gone: RawSegment,
  reports: () => Reports,
  env: MergeEnv,
): void {
  const pins = Object.entries(knownAtPin).filter(
    ([, { at, known }]) => known === undefined && gone.receivedAt <= at,
  )
  if (pins.length === 0) return
  const knownBy = knownThen(reports(), env)
  for (const [field, pin] of pins) pin.known = knownBy(pin.at)(field)
}

/** RULES 3.5.5: the first value of a source is known if any source had reported it. */
function wasKnown(known: KnownValues, { source, form }: ReportedValue): boolean {
  return (known[source] ?? Object.values(known).flat()).some((value) => isSame(value, form))
}

/** What each source had reported, by instant and field. */
function knownThen(reports: Reports, env: MergeEnv): (at: number) => (field: string) => KnownValues {
  const byInstant = new Map<number, ValuesOf>()
  const valuesBy = (at: number): ValuesOf => {
    const values = byInstant.get(at) ?? valuesIn(receivedBy(reports, at), env)
    byInstant.set(at, values)
    return values
  }
  return (at) => (field) => {
    const known: KnownValues = {}
    for (const { source, form } of valuesBy(at)(field)) (known[source] ??= []).push(form)
    return known
  }
}

function receivedBy({ statements, live }: Reports, at: number): Reports {
  return {
    statements: statements.filter(({ raw }) => raw.receivedAt <= at),
    live: live.filter(({ receivedAt }) => receivedAt <= at),
  }
}

/** The values that each booking of each source, and each source of live status, reports for a field. */
function valuesIn({ statements, live }: Reports, env: MergeEnv): ValuesOf {
  const about = statements.length === 0 ? [] : reportedBy(historiesOf([...statements]), env).about
  return (field) => [
    ...about.flatMap(({ source, statement, givers, version }) => {
      const value = statement.raw.fields.get(field)
      const form = formOf(field, value, statement)
      const { receivedAt } = (givers?.get(field) ?? version).raw
      return form === undefined ? [] : { source, form, receivedAt }
    }),
    ...liveValues(field, live),
  ]
}

function liveValues(field: string, live: readonly RawSegment[]): ReportedValue[] {
  const newest = new Map<string, ReportedValue>()
  for (const { type, source, fields, receivedAt } of live) {
    const value = LIVE_FIELDS[type].includes(field) ? fields.get(field) : undefined
    if (value !== undefined && !newest.has(source))
      newest.set(source, { source, form: timeForm(fields, field, value), receivedAt })
  }
  return [...newest.values()]
}

/** A value in the form in which it is compared, and shown in a warning; undefined: nothing is known. */
function formOf(field: string, value: unknown, statement: Statement): unknown {
  const { type, fields } = statement.raw
  const { start, end, number, vendor, from } = SEGMENT_KINDS[type]
  if (value === undefined) return undefined
  if (field === start) return momentText(type, statement.start) ?? undefined
  if (field === end) return momentText(type, statement.end) ?? undefined
  if (field === 'confirmation_no') return statement.locator ?? undefined
  if (field === number) return statement.number ?? value
  if (field === vendor) return statement.vendor ?? value
  if (from.format === 'code')
    for (const name of ['from', 'to'] as const)
      if (field === SEGMENT_KINDS[type][name]?.text) return statement[name]?.spots[0]?.iata ?? value
  return timeForm(fields, field, value)
}

/** Length of `YYYY-MM-DDTHH:MM`. */
const TO_THE_MINUTE = 16

function timeForm({ slots }: FieldValues, field: string, value: unknown): unknown {
  const isTime = slots.byName.get(field)?.kind === 'datetime'
  return isTime && typeof value === 'string' ? value.slice(0, TO_THE_MINUTE) : value
}

const DAY = /^\d{4}-\d\d-\d\d(?=T|$)/

/** A date alone is the same as a time on that day. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return sameJson(a, b)
  const [day, other] = [DAY.exec(a)?.[0], DAY.exec(b)?.[0]]
  if (day !== undefined && (day === a || other === b)) return day === other
  return a.toUpperCase() === b.toUpperCase()
}
