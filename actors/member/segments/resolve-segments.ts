/** From the statements that changed to the segments they make, with ids that last (RULES 3 and 7.1). */
import type { Id } from '../../../schemas/base/ids.js'
import { UNKNOWN_SOURCE_PRIORITY } from '../../itinerary/merge/source-bookings.js'
import { clusterStatements } from '../../itinerary/match/cluster.js'
import type { Cluster } from '../../itinerary/match/cluster.js'
import { legFromSegment } from '../../itinerary/grouping/legs/leg-from-segment.js'
import { mergeCluster, mergeWarnings } from '../../itinerary/merge/merge.js'
import type { MergeEnv, MergedSegment } from '../../itinerary/merge/merge.js'
import { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import { buildLegHistories } from '../../itinerary/match/leg-history.js'
import { sortVersions } from '../../itinerary/match/version-order.js'
import type { LegHistory } from '../../itinerary/match/leg-history.js'
import { relatedGroups } from '../../itinerary/statement/statement-index.js'
import type { Env } from '../env.js'
import { setLeg } from './segment-legs.js'
import { SegmentState } from './segment-state.js'
import type { MemberState } from '../state.js'

/** What merging may ask about the outside: places, sources, and what this member's cancelled and replaced bookings say. */
export function mergeEnv(state: MemberState, env: Env): MergeEnv {
  return {
    places: env.places,
    source: env.source,
    bookingCancelledAt: (source, key) => state.cancelledBookings.get(`${source}#${key}`),
    replacementOf: (source, key) => state.replacedBookings.get(`${source}#${key}`),
  }
}

/** Tracks of an item's statements alone: the same as within its whole cluster, since a track never spans two items. */
function tracksOfItem(item: SegmentState, env: Env): LegHistory[] {
  const groups = new Map<string, RawSegment[]>()
  for (const raw of item.rawSegments) {
    const s = statementOf(raw, env.places)
    const key = `${raw.source}|${s.locatorKey ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [raw])
    else group.push(raw)
  }
  return [...groups.values()].flatMap((group) =>
    buildLegHistories(sortVersions(group.map((raw) => statementOf(raw, env.places)))),
  )
}

/** An item's statements as one segment, with the fields its member pinned. */
export function mergeStatements(
  state: MemberState,
  item: SegmentState,
  env: Env,
  tracks: LegHistory[] = tracksOfItem(item, env),
): MergedSegment {
  const merged = mergeCluster(tracks, mergeEnv(state, env))
  if (Object.keys(item.pinnedFields).length > 0) {
    Object.assign(merged.fields, item.pinnedFields)
    merged.statement = statementOf(
      new RawSegment(
        { id: '0', type: merged.type, source: merged.source, receivedAt: 0 },
        { ...merged.fields },
      ),
      env.places,
    )
    merged.warnings = mergeWarnings(merged.type, merged.fields, merged.statement, merged.currentStatements)
    for (const field of Object.keys(item.pinnedFields))
      merged.origins[field] = { source: 'manual', raw_id: merged.origins[field]?.raw_id ?? '0' }
  }
  return merged
}

/** Merges an item again from its statements. */
export function remergeSegment(
  state: MemberState,
  item: SegmentState,
  env: Env,
  tracks?: LegHistory[],
): void {
  const merged = mergeStatements(state, item, env, tracks)
  item.merged = merged
  item.status = merged.status
  setLeg(state, item, merged.status === 'Cancelled' ? null : legFromSegment(item.id, merged))
}

export interface ResolvedSegments {
  /** Items whose statements changed, new ones included. */
  changed: Set<SegmentState>
  created: Set<SegmentState>
  /** Items of `changed` that were merged again: some are there for their lookalikes alone. */
  remerged: Set<SegmentState>
  /** Items all of whose statements went to another: Merged. */
  mergedAway: Map<SegmentState, Id>
  /** Items left without any statement: Deleted. */
  emptied: Set<SegmentState>
}

/** Clusters all that has to do with `seeds` again and gives each cluster its segment; one that it has had is merged again only when `anew`. */
export function resolveSegments(
  state: MemberState,
  seeds: Set<RawSegment>,
  env: Env,
  anew: boolean,
): ResolvedSegments {
  const out: ResolvedSegments = {
    changed: new Set(),
    created: new Set(),
    remerged: new Set(),
    mergedAway: new Map(),
    emptied: new Set(),
  }
  const clusters = clustersOf(state, seeds, env)
  const raws = clusters.map((cluster) =>
    cluster.histories.flatMap((track) => track.versions.map((s) => s.raw)),
  )
  const votes = sharedStatementCounts(state, raws)
  const taken = assignSegments(state, votes)
  const final = clusters.map((cluster, k): SegmentState | null => {
    const list = raws[k] as RawSegment[]
    let item = taken.get(k) ?? null
    if (item === null && list.every((raw) => statementOf(raw, env.places).status === 'Cancelled')) {
      for (const raw of list) {
        state.heldCancellations.set(raw.id, raw)
        state.segmentOf.delete(raw.id)
      }
      return null
    }
    if (item === null) {
      item = new SegmentState(env.newId(), (list[0] as RawSegment).type, env.now)
      state.segments.set(item.id, item)
      out.created.add(item)
    }
    if (!anew && sameRaws(item.rawSegments, list)) return item
    for (const raw of list) {
      state.heldCancellations.delete(raw.id)
      state.segmentOf.set(raw.id, item.id)
    }
    item.rawSegments = list.slice().sort((a, b) => Number(a.id) - Number(b.id))
    remergeSegment(state, item, env, cluster.histories)
    out.remerged.add(item)
    out.changed.add(item)
    return item
  })
  clusters.forEach((cluster, k) => {
    const item = final[k]
    if (item == null) return
    const lookalikes = [...cluster.lookalikes]
      .flatMap((other) => (final[other] == null ? [] : [(final[other] as SegmentState).id]))
      .sort((a, b) => Number(a) - Number(b))
    if (lookalikes.join() === item.possibleDuplicates.join()) return
    // Who is alike no more, and was not reached by what came, has it in its list still.
    for (const id of item.possibleDuplicates)
      if (!lookalikes.includes(id)) noMoreAlike(state.segments.get(id), item.id, out.changed)
    item.possibleDuplicates = lookalikes
    out.changed.add(item)
  })
  const placed = new Set(taken.values())
  for (const [id, held] of votes) {
    const item = state.segments.get(id) as SegmentState
    if (placed.has(item)) continue
    const heaviest = [...held]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .map(([k]) => final[k])
      .find((other) => other != null)
    item.rawSegments = []
    if (heaviest != null) out.mergedAway.set(item, heaviest.id)
    else out.emptied.add(item)
  }
  return out
}

function noMoreAlike(item: SegmentState | undefined, id: Id, changed: Set<SegmentState>): void {
  if (item?.possibleDuplicates.includes(id) !== true) return
  item.possibleDuplicates = item.possibleDuplicates.filter((other) => other !== id)
  changed.add(item)
}

/** Takes items that are gone out of the lists of those that look like them. */
export function dropPossibleDuplicates(
  state: MemberState,
  gone: ReadonlySet<SegmentState>,
  changed: Set<SegmentState>,
): void {
  for (const item of gone) {
    for (const id of item.possibleDuplicates) {
      const other = state.segments.get(id)
      if (other !== undefined && other.rawSegments.length > 0) noMoreAlike(other, item.id, changed)
    }
    item.possibleDuplicates = []
  }
}

/** The clusters of all groups that `seeds` reach, in one list that their lookalikes count in. */
function clustersOf(state: MemberState, seeds: Set<RawSegment>, env: Env): Cluster[] {
  const rank = (source: string): number => env.source(source)?.priority ?? UNKNOWN_SOURCE_PRIORITY
  const out: Cluster[] = []
  for (const group of relatedGroups(state.index, seeds, env.places)) {
    const before = out.length
    for (const { histories: tracks, lookalikes } of clusterStatements(group, rank))
      out.push({ histories: tracks, lookalikes: new Set([...lookalikes].map((k) => before + k)) })
  }
  return out
}

/** How many statements of each old segment went to which cluster. */
type SharedCounts = Map<Id, Map<number, number>>

function sharedStatementCounts(state: MemberState, raws: RawSegment[][]): SharedCounts {
  const votes: SharedCounts = new Map()
  raws.forEach((list, k) => {
    for (const raw of list) {
      const owner = state.segmentOf.get(raw.id)
      if (owner === undefined) continue
      const held = votes.get(owner) ?? new Map<number, number>()
      held.set(k, (held.get(k) ?? 0) + 1)
      votes.set(owner, held)
    }
  })
  return votes
}

/** The old segment of each cluster that has one: heaviest votes first; ties to the older segment, then to the earlier cluster. */
function assignSegments(state: MemberState, votes: SharedCounts): Map<number, SegmentState> {
  const pairs: Array<{ item: SegmentState; k: number; weight: number }> = []
  for (const [id, held] of votes)
    for (const [k, weight] of held) pairs.push({ item: state.segments.get(id) as SegmentState, k, weight })
  pairs.sort(
    (a, b) =>
      b.weight - a.weight ||
      a.item.created - b.item.created ||
      Number(a.item.id) - Number(b.item.id) ||
      a.k - b.k,
  )
  const taken = new Map<number, SegmentState>()
  const placed = new Set<SegmentState>()
  for (const { item, k } of pairs) {
    if (taken.has(k) || placed.has(item)) continue
    taken.set(k, item)
    placed.add(item)
  }
  return taken
}

function sameRaws(a: readonly RawSegment[], b: readonly RawSegment[]): boolean {
  if (a.length !== b.length) return false
  const held = new Set(a)
  return b.every((raw) => held.has(raw))
}
