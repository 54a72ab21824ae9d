/** From the statements that changed to the segments they make, with stable ids (RULES 3.4 and 7.1). */
import type { Id } from '../../../schemas/base/ids.js'
import { MAX_HELD_CANCELLATIONS } from '../../../schemas/itinerary/itinerary-limits.js'
import { inOrder } from '../../itinerary/lib/in-order.js'
import type { Pieces } from '../../itinerary/lib/pieces.js'
import { UNKNOWN_SOURCE_PRIORITY } from '../../itinerary/merge/source-bookings.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { keepKnownAtPins, remergeSegment } from './merge-statements.js'
import { linkLookalikes } from './possible-duplicates.js'
import type { ClusteredSegment } from './possible-duplicates.js'
import { clustersOf, trimCluster } from './related-clusters.js'
import type { ResolvedCluster } from './related-clusters.js'
import { isNew, refuseRawSegment, SegmentCounts } from './segment-limits.js'
import type { Refusals } from './segment-limits.js'
import { SegmentState } from './segment-state.js'

export interface ResolvedSegments {
  /**
   * Segments to render again, new ones included: their statements, or only their possible duplicates,
   * changed.
   */
  changed: Set<SegmentState>
  created: Set<SegmentState>
  /** Those of `changed` that were merged again. */
  remerged: Set<SegmentState>
  /**
   * Segments whose statements all moved, each with the segment that took most of them. They become Merged.
   */
  mergedAway: Map<SegmentState, Id>
  /** Segments left without any statement. They become Deleted. */
  emptied: Set<SegmentState>
  /** Raw segments of the step that were refused, each with the limit in a sentence. */
  refused: Refusals
  /** Statements that are not kept because later ones supersede them, each with its segment. */
  superseded: Map<Id, SegmentState>
}

/**
 * Clusters again everything that relates to `toCluster`, and gives each cluster its segment. A segment whose
 * statements stay the same is not merged again. New statements beyond a limit are refused.
 */
export function* resolveSegments(
  state: MemberState,
  toCluster: Set<RawSegment>,
  env: Env,
): Pieces<ResolvedSegments> {
  const resolved = nothingResolved()
  const rank = (source: string): number => env.source(source)?.priority ?? UNKNOWN_SOURCE_PRIORITY
  const clusters = yield* clustersOf(state, toCluster, resolved.refused, { env, rank })
  const shared = sharedStatementCounts(state, clusters)
  const held = new Set(
    [...clusters.keys()].filter((k) => isOnlyCancellations(clusters[k] as ResolvedCluster, env)),
  )
  const keptByCluster = assignSegments(state, shared, held)
  const limits = new SegmentCounts(state, env)
  const unchanged = new Set<SegmentState>()
  const segments: Array<SegmentState | null> = []
  for (const [k, cluster] of clusters.entries()) {
    yield
    const dropped = trimCluster(state, cluster, env, resolved.refused)
    const segment = keptByCluster.get(k) ?? segmentFor(state, cluster, { env, resolved, limits })
    segments.push(segment)
    if (segment === null) continue
    for (const raw of dropped) {
      keepKnownAtPins(state, segment, raw, env)
      resolved.superseded.set(raw.id, segment)
    }
    if (hasSameRawSegments(segment, cluster)) unchanged.add(segment)
    else takeStatements(state, segment, cluster, env, resolved)
  }
  linkLookalikes(state, clusteredSegments(clusters, segments, unchanged), resolved.changed, { env, rank })
  retireUnassigned(state, shared, segments, { kept: new Set(keptByCluster.values()), resolved })
  return resolved
}

function nothingResolved(): ResolvedSegments {
  return {
    changed: new Set(),
    created: new Set(),
    remerged: new Set(),
    mergedAway: new Map(),
    emptied: new Set(),
    refused: new Map(),
    superseded: new Map(),
  }
}

const NO_SEGMENTS: ReadonlySet<SegmentState> = new Set()

/** What linking lookalikes has to know of each segment that was clustered. */
function clusteredSegments(
  clusters: readonly ResolvedCluster[],
  segments: ReadonlyArray<SegmentState | null>,
  unchanged: ReadonlySet<SegmentState>,
): Map<SegmentState, ClusteredSegment> {
  const clustered = new Map<SegmentState, ClusteredSegment>()
  clusters.forEach(({ histories, lookalikes, group }, k) => {
    const segment = segments[k]
    if (segment == null) return
    const alike =
      lookalikes.size === 0 ? NO_SEGMENTS : new Set([...lookalikes].flatMap((other) => segments[other] ?? []))
    clustered.set(segment, { histories, group, lookalikes: alike, isChanged: !unchanged.has(segment) })
  })
  return clustered
}

/** Notes which segments no cluster continues: merged into the one that took most of them, or emptied. */
function retireUnassigned(
  state: MemberState,
  shared: SharedCounts,
  segments: ReadonlyArray<SegmentState | null>,
  { kept, resolved }: { kept: ReadonlySet<SegmentState>; resolved: ResolvedSegments },
): void {
  for (const [id, count] of shared) {
    const segment = state.segments.get(id) as SegmentState
    if (kept.has(segment)) continue
    segment.rawSegments = []
    const heaviestFirst = [...count].sort((a, b) => b[1] - a[1] || a[0] - b[0])
    const target = heaviestFirst.map(([k]) => segments[k]).find((other) => other != null)
    if (target != null) resolved.mergedAway.set(segment, target.id)
    else resolved.emptied.add(segment)
  }
}

const TOO_MANY_HELD = `At most ${MAX_HELD_CANCELLATIONS} cancellations can wait for their bookings at once.`

/** A new segment for a cluster that continues none; null if it is held back or refused. */
function segmentFor(
  state: MemberState,
  cluster: ResolvedCluster,
  { env, resolved, limits }: { env: Env; resolved: ResolvedSegments; limits: SegmentCounts },
): SegmentState | null {
  const { raws } = cluster
  const isAllNew = raws.every((raw) => isNew(state, raw))
  const refuseAll = (reason: string): null => {
    for (const raw of raws) refuseRawSegment(state, resolved.refused, { raw, reason, env })
    return null
  }
  if (isOnlyCancellations(cluster, env)) {
    if (isAllNew && state.heldCancellations.size >= MAX_HELD_CANCELLATIONS) return refuseAll(TOO_MANY_HELD)
    holdBack(state, cluster)
    return null
  }
  const statement = statementOf(raws[0] as RawSegment, env.places)
  const limit = isAllNew ? limits.limitFor(statement) : null
  if (limit !== null) return refuseAll(limit)
  const segment = createSegment(state, cluster, env, resolved)
  limits.add(segment.id, statement)
  return segment
}

/** RULES 4.4: cancellations that arrive before the booking. */
function isOnlyCancellations({ raws }: ResolvedCluster, env: Env): boolean {
  return raws.every((raw) => statementOf(raw, env.places).status === 'Cancelled')
}

function holdBack(state: MemberState, { raws }: ResolvedCluster): void {
  for (const raw of raws) {
    state.heldCancellations.set(raw.id, raw)
    state.segmentOf.delete(raw.id)
  }
}

function createSegment(
  state: MemberState,
  { raws }: ResolvedCluster,
  env: Env,
  resolved: ResolvedSegments,
): SegmentState {
  const segment = new SegmentState(env.newId(), (raws[0] as RawSegment).type, env.now)
  state.segments.set(segment.id, segment)
  resolved.created.add(segment)
  return segment
}

/** Gives a segment the statements of its cluster and merges them. */
function takeStatements(
  state: MemberState,
  segment: SegmentState,
  { raws, histories }: ResolvedCluster,
  env: Env,
  { changed, remerged }: ResolvedSegments,
): void {
  for (const raw of raws) {
    state.heldCancellations.delete(raw.id)
    state.segmentOf.set(raw.id, segment.id)
  }
  segment.rawSegments = inOrder(raws.slice(), (a, b) => compareNumbers(a.id, b.id))
  remergeSegment(state, segment, env, histories)
  remerged.add(segment)
  changed.add(segment)
}

function compareNumbers(a: Id, b: Id): number {
  return Number(a) - Number(b)
}

/** By existing segment: how many of its statements went to which cluster. */
type SharedCounts = Map<Id, Map<number, number>>

function sharedStatementCounts(state: MemberState, clusters: readonly ResolvedCluster[]): SharedCounts {
  const counts: SharedCounts = new Map()
  clusters.forEach(({ raws }, k) => {
    for (const raw of raws) {
      const id = state.segmentOf.get(raw.id)
      if (id === undefined) continue
      const count = counts.get(id) ?? new Map<number, number>()
      count.set(k, (count.get(k) ?? 0) + 1)
      counts.set(id, count)
    }
  })
  return counts
}

/**
 * RULES 7.1: by cluster, the existing segment it keeps the id of. The pair that shares most statements is
 * assigned first; ties go to the older segment, then to the earlier cluster. Clusters come in the order of
 * `toCluster`, in which a statement that replaced another stands first (segment-writes.ts). Cancellations that part from
 * their booking keep nothing: they are held (RULES 4.4), as if they had come before it.
 */
function assignSegments(
  state: MemberState,
  shared: SharedCounts,
  onlyCancellations: ReadonlySet<number>,
): Map<number, SegmentState> {
  const pairs: Array<{ segment: SegmentState; cluster: number; shared: number }> = []
  for (const [id, count] of shared) {
    const segment = state.segments.get(id) as SegmentState
    for (const [cluster, shared] of count)
      if (count.size === 1 || !onlyCancellations.has(cluster)) pairs.push({ segment, cluster, shared })
  }
  pairs.sort(
    (a, b) =>
      b.shared - a.shared ||
      a.segment.created - b.segment.created ||
      compareNumbers(a.segment.id, b.segment.id) ||
      a.cluster - b.cluster,
  )
  const byCluster = new Map<number, SegmentState>()
  const assigned = new Set<SegmentState>()
  for (const { segment, cluster } of pairs) {
    if (byCluster.has(cluster) || assigned.has(segment)) continue
    byCluster.set(cluster, segment)
    assigned.add(segment)
  }
  return byCluster
}

function hasSameRawSegments({ rawSegments }: SegmentState, { raws }: ResolvedCluster): boolean {
  if (rawSegments.length !== raws.length) return false
  const known = new Set(rawSegments)
  return raws.every((raw) => known.has(raw))
}
