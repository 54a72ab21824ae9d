/**
 * Matching across sources (RULES 3.4): tracks are taken in order of source priority; each joins the cluster with the
 * best proof in which nothing forbids it, else opens one. A cluster is one segment.
 */
import { ClusterMembers } from './cluster-members.js'
import { LOOKALIKE } from './match-rule.js'
import type { Statement } from '../statement/statement.js'
import { sortVersions, relateHistories, hasStartTime, buildLegHistories } from './leg-history.js'
import type { LegHistory } from './leg-history.js'

export interface Cluster {
  histories: LegHistory[]
  /** Places in the answer of clusters that look alike without proof. */
  lookalikes: Set<number>
}

/** A cluster that tracks may join still, and its place in the answer. */
interface OpenCluster {
  at: number
  company: ClusterMembers
  lookalikes: Set<number>
}

export type SourceRank = (source: string) => number

function bySource(rank: SourceRank): (a: LegHistory, b: LegHistory) => number {
  return (a, b) => {
    const left = a.versions[0] as Statement
    const right = b.versions[0] as Statement
    return (
      rank(a.source) - rank(b.source) ||
      (a.source < b.source ? -1 : a.source > b.source ? 1 : 0) ||
      left.statedAt - right.statedAt ||
      left.raw.receivedAt - right.raw.receivedAt ||
      (left.start?.instant ?? 0) - (right.start?.instant ?? 0) ||
      (JSON.stringify(left.raw.fields) < JSON.stringify(right.raw.fields) ? -1 : 1)
    )
  }
}

/** Tier, given up or not, how far apart in time, how far apart in booking: the lower the better. */
type Score = [number, number, number, number]

function better(a: Score, b: Score): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] as number) < (b[i] as number)
  return false
}

/** The clusters of statements of one type that may have to do with each other; the same for any order of them. */
export function clusterStatements(statements: Statement[], rank: SourceRank): Cluster[] {
  const groups = new Map<string, Statement[]>()
  for (const s of sortVersions(statements)) {
    const key = `${s.raw.source}|${s.locatorKey ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [s])
    else group.push(s)
  }
  const tracks = [...groups.values()].flatMap(buildLegHistories).sort(bySource(rank))
  const clusters: OpenCluster[] = []
  for (const track of tracks) {
    const newest = track.versions.at(-1) as Statement
    const timed = hasStartTime(track)
    let best: OpenCluster | null = null
    let bestScore: Score = [Infinity, Infinity, Infinity, Infinity]
    const alike: OpenCluster[] = []
    for (const cluster of clusters) {
      let tier = Infinity
      let gap = Infinity
      let barred = false
      let seen = false
      // What tells the day alone may stand with one hour, and not join two that do not match.
      let hours = 0
      let matching = 0
      for (const other of cluster.company.candidates(track)) {
        const relation = relateHistories(track, other)
        if (timed && hasStartTime(other)) {
          hours++
          if (relation > 0 && relation < LOOKALIKE) matching++
        }
        if (relation < 0) {
          barred = true
          break
        }
        if (relation >= LOOKALIKE) seen = true
        else if (relation > 0) {
          if (relation < tier) tier = relation
          gap = Math.min(
            gap,
            Math.abs(
              ((other.versions.at(-1) as Statement).start?.instant ?? 0) - (newest.start?.instant ?? 0),
            ),
          )
        }
      }
      if (barred || (hours > 0 && matching === 0 && tier < Infinity)) continue
      if (tier === Infinity) {
        if (seen) alike.push(cluster)
        continue
      }
      const booked = (track.versions[0] as Statement).statedAt
      const score: Score = [
        tier,
        cluster.company.wasCancelledBefore(booked) ? 1 : 0,
        gap,
        cluster.company.bookingDistance(booked),
      ]
      if (better(score, bestScore)) {
        best = cluster
        bestScore = score
      } else alike.push(cluster)
    }
    if (best === null) {
      best = { at: clusters.length, company: new ClusterMembers(), lookalikes: new Set() }
      clusters.push(best)
    }
    best.company.add(track)
    for (const other of alike) {
      if (other !== best) {
        best.lookalikes.add(other.at)
        other.lookalikes.add(best.at)
      }
    }
  }
  return clusters.map(({ company, lookalikes }) => ({ histories: company.histories, lookalikes }))
}
