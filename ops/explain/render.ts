/** A member's itinerary as a timeline for people: each trip, each segment, who said it, who won each field, and why it is there. */
import type { SegmentState } from '../../actors/member/segments/segment-state.js'
import type { MemberState, TripState } from '../../actors/member/model.js'
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import { describeReason } from './reasons.js'

export interface ExplainOptions {
  /** Name of a raw segment in the answer; by default its id. */
  rawName?: (id: string) => string
  /** Escape codes for emphasis. */
  colour?: boolean
}

interface Pen {
  bold: (text: string) => string
  dim: (text: string) => string
}

function pen(colour: boolean): Pen {
  const wrap =
    (code: number) =>
    (text: string): string =>
      colour ? `\u001b[${code}m${text}\u001b[0m` : text
  return { bold: wrap(1), dim: wrap(2) }
}

function docOf(part: { doc: string }): Record<string, unknown> {
  return part.doc === '' ? {} : (JSON.parse(part.doc) as Record<string, unknown>)
}

function clock(value: unknown): string {
  return typeof value === 'string' ? value.replace('T', ' ').slice(0, 16) : '?'
}

/** One line that says what the segment is. */
function title(item: SegmentState): string {
  const f = item.merged?.fields ?? {}
  const text = (...names: string[]): string =>
    names
      .map((name) => f[name])
      .filter((value) => value !== undefined && value !== null)
      .map(String)
      .join(' ')
  switch (item.type) {
    case 'Air':
      return `${item.merged?.statement.vendor ?? text('airline')} ${item.merged?.statement.number ?? text('flight_num')}  ${text('origin')} → ${text('destination')}`
    case 'Rail':
      return `${text('rail_line', 'train_number')}  ${text('origin')} → ${text('destination')}`
    case 'Hotel':
      return text('hotel_name')
    case 'Car':
      return `${text('car_company')}, ${text('pickup_location', 'pickup_city_name')}`
    case 'Cruise':
      return `${text('ship_name')} (${text('cruise_line')})`
    case 'Transport':
      return text('transport_company')
    default:
      return text('activity_name', 'restaurant_name', 'parking_name', 'place_name')
  }
}

function span(item: SegmentState): string {
  const f = item.merged?.fields ?? {}
  const kind = SEGMENT_KINDS[item.type]
  const end = kind.end === null ? undefined : f[kind.end]
  return end === undefined ? clock(f[kind.start]) : `${clock(f[kind.start])} – ${clock(end)}`
}

function segmentLines(item: SegmentState, options: Required<ExplainOptions>, p: Pen): string[] {
  const { merged } = item
  if (merged === null) return []
  const out = [
    `  ${p.bold(item.type.padEnd(10))} ${title(item)}   ${span(item)}   ${item.status === 'Active' ? '' : `[${item.status}]`}`.trimEnd(),
  ]
  out.push(
    `    ${p.dim('why')}      ${item.status === 'Cancelled' ? `cancelled by ${merged.source}, the highest source that reported it` : describeReason(item.groupingReason)}`,
  )
  const said = item.rawSegments.slice().sort((a, b) => a.receivedAt - b.receivedAt)
  said.forEach((raw, i) => {
    const when = new Date(raw.receivedAt).toISOString().slice(0, 16).replace('T', ' ')
    const status =
      raw.fields.status === undefined || raw.fields.status === 'Active'
        ? ''
        : `  ${String(raw.fields.status)}`
    const number = typeof raw.fields.confirmation_no === 'string' ? `  ${raw.fields.confirmation_no}` : ''
    out.push(
      `    ${p.dim(i === 0 ? 'said by ' : '        ')} ${raw.source.padEnd(18)} ${when}  raw ${options.rawName(raw.id)}${number}${status}`,
    )
  })
  const bySource = new Map<string, string[]>()
  for (const [field, origin] of Object.entries(merged.origins))
    bySource.set(origin.source, [...(bySource.get(origin.source) ?? []), field])
  let first = true
  for (const [source, fields] of bySource) {
    const lines = wrapped(fields, 88)
    lines.forEach((line, i) => {
      out.push(`    ${p.dim(first ? 'won by  ' : '        ')} ${(i === 0 ? source : '').padEnd(18)} ${line}`)
      first = false
    })
  }
  if (Object.keys(item.pinnedFields).length > 0)
    out.push(`    ${p.dim('pinned')}   ${Object.keys(item.pinnedFields).join(', ')} by the member`)
  for (const warning of merged.warnings)
    out.push(`    ${p.dim('warning')}  ${warning.code}: ${warning.description}`)
  if (item.possibleDuplicates.length > 0)
    out.push(
      `    ${p.dim('like')}     ${item.possibleDuplicates.join(', ')} may be the same, but nothing proves it`,
    )
  if (item.replaces !== null) out.push(`    ${p.dim('replaces')} ${item.replaces}`)
  return out
}

function wrapped(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 2 > width) lines.push(word)
    else lines[lines.length - 1] = `${last}, ${word}`
  }
  return lines
}

/** The whole itinerary as lines of text: trips in order of time, then what is in no trip, then what is cancelled. */
export function renderItinerary(state: MemberState, given: ExplainOptions = {}): string {
  const options: Required<ExplainOptions> = {
    rawName: given.rawName ?? ((id) => id),
    colour: given.colour ?? false,
  }
  const p = pen(options.colour)
  const out: string[] = []
  const homes = state.timeline.homes.list
  out.push(
    `${p.bold(`Member ${state.id}`)}   home: ${homes.length === 0 ? 'not known' : homes.map((home) => `${home.city ?? [...home.airports].join('/')}${home.from === null ? '' : ` from ${new Date(home.from * 86_400_000).toISOString().slice(0, 10)}`}`).join(', then ')}`,
  )
  const begin = (trip: TripState): string => String(docOf(trip).begin_datetime_utc ?? '')
  for (const trip of [...state.trips.values()]
    .filter((t) => t.status === 'Active')
    .sort((a, b) => (begin(a) < begin(b) ? -1 : 1))) {
    const doc = docOf(trip)
    out.push(
      '',
      p.bold(
        `── ${String(doc.headline ?? doc.display_name)}   ${clock(doc.begin_datetime)} – ${clock(doc.end_datetime)}   trip ${trip.id}`,
      ),
    )
    for (const warning of (doc.warnings ?? []) as Array<{ code: string; description: string }>)
      if (warning.code === 'overlap' || warning.code === 'possible_conflict')
        out.push(`  ${p.dim('warning')}    ${warning.code}: ${warning.description}`)
    for (const id of trip.segmentIds) {
      const item = state.segments.get(id)
      if (item !== undefined) out.push(...segmentLines(item, options, p))
    }
  }
  const rest = [...state.segments.values()]
    .filter((item) => item.merged !== null)
    .sort((a, b) => (a.merged?.statement.start?.instant ?? 0) - (b.merged?.statement.start?.instant ?? 0))
  const unfiled = rest.filter((item) => item.leg !== null && item.tripId === null)
  const cancelled = rest.filter((item) => item.status === 'Cancelled')
  if (unfiled.length > 0)
    out.push('', p.bold('── In no trip'), ...unfiled.flatMap((item) => segmentLines(item, options, p)))
  if (cancelled.length > 0)
    out.push('', p.bold('── Cancelled'), ...cancelled.flatMap((item) => segmentLines(item, options, p)))
  for (const raw of state.heldCancellations.values())
    out.push(
      '',
      `Held: a cancellation by ${raw.source} (raw ${options.rawName(raw.id)}) waits for its booking`,
    )
  return out.join('\n')
}
