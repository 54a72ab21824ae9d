/**
 * A member's itinerary as text: why each trip begins, ends and is called so, and for each segment why it is
 * there, which source reported it and which source won each field.
 */
import type { SegmentState } from '../../actors/member/segments/segment-state.js'
import type { MemberState, TripState } from '../../actors/member/model.js'
import { expandSegment } from '../../schemas/itinerary/stored/compact-segment.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import { homeSentence } from './home-sentence.js'
import { describeReason } from './reasons.js'
import type { ReasonContext } from './reasons.js'
import { comesBack, endsAtHome, tripSentences } from './trip-sentences.js'
import { listed, theSegment } from './written.js'

export interface ExplainOptions {
  /** How to print the id of a raw segment; unchanged by default. */
  rawName?: (id: string) => string
  /** Whether to use terminal colours. */
  colour?: boolean
}

interface Style {
  bold: (text: string) => string
  dim: (text: string) => string
  rawName: (id: string) => string
}

type Merged = NonNullable<SegmentState['merged']>

const FIELD_LIST_WIDTH = 88
const LABEL_WIDTH = 8
const SOURCE_WIDTH = 18
/** Warnings of a trip that are printed with it; the others belong to its segments. */
const TRIP_WARNINGS = new Set(['overlap', 'possible_conflict', 'two_places', 'leg_missing', 'stay_missing'])

/**
 * The itinerary: trips in the order of time, then segments in no trip, then cancelled ones, then held
 * cancellations.
 */
export function renderItinerary(state: MemberState, options: ExplainOptions = {}): string {
  const style = styleOf(options)
  const segments = [...state.segments.values()]
    .filter((segment) => segment.merged !== null)
    .sort((a, b) => startOf(a) - startOf(b))
  const section = (heading: string, list: SegmentState[]): string[] =>
    list.length === 0
      ? []
      : ['', style.bold(heading), ...list.flatMap((segment) => segmentLines(segment, state, style))]
  return [
    style.bold(`Member ${state.id}`),
    homeSentence(state),
    ...activeTrips(state).flatMap((trip) => tripLines(trip, state, style)),
    ...section(
      '── In no trip',
      segments.filter((segment) => segment.leg !== null && segment.tripId === null),
    ),
    ...section(
      '── Cancelled',
      segments.filter((segment) => segment.status === 'Cancelled'),
    ),
    ...[...state.heldCancellations.values()].flatMap((raw) => [
      '',
      `Held: a cancellation by ${raw.source} (raw ${style.rawName(raw.id)}) waits for its booking`,
    ]),
  ].join('\n')
}

function styleOf({ rawName = (id) => id, colour = false }: ExplainOptions): Style {
  const escape = (code: number) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { bold: escape(1), dim: escape(2), rawName }
}

function activeTrips(state: MemberState): TripState[] {
  const begin = (trip: TripState): string => {
    const { begin_datetime_utc: utc, begin_datetime: local } = documentOf(trip)
    return String(utc ?? local ?? '')
  }
  return [...state.trips.values()]
    .filter((trip) => trip.status === 'Active')
    .sort((a, b) => (begin(a) < begin(b) ? -1 : 1))
}

function tripLines(trip: TripState, state: MemberState, style: Style): string[] {
  const document = documentOf(trip)
  const name = String(document.headline ?? document.display_name)
  const span = `${localTime(document.begin_datetime)} – ${localTime(document.end_datetime)}`
  return [
    '',
    style.bold(`── ${name}   ${span}   trip ${trip.id}`),
    ...tripSentences(state, trip).map((sentence) => `  ${sentence}`),
    ...warningsOf(trip)
      .filter((warning) => TRIP_WARNINGS.has(warning.code))
      .map((warning) => `  ${style.dim('warning')}    ${warning.code}: ${warning.description}`),
    ...trip.segmentIds.flatMap((id) => {
      const segment = state.segments.get(id)
      return segment === undefined ? [] : segmentLines(segment, state, style)
    }),
  ]
}

function segmentLines(segment: SegmentState, state: MemberState, style: Style): string[] {
  const { merged } = segment
  if (merged === null) return []
  const status = segment.status === 'Active' ? '' : `[${segment.status}]`
  const heading = `${style.bold(segment.type.padEnd(10))} ${titleOf(segment)}   ${spanOf(segment)}   ${status}`
  const labelled = (label: string, text: string): string =>
    `    ${style.dim(label.padEnd(LABEL_WIDTH))} ${text}`
  const pinned = Object.keys(segment.pinnedFields)
  return [
    `  ${heading}`.trimEnd(),
    labelled('why', reasonOf(segment, merged, state)),
    ...reportLines(segment, style).map((text, i) => labelled(i === 0 ? 'sources' : '', text)),
    ...fieldLines(merged).map((text, i) => labelled(i === 0 ? 'fields' : '', text)),
    ...(pinned.length === 0 ? [] : [labelled('pinned', `${pinned.join(', ')} by the member`)]),
    ...warningsOf(segment).map((warning) => labelled('warning', `${warning.code}: ${warning.description}`)),
    ...similarTo(segment, state).map((text) => labelled('similar', text)),
    ...replaced(segment, state).map((text) => labelled('replaces', text)),
  ]
}

/** What may be the same thing, although nothing proves it. */
function similarTo({ possibleDuplicates }: SegmentState, state: MemberState): string[] {
  const others = possibleDuplicates.flatMap((id) => state.segments.get(id) ?? []).map(theSegment)
  return others.length === 0 ? [] : [`It may be the same as ${listed(others)}, but nothing proves it. (3.3)`]
}

function replaced({ replaces }: SegmentState, state: MemberState): string[] {
  const old = replaces === null ? undefined : state.segments.get(replaces)
  return old === undefined ? [] : [`It was booked in place of ${theSegment(old)}. (4.7)`]
}

function reasonOf(segment: SegmentState, merged: Merged, state: MemberState): string {
  if (segment.status !== 'Cancelled') return describeReason(segment.groupingReason, contextOf(segment, state))
  const sources = merged.currentStatements
    .filter(({ status }) => status === 'Cancelled')
    .map(({ raw }) => raw.source)
  return `It is cancelled by ${listed([...new Set(sources)])}. (4.2)`
}

function contextOf(segment: SegmentState, state: MemberState): ReasonContext {
  const ids = segment.tripId === null ? [] : (state.trips.get(segment.tripId)?.segmentIds ?? [])
  const live = ids.flatMap((id) => state.segments.get(id) ?? []).filter(({ leg }) => leg !== null)
  return {
    isFirstMovement: live.find(({ leg }) => leg?.kind === 'movement') === segment,
    endsAtHome: endsAtHome(segment, state),
    comesBack: comesBack(live, state),
    hasCarFromHome: live.some(({ groupingReason }) => groupingReason === 'home-rental'),
  }
}

/** One line for each raw segment: who reported it, when, under which number. */
function reportLines({ rawSegments }: SegmentState, { rawName }: Style): string[] {
  return rawSegments
    .slice()
    .sort((a, b) => a.receivedAt - b.receivedAt)
    .map((raw) => {
      const { status = 'Active', confirmation_no: number } = raw.fields.toJSON()
      const received = new Date(raw.receivedAt).toISOString().slice(0, 16).replace('T', ' ')
      return [
        `${raw.source.padEnd(SOURCE_WIDTH)} ${received}  raw ${rawName(raw.id)}`,
        ...(typeof number === 'string' ? [number] : []),
        ...(status === 'Active' ? [] : [String(status)]),
      ].join('  ')
    })
}

/** The fields of the merged segment by the source that won them. */
function fieldLines({ origins }: Merged): string[] {
  const bySource = new Map<string, string[]>()
  for (const [field, origin] of origins.entries())
    bySource.set(origin.source, [...(bySource.get(origin.source) ?? []), field])
  return [...bySource].flatMap(([source, fields]) =>
    wrap(fields, FIELD_LIST_WIDTH).map(
      (line, i) => `${(i === 0 ? source : '').padEnd(SOURCE_WIDTH)} ${line}`,
    ),
  )
}

interface TitledSegment {
  merged: Merged | null
  /** The texts of fields that are set, separated by spaces. */
  text: (...names: string[]) => string
}

const route = ({ text }: TitledSegment): string => `${text('origin')} → ${text('destination')}`

/** Types that are called otherwise than by the fields of their vendor, number and name. */
const TITLES: Readonly<Partial<Record<SegmentType, (segment: TitledSegment) => string>>> = {
  Air: (segment) => {
    const { vendor, number } = segment.merged?.statement ?? { vendor: null, number: null }
    return `${vendor ?? segment.text('airline')} ${number ?? segment.text('flight_num')}  ${route(segment)}`
  },
  Hotel: ({ text }) => text('hotel_name'),
  Car: ({ text }) => `${text('car_company')}, ${text('pickup_location', 'pickup_city_name')}`,
  Rail: (segment) => `${segment.text('rail_line', 'train_number')}  ${route(segment)}`,
  Cruise: ({ text }) => `${text('ship_name')} (${text('cruise_line')})`,
  Ferry: ({ text }) =>
    `${text('ferry_line', 'ferry_number', 'ship_name')}  ${text('start_name') || text('start_city_name')} → ${text('end_name') || text('end_city_name')}`,
  Transport: ({ text }) => text('transport_company'),
}

function defaultTitle(type: SegmentType, { text }: TitledSegment): string {
  const { vendor, number, name } = SEGMENT_KINDS[type]
  return text(...[vendor, number, name].filter((field) => field !== null))
}

/** What the segment is, in a few words. */
function titleOf({ type, merged }: SegmentState): string {
  const fields = merged?.fields
  const text = (...names: string[]): string =>
    names
      .map((name) => fields?.get(name))
      .filter((value) => value !== undefined && value !== null)
      .map(String)
      .join(' ')
  return TITLES[type]?.({ merged, text }) ?? defaultTitle(type, { merged, text })
}

function spanOf(segment: SegmentState): string {
  const fields = segment.merged?.fields
  const kind = SEGMENT_KINDS[segment.type]
  const end = fields?.get(kind.end)
  const start = localTime(fields?.get(kind.start))
  return end === undefined ? start : `${start} – ${localTime(end)}`
}

/** Milliseconds; 0 if unknown. */
function startOf(segment: SegmentState): number {
  return segment.merged?.statement.start?.instant ?? 0
}

function documentOf(row: { doc: string }): Record<string, unknown> {
  return row.doc === '' ? {} : (JSON.parse(expandSegment(row.doc)) as Record<string, unknown>)
}

/** The warnings in the document of a trip or segment. */
function warningsOf(row: { doc: string }): Array<{ code: string; description: string }> {
  return (documentOf(row).warnings ?? []) as Array<{ code: string; description: string }>
}

function localTime(value: unknown): string {
  return typeof value === 'string' ? value.replace('T', ' ').slice(0, 16) : '?'
}

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 2 > width) lines.push(word)
    else lines[lines.length - 1] = `${last}, ${word}`
  }
  return lines
}
