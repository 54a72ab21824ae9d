/**
 * Segments whose documents and raw segments stay in the store (design.md 5: the cost of a step is what it touches, not all
 * that is held). Their legs and the keys of their statements stay in memory, so that whatever may concern them is found.
 */
import type { StoredSegment } from '../../schemas/folded.js'
import type { Env } from './env.js'
import { mergedOf } from './items.js'
import type { Item } from './item.js'
import type { MemberState, StoredItem } from './state.js'
import { bringSaid, rawFrom, splitText } from './stored-raws.js'
import { weighItem } from './weigh.js'

/** How many segments of a member stay in full, the latest that steps looked at: a handful of trips. */
export const IN_FULL = 32

/** Remembers what a step looked at; what it saw by its leg alone may be away still. */
export function lookedAt(state: MemberState, items: readonly Item[]): void {
  const seen = new Set(items.filter(({ away }) => !away))
  for (const item of seen) {
    state.recent.delete(item)
    state.recent.add(item)
  }
  state.looked = seen.size
}

/** Lets go of segments that no step looked at lately. To be called for states alone of which every row is saved or about to be. */
export function rest(state: MemberState, full = IN_FULL): void {
  const most = Math.max(full, state.looked)
  for (const item of state.recent) {
    if (state.recent.size <= most) return
    state.recent.delete(item)
    item.rest()
    weighItem(state, item)
  }
}

/** Takes in rows of segments that were away. */
export function bring(state: MemberState, rows: readonly StoredSegment[], env: Env): void {
  for (const { id, doc, state: text } of rows) {
    const item = state.items.get(id)
    if (item?.away !== true || doc === null) continue
    const [line, said] = splitText(text)
    const kept = JSON.parse(line) as StoredItem
    item.doc = doc
    if (said !== null) bringSaid(item.raws, kept.n ?? [], said)
    else
      for (const stored of kept.r ?? [])
        item.raws
          .find((raw) => raw.id === stored[0])
          ?.bring({ read: () => rawFrom(item.type, stored).fields }, 0)
    if (item.raws.length > 0) item.mergeLater(() => mergedOf(state, item, env))
    state.recent.add(item)
    weighItem(state, item)
  }
}
