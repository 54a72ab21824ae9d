/**
 * RULES 3.4 Clusters: histories are taken in order of source priority; each joins the cluster with the
 * best proof in which nothing forbids it, else opens one. A cluster is one segment.
 */
import { compareText } from '../../../schemas/base/text.js'
import { inOrder } from '../lib/in-order.js'
import type { Statement } from '../statement/statement.js'
import { ClusterMembers } from './cluster-members.js'
import { buildHistories, hasStartTime, newestVersion, relateHistories } from './statement-history.js'
import type { StatementHistory } from './statement-history.js'
import { isMatch, strengthOf } from './match-answer.js'
import type { Tier } from './match-answer.js'
import { sortVersions } from './version-order.js'

export interface Cluster {
  histories: StatementHistory[]
  /** Positions in the result of clusters that look alike without proof. */
  lookalikes: ReadonlySet<number>
}

const NO_LOOKALIKES: ReadonlySet<number> = new Set()

/** A cluster that histories may still join, and its position in the result. */
interface OpenCluster {
  position: number
  members: ClusterMembers
  lookalikes: Set<number>
}

export type SourceRank = (source: string) => number

function byPriority(rank: SourceRank): (a: StatementHistory, b: StatementHistory) => number {
  return (a, b) => {
    const left = a.versions[0] as Statement
    const right = b.versions[0] as Statement
    return (
      rank(a.source) - rank(b.source) ||
      compareText(a.source, b.source) ||
      left.statedAt - right.statedAt ||
      left.raw.receivedAt - right.raw.receivedAt ||
      (left.start?.instant ?? 0) - (right.start?.instant ?? 0) ||
      (JSON.stringify(left.raw.fields) < JSON.stringify(right.raw.fields) ? -1 : 1)
    )
  }
}

/** Tier, cancelled before or not, distance in time, distance in booking: the lower the better. */
type Score = readonly [number, number, number, number]
const WORST_SCORE: Score = [Infinity, Infinity, Infinity, Infinity]

function isBetter(a: Score, b: Score): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] as number) < (b[i] as number)
  return false
}

/**
 * `match`: it may join; `lookalike`: it only looks alike; `barred`: a member forbids it, or nothing relates
 * them.
 */
type Relation = { is: 'match'; tier: Tier; gap: number } | { is: 'lookalike' } | { is: 'barred' }
const LOOKS_ALIKE: Relation = { is: 'lookalike' }
const BARRED: Relation = { is: 'barred' }

/** How a history relates to a cluster: the best tier of any member, unless one conflicts. */
function relateToCluster(history: StatementHistory, members: ClusterMembers): Relation {
  const newest = newestVersion(history)
  const isTimed = hasStartTime(history)
  let tier: Tier | null = null
  let gap = Infinity
  let looksAlike = false
  // A date alone may be with one time, but must not join two times that do not match.
  let timed = 0
  let timedMatches = 0
  for (const other of members.candidates(history)) {
    const answer = relateHistories(history, other)
    if (isTimed && hasStartTime(other)) {
      timed++
      if (isMatch(answer)) timedMatches++
    }
    if (answer === 'conflict') return BARRED
    if (answer === 'lookalike') looksAlike = true
    else if (isMatch(answer)) {
      if (tier === null || strengthOf(answer) > strengthOf(tier)) tier = answer
      gap = Math.min(gap, Math.abs((newestVersion(other).start?.instant ?? 0) - (newest.start?.instant ?? 0)))
    }
  }
  if (tier === null) return looksAlike ? LOOKS_ALIKE : BARRED
  return timed > 0 && timedMatches === 0 ? BARRED : { is: 'match', tier, gap }
}

/**
 * True if two clusters, of which no statement matches one of the other, look alike: a history of one of them
 * looks like one of the other that has been clustered before it, and conflicts with none of these.
 */
export function areLookalikes(
  one: readonly StatementHistory[],
  other: readonly StatementHistory[],
  rank: SourceRank,
): boolean {
  const others = new Set(other)
  const before: StatementHistory[] = []
  for (const history of [...one, ...other].sort(byPriority(rank))) {
    const opposite = before.filter((earlier) => others.has(earlier) !== others.has(history))
    if (looksLike(history, opposite)) return true
    before.push(history)
  }
  return false
}

function looksLike(history: StatementHistory, earlier: readonly StatementHistory[]): boolean {
  let looksAlike = false
  for (const other of earlier) {
    const answer = relateHistories(history, other)
    if (answer === 'conflict') return false
    if (answer === 'lookalike') looksAlike = true
  }
  return looksAlike
}

/** The clusters of statements of one type that may be related; the same for any order of them (RULES 2.1). */
export function clusterStatements(statements: readonly Statement[], rank: SourceRank): Cluster[] {
  // Most statements relate to no other.
  if (statements.length === 1) return [{ histories: buildHistories(statements), lookalikes: NO_LOOKALIKES }]
  const clusters: OpenCluster[] = []
  for (const history of inOrder(historiesOf(statements), byPriority(rank)))
    addToBestCluster(clusters, history)
  return clusters.map(({ members, lookalikes }) => ({ histories: members.histories, lookalikes }))
}

/**
 * Histories of all bookings of all sources. Those of a segment's own statements are the same as within its whole cluster:
 * a history never spans two segments.
 */
export function historiesOf(statements: readonly Statement[]): StatementHistory[] {
  const groups = new Map<string, Statement[]>()
  for (const s of sortVersions(statements)) {
    const key = `${s.raw.source}|${s.locatorKey ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [s])
    else group.push(s)
  }
  return [...groups.values()].flatMap(buildHistories)
}

function addToBestCluster(clusters: OpenCluster[], history: StatementHistory): void {
  const bookedAt = (history.versions[0] as Statement).statedAt
  let best: OpenCluster | null = null
  let bestScore = WORST_SCORE
  const lookalikes: OpenCluster[] = []
  for (const cluster of clusters) {
    const relation = relateToCluster(history, cluster.members)
    if (relation.is === 'barred') continue
    if (relation.is === 'lookalike') {
      lookalikes.push(cluster)
      continue
    }
    const score: Score = [
      -strengthOf(relation.tier),
      cluster.members.wasCancelledBefore(bookedAt) ? 1 : 0,
      relation.gap,
      cluster.members.bookingDistance(bookedAt),
    ]
    if (isBetter(score, bestScore)) {
      best = cluster
      bestScore = score
    } else lookalikes.push(cluster)
  }
  if (best === null) {
    best = { position: clusters.length, members: new ClusterMembers(), lookalikes: new Set() }
    clusters.push(best)
  }
  best.members.add(history)
  for (const other of lookalikes) {
    if (other === best) continue
    best.lookalikes.add(other.position)
    other.lookalikes.add(best.position)
  }
}
