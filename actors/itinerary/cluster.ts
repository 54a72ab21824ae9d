/**
 * Matching across sources (itinerary.md 3 M): tracks are taken in order of source priority; each joins the cluster with the
 * best proof in which nothing forbids it, else opens one. A cluster is one segment.
 */
import { Company } from './company.js'
import { LOOKALIKE } from './match/rule.js'
import type { Statement } from './statement.js'
import { inOrder, relateTracks, tellsHour, tracksOf } from './tracks.js'
import type { Track } from './tracks.js'

export interface Cluster {
  tracks: Track[]
  /** Places in the answer of clusters that look alike without proof. */
  lookalikes: Set<number>
}

/** A cluster that tracks may join still, and its place in the answer. */
interface Open {
  at: number
  company: Company
  lookalikes: Set<number>
}

export type Rank = (source: string) => number

function bySource(rank: Rank): (a: Track, b: Track) => number {
  return (a, b) => {
    const left = a.words[0] as Statement
    const right = b.words[0] as Statement
    return (
      rank(a.source) - rank(b.source) ||
      (a.source < b.source ? -1 : a.source > b.source ? 1 : 0) ||
      left.made - right.made ||
      left.raw.at - right.raw.at ||
      (left.start?.at ?? 0) - (right.start?.at ?? 0) ||
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
export function clusterOf(statements: Statement[], rank: Rank): Cluster[] {
  const groups = new Map<string, Statement[]>()
  for (const s of inOrder(statements)) {
    const key = `${s.raw.source}|${s.key ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [s])
    else group.push(s)
  }
  const tracks = [...groups.values()].flatMap(tracksOf).sort(bySource(rank))
  const clusters: Open[] = []
  for (const track of tracks) {
    const newest = track.words.at(-1) as Statement
    const timed = tellsHour(track)
    let best: Open | null = null
    let bestScore: Score = [Infinity, Infinity, Infinity, Infinity]
    const alike: Open[] = []
    for (const cluster of clusters) {
      let tier = Infinity
      let gap = Infinity
      let barred = false
      let seen = false
      // What tells the day alone may stand with one hour, and not join two that do not match.
      let hours = 0
      let matching = 0
      for (const other of cluster.company.met(track)) {
        const relation = relateTracks(track, other)
        if (timed && tellsHour(other)) {
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
            Math.abs(((other.words.at(-1) as Statement).start?.at ?? 0) - (newest.start?.at ?? 0)),
          )
        }
      }
      if (barred || (hours > 0 && matching === 0 && tier < Infinity)) continue
      if (tier === Infinity) {
        if (seen) alike.push(cluster)
        continue
      }
      const booked = (track.words[0] as Statement).made
      const score: Score = [
        tier,
        cluster.company.givenUp(booked) ? 1 : 0,
        gap,
        cluster.company.bookedApart(booked),
      ]
      if (better(score, bestScore)) {
        best = cluster
        bestScore = score
      } else alike.push(cluster)
    }
    if (best === null) {
      best = { at: clusters.length, company: new Company(), lookalikes: new Set() }
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
  return clusters.map(({ company, lookalikes }) => ({ tracks: company.tracks, lookalikes }))
}
