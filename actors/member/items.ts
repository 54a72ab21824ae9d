/** From the statements that changed to the segments they make, with ids that last (itinerary.md 3 and 7). */
import type { Id } from '../../schemas/ids.js'
import { LAST_RANK } from '../itinerary/accounts.js'
import { clusterOf } from '../itinerary/cluster.js'
import type { Cluster } from '../itinerary/cluster.js'
import { legOf } from '../itinerary/leg.js'
import { merge, warningsOf } from '../itinerary/merge.js'
import type { MergeEnv, Merged } from '../itinerary/merge.js'
import { Raw } from '../itinerary/raw.js'
import { statementOf } from '../itinerary/statement.js'
import { inOrder, tracksOf } from '../itinerary/tracks.js'
import type { Track } from '../itinerary/tracks.js'
import { related } from '../itinerary/statements.js'
import type { Env } from './env.js'
import { setLeg } from './legs.js'
import { Item } from './item.js'
import type { MemberState } from './state.js'

/** What merging may ask about the outside: places, sources, and what this member's cancelled and replaced bookings say. */
export function mergeEnv(state: MemberState, env: Env): MergeEnv {
  return {
    places: env.places,
    source: env.source,
    swept: (source, key) => state.sweeps.get(`${source}#${key}`),
    replaced: (source, key) => state.replaced.get(`${source}#${key}`),
  }
}

/** Tracks of an item's statements alone: the same as within its whole cluster, since a track never spans two items. */
function tracksOfItem(item: Item, env: Env): Track[] {
  const groups = new Map<string, Raw[]>()
  for (const raw of item.raws) {
    const s = statementOf(raw, env.places)
    const key = `${raw.source}|${s.key ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [raw])
    else group.push(raw)
  }
  return [...groups.values()].flatMap((group) =>
    tracksOf(inOrder(group.map((raw) => statementOf(raw, env.places)))),
  )
}

/** An item's statements as one segment, with the fields its member pinned. */
export function mergedOf(
  state: MemberState,
  item: Item,
  env: Env,
  tracks: Track[] = tracksOfItem(item, env),
): Merged {
  const merged = merge(tracks, mergeEnv(state, env))
  if (Object.keys(item.set).length > 0) {
    Object.assign(merged.fields, item.set)
    merged.view = statementOf(
      new Raw({ id: '0', type: merged.type, source: merged.source, at: 0 }, { ...merged.fields }),
      env.places,
    )
    merged.warnings = warningsOf(merged.type, merged.fields, merged.view, merged.words)
    for (const field of Object.keys(item.set))
      merged.origins[field] = { source: 'manual', raw_id: merged.origins[field]?.raw_id ?? '0' }
  }
  return merged
}

/** Merges an item again from its statements. */
export function remerge(state: MemberState, item: Item, env: Env, tracks?: Track[]): void {
  const merged = mergedOf(state, item, env, tracks)
  item.merged = merged
  item.status = merged.status
  setLeg(state, item, merged.status === 'Cancelled' ? null : legOf(item.id, merged))
}

export interface Resolved {
  /** Items whose statements changed, new ones included. */
  changed: Set<Item>
  created: Set<Item>
  /** Items of `changed` that were merged again: some are there for their lookalikes alone. */
  merged: Set<Item>
  /** Items all of whose statements went to another: Merged. */
  lost: Map<Item, Id>
  /** Items left without any statement: Deleted. */
  emptied: Set<Item>
}

/** Clusters all that has to do with `seeds` again and gives each cluster its segment; one that it has had is merged again only when `anew`. */
export function resolve(state: MemberState, seeds: Set<Raw>, env: Env, anew: boolean): Resolved {
  const out: Resolved = {
    changed: new Set(),
    created: new Set(),
    merged: new Set(),
    lost: new Map(),
    emptied: new Set(),
  }
  const clusters = clustersOf(state, seeds, env)
  const raws = clusters.map((cluster) => cluster.tracks.flatMap((track) => track.words.map((s) => s.raw)))
  const votes = votesOf(state, raws)
  const taken = elect(state, votes)
  const final = clusters.map((cluster, k): Item | null => {
    const list = raws[k] as Raw[]
    let item = taken.get(k) ?? null
    if (item === null && list.every((raw) => statementOf(raw, env.places).standing === 'Cancelled')) {
      for (const raw of list) {
        state.held.set(raw.id, raw)
        state.owner.delete(raw.id)
      }
      return null
    }
    if (item === null) {
      item = new Item(env.id(), (list[0] as Raw).type, env.now)
      state.items.set(item.id, item)
      out.created.add(item)
    }
    if (!anew && sameRaws(item.raws, list)) return item
    for (const raw of list) {
      state.held.delete(raw.id)
      state.owner.set(raw.id, item.id)
    }
    item.raws = list.slice().sort((a, b) => Number(a.id) - Number(b.id))
    remerge(state, item, env, cluster.tracks)
    out.merged.add(item)
    out.changed.add(item)
    return item
  })
  clusters.forEach((cluster, k) => {
    const item = final[k]
    if (item == null) return
    const lookalikes = [...cluster.lookalikes]
      .flatMap((other) => (final[other] == null ? [] : [(final[other] as Item).id]))
      .sort((a, b) => Number(a) - Number(b))
    if (lookalikes.join() === item.lookalikes.join()) return
    // Who is alike no more, and was not reached by what came, has it in its list still.
    for (const id of item.lookalikes)
      if (!lookalikes.includes(id)) noMoreAlike(state.items.get(id), item.id, out.changed)
    item.lookalikes = lookalikes
    out.changed.add(item)
  })
  const placed = new Set(taken.values())
  for (const [id, held] of votes) {
    const item = state.items.get(id) as Item
    if (placed.has(item)) continue
    const heaviest = [...held]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .map(([k]) => final[k])
      .find((other) => other != null)
    item.raws = []
    if (heaviest != null) out.lost.set(item, heaviest.id)
    else out.emptied.add(item)
  }
  return out
}

function noMoreAlike(item: Item | undefined, id: Id, changed: Set<Item>): void {
  if (item?.lookalikes.includes(id) !== true) return
  item.lookalikes = item.lookalikes.filter((other) => other !== id)
  changed.add(item)
}

/** Takes items that are gone out of the lists of those that look like them. */
export function forgetAlike(state: MemberState, gone: ReadonlySet<Item>, changed: Set<Item>): void {
  for (const item of gone) {
    for (const id of item.lookalikes) {
      const other = state.items.get(id)
      if (other !== undefined && other.raws.length > 0) noMoreAlike(other, item.id, changed)
    }
    item.lookalikes = []
  }
}

/** The clusters of all groups that `seeds` reach, in one list that their lookalikes count in. */
function clustersOf(state: MemberState, seeds: Set<Raw>, env: Env): Cluster[] {
  const rank = (source: string): number => env.source(source)?.priority ?? LAST_RANK
  const out: Cluster[] = []
  for (const group of related(state.index, seeds, env.places)) {
    const before = out.length
    for (const { tracks, lookalikes } of clusterOf(group, rank))
      out.push({ tracks, lookalikes: new Set([...lookalikes].map((k) => before + k)) })
  }
  return out
}

/** How many statements of each old segment went to which cluster. */
type Votes = Map<Id, Map<number, number>>

function votesOf(state: MemberState, raws: Raw[][]): Votes {
  const votes: Votes = new Map()
  raws.forEach((list, k) => {
    for (const raw of list) {
      const owner = state.owner.get(raw.id)
      if (owner === undefined) continue
      const held = votes.get(owner) ?? new Map<number, number>()
      held.set(k, (held.get(k) ?? 0) + 1)
      votes.set(owner, held)
    }
  })
  return votes
}

/** The old segment of each cluster that has one: heaviest votes first; ties to the older segment, then to the earlier cluster. */
function elect(state: MemberState, votes: Votes): Map<number, Item> {
  const pairs: Array<{ item: Item; k: number; weight: number }> = []
  for (const [id, held] of votes)
    for (const [k, weight] of held) pairs.push({ item: state.items.get(id) as Item, k, weight })
  pairs.sort(
    (a, b) =>
      b.weight - a.weight ||
      a.item.created - b.item.created ||
      Number(a.item.id) - Number(b.item.id) ||
      a.k - b.k,
  )
  const taken = new Map<number, Item>()
  const placed = new Set<Item>()
  for (const { item, k } of pairs) {
    if (taken.has(k) || placed.has(item)) continue
    taken.set(k, item)
    placed.add(item)
  }
  return taken
}

function sameRaws(a: readonly Raw[], b: readonly Raw[]): boolean {
  if (a.length !== b.length) return false
  const held = new Set(a)
  return b.every((raw) => held.has(raw))
}
