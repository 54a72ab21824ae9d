/** From the statements that changed to the segments they make, with stable ids (RULES 3.4 and 7.1). */
import type { Id } from '../../../schemas/base/ids.js'
import { clusterStatements } from '../../itinerary/match/cluster.js'
import type { Cluster } from '../../itinerary/match/cluster.js'
import { UNKNOWN_SOURCE_PRIORITY } from '../../itinerary/merge/source-bookings.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { relatedGroups } from '../../itinerary/statement/statement-index.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { remergeSegment } from './merge-statements.js'
import { setPossibleDuplicates } from './possible-duplicates.js'
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
}

/**
 * Clusters again everything that relates to `toCluster`, and gives each cluster its segment. A segment whose
 * statements stay the same is merged again only if `remergeAll`.
 */
export function resolveSegments(
  state: MemberState,
  toCluster: Set<RawSegment>,
  env: Env,
  remergeAll: boolean,
): ResolvedSegments {
  const resolved: ResolvedSegments = {
    changed: new Set(),
    created: new Set(),
    remerged: new Set(),
    mergedAway: new Map(),
    emptied: new Set(),
  }
  const clusters = clustersOf(state, toCluster, env)
  const counts = sharedStatementCounts(state, clusters)
  const kept = assignSegments(state, counts)
  const segments = clusters.map((cluster, k): SegmentState | null => {
    const existing = kept.get(k)
    if (existing === undefined && isOnlyCancellations(cluster, env)) {
      holdBack(state, cluster)
      return null
    }
    const segment = existing ?? createSegment(state, cluster, env, resolved)
    if (remergeAll || !hasSameRawSegments(segment, cluster))
      takeStatements(state, segment, cluster, env, resolved)
    return segment
  })
  clusters.forEach(({ lookalikes }, k) => {
    const segment = segments[k]
    if (segment == null) return
    const ids = [...lookalikes].flatMap((other) => segments[other]?.id ?? [])
    setPossibleDuplicates(state, segment, ids.sort(compareNumbers), resolved.changed)
  })
  const keptSegments = new Set(kept.values())
  for (const [id, count] of counts) {
    const segment = state.segments.get(id) as SegmentState
    if (keptSegments.has(segment)) continue
    segment.rawSegments = []
    const heaviestFirst = [...count].sort((a, b) => b[1] - a[1] || a[0] - b[0])
    const target = heaviestFirst.map(([k]) => segments[k]).find((other) => other != null)
    if (target != null) resolved.mergedAway.set(segment, target.id)
    else resolved.emptied.add(segment)
  }
  return resolved
}

/** A cluster with its raw segments. */
interface ResolvedCluster extends Cluster {
  raws: RawSegment[]
}

/**
 * The clusters of all groups that `toCluster` reaches, in one list; lookalikes are positions in that list.
 */
function clustersOf(state: MemberState, toCluster: Set<RawSegment>, env: Env): ResolvedCluster[] {
  const rank = (source: string): number => env.source(source)?.priority ?? UNKNOWN_SOURCE_PRIORITY
  const clusters: ResolvedCluster[] = []
  for (const group of relatedGroups(state.index, toCluster, env.places)) {
    const offset = clusters.length
    for (const { histories, lookalikes } of clusterStatements(group, rank))
      clusters.push({
        histories,
        lookalikes: new Set([...lookalikes].map((k) => offset + k)),
        raws: histories.flatMap((history) => history.versions.map((statement) => statement.raw)),
      })
  }
  return clusters
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
  segment.rawSegments = raws.slice().sort((a, b) => compareNumbers(a.id, b.id))
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
 * `toCluster`, in which a statement that replaced another stands first (segment-writes.ts).
 */
function assignSegments(state: MemberState, counts: SharedCounts): Map<number, SegmentState> {
  const pairs: Array<{ segment: SegmentState; cluster: number; shared: number }> = []
  for (const [id, count] of counts) {
    const segment = state.segments.get(id) as SegmentState
    for (const [cluster, shared] of count) pairs.push({ segment, cluster, shared })
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
