/** The clusters that a step reaches, with no more statements than a segment may have (RULES 2.3 and 3.4). */
import { MAX_STATEMENTS_ON_FULL_DAY } from '../../../schemas/itinerary/itinerary-limits.js'
import type { Pieces } from '../../itinerary/lib/pieces.js'
import { clusterStatements } from '../../itinerary/match/cluster.js'
import type { Cluster, SourceRank } from '../../itinerary/match/cluster.js'
import type { StatementHistory } from '../../itinerary/match/statement-history.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { removeStatement } from '../../itinerary/statement/statement-index.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { admittedGroups } from './admission.js'
import { isNew, refuseRawSegment } from './segment-limits.js'
import type { Refusals } from './segment-limits.js'
import { dropSupersededVersions, mostStatements } from './superseded-versions.js'

/** A cluster with its raw segments, and the number of its group of related statements. */
export interface ResolvedCluster extends Cluster {
  raws: RawSegment[]
  group: number
}

/**
 * The clusters of all groups that `toCluster` reaches, in one list; lookalikes are positions in that list.
 */
export function* clustersOf(
  state: MemberState,
  toCluster: Set<RawSegment>,
  refusals: Refusals,
  { env, rank }: { env: Env; rank: SourceRank },
): Pieces<ResolvedCluster[]> {
  const clusters: ResolvedCluster[] = []
  const groups = admittedGroups(state, toCluster, refusals, env)
  for (const [group, statements] of groups.entries()) {
    yield
    const offset = clusters.length
    for (const { histories, lookalikes } of clusterStatements(statements, rank))
      clusters.push({
        histories,
        lookalikes: lookalikes.size === 0 ? lookalikes : new Set([...lookalikes].map((k) => offset + k)),
        raws: rawsOf(histories),
        group,
      })
  }
  return clusters
}

function rawsOf(histories: readonly StatementHistory[]): RawSegment[] {
  const raws: RawSegment[] = []
  for (const { versions } of histories) for (const { raw } of versions) raws.push(raw)
  return raws
}

const TOO_MANY_BOOKINGS = 'The segment has too many bookings; it cannot take another.'

/**
 * RULES 2.3: takes statements out of a cluster that has too many: superseded ones, which it returns, then new
 * ones of further bookings, which are refused.
 */
export function trimCluster(
  state: MemberState,
  cluster: ResolvedCluster,
  env: Env,
  refused: Refusals,
): RawSegment[] {
  if (cluster.raws.length <= MAX_STATEMENTS_ON_FULL_DAY) return []
  const most = mostStatements(state, cluster.histories, env)
  const dropped = dropSupersededVersions(cluster.histories, most).map(({ raw }) => raw)
  for (const raw of dropped) {
    removeStatement(state.index, raw, env.places)
    state.segmentOf.delete(raw.id)
  }
  let count = cluster.histories.reduce((sum, { versions }) => sum + versions.length, 0)
  const added = cluster.histories.filter(({ versions }) => versions.every(({ raw }) => isNew(state, raw)))
  for (const history of added.reverse()) {
    if (count <= most || cluster.histories.length === 1) break
    cluster.histories.splice(cluster.histories.indexOf(history), 1)
    count -= history.versions.length
    for (const { raw } of history.versions)
      refuseRawSegment(state, refused, { raw, reason: TOO_MANY_BOOKINGS, env })
  }
  cluster.raws = rawsOf(cluster.histories)
  return dropped
}
