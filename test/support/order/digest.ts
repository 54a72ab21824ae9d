/**
 * What the reports of a member become, without what the order of arrival may decide: ids, versions, stamps of changes, and
 * where cancelled and gone resources were last (RULES 2.1).
 */
import { decide } from '../../../actors/member/decide.js'
import type { Env } from '../../../actors/member/env.js'
import type { MemberState } from '../../../actors/member/model.js'
import type { Homes } from '../../../actors/itinerary/places/home.js'
import { homesOf } from '../../../actors/member/profile/homes.js'
import { expandSegment } from '../../../schemas/itinerary/stored/compact-segment.js'
import type { EventWrite } from '../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import { heldReports } from '../../../actors/member/segments/status-reports.js'
import { groupingOf, rebuiltGroupingOf } from '../grouping-comparison.js'
import type { Submission } from '../journeys.js'
import { traveller } from '../traveller.js'
import { changeLines, holdingsOf } from './step-changes.js'
import type { Holdings } from './step-changes.js'

/** How reports arrive. */
export interface Arrival {
  homes: string[]
  /** Positions of the reports in order of arrival, some perhaps twice. */
  order: readonly number[]
  /** How many are folded in each step. */
  steps: readonly number[]
}

const HISTORY = new Set(['version', 'created', 'updated', 'url', 'split_from', 'merged_into'])
/** Lists in the order of ids. */
const SETS = new Set(['possible_duplicate_of', 'overlaps_trip_ids'])

/** What a report says: of two that say the same, the later one is none where it came later (RULES 3.2). */
export const saidIn = ({ segment }: Submission): string =>
  JSON.stringify(
    Object.entries(segment)
      .filter(([, value]) => value != null && value !== '')
      .sort(),
  )

/** A line for each segment and trip with all that its document says, for what is held and for home; then the last step's events. */
export function digestOf(submissions: readonly Submission[], { homes, order, steps }: Arrival): string[] {
  const ann = traveller(homes)
  const positions = new Map<string, number>()
  const texts = submissions.map(saidIn)
  let { state } = ann
  let events: readonly EventWrite[] = []
  let before = holdingsOf(state, positions)
  let id = 5_000_000
  let next = 0
  for (const size of steps) {
    const messages = order.slice(next, next + size).map((position): StreamMessage => {
      const { at: received, segment } = submissions[position] as Submission
      positions.set(String(++id), texts.indexOf(texts[position] as string))
      const envelope = {
        v: 1,
        kind: 'segments',
        batch: String(id + 4e6),
        first: String(id),
        received,
      } as const
      return { seq: id, envelope, body: { segments: [segment] } }
    })
    next += size
    if (messages.length === 0) continue
    before = holdingsOf(state, positions)
    const step = decide(state, messages, ann.env)
    state = step.state
    events = step.folded.events
  }
  if (groupingOf(state) !== rebuiltGroupingOf(state)) throw new Error('differs from regrouping everything')
  const after = holdingsOf(state, positions)
  const digest = new Digest(state, after, positions)
  return [
    ...digest.lines(homesOf(state, ann.env)),
    ...changeLines(events, { before, after, nameOf: digest.nameOf }),
  ].sort()
}

/** The lines for an itinerary, without those for a step. */
export function linesOf(state: MemberState, env: Env, positions: ReadonlyMap<string, number>): string[] {
  return new Digest(state, holdingsOf(state, positions), positions).lines(homesOf(state, env)).sort()
}

class Digest {
  /** By id of a raw segment, segment or trip: which reports it is of. */
  private readonly names = new Map<string, string>()

  constructor(
    private readonly state: MemberState,
    { segments }: Holdings,
    positions: ReadonlyMap<string, number>,
  ) {
    for (const [id, position] of positions) this.names.set(id, `r${position}`)
    for (const [id, reports] of segments)
      this.names.set(id, `s${[...reports].sort((a, b) => a - b).join('+')}`)
    for (const { id, segmentIds } of state.trips.values())
      this.names.set(id, `t(${this.nameAll(segmentIds).sort().join(' ')})`)
  }

  readonly nameOf = (id: string): string => this.names.get(id) ?? 'gone'

  lines(homes: Homes): string[] {
    const { segments, trips, heldCancellations, bookingCancellations } = this.state
    const live = [...segments.values()].filter(({ merged }) => merged !== null)
    const active = [...trips.values()].filter(({ status }) => status === 'Active')
    const home = homes.list.map(({ lat, lon, zone, city }) => [lat, lon, zone, city])
    return [
      ...live.map(({ doc }) => this.document(doc)),
      ...active.map(({ doc, segmentIds }) => `${this.document(doc)} ${this.nameAll(segmentIds).join(' ')}`),
      `held ${this.setOf(heldCancellations.keys())}`,
      `reports ${this.setOf(heldReports(this.state).map(({ id }) => id))}`,
      ...[...bookingCancellations].map(
        ([booking, raws]) => `cancelled ${booking} ${this.setOf(raws.map((raw) => raw.id))}`,
      ),
      `home ${JSON.stringify(home)}`,
    ]
  }

  private nameAll(ids: readonly string[]): string[] {
    return ids.map(this.nameOf)
  }

  /** A report that was sent twice counts once. */
  private setOf(ids: Iterable<string>): string {
    return [...new Set(this.nameAll([...ids]))].sort().join(' ')
  }

  private document(doc: string): string {
    const parsed = JSON.parse(expandSegment(doc)) as Record<string, unknown>
    // RULES 4.8: it stays in its last trip.
    if (parsed['status'] === 'Cancelled') parsed['trip_id'] = null
    return JSON.stringify(parsed, (field, value: unknown) => {
      if (HISTORY.has(field)) return undefined
      if (SETS.has(field)) return this.nameAll(value as string[]).sort()
      return typeof value === 'string' ? (this.names.get(value) ?? value) : value
    })
  }
}

/** The lines that only one of two digests has, cut off. */
export function difference(a: readonly string[], b: readonly string[]): string {
  const linesOf = (own: readonly string[], other: readonly string[], sign: string): string[] =>
    own.filter((line) => !other.includes(line)).map((line) => `${sign} ${line}`)
  return [...linesOf(a, b, '-'), ...linesOf(b, a, '+')]
    .slice(0, 12)
    .map((line) => line.slice(0, 900))
    .join('\n')
}
