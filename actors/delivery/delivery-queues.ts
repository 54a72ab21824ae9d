/**
 * The heads of one callback that are due, in lines: with `ordered: member` a line per member, in sequence, of which only
 * the first may go and only while none of that member is in flight; otherwise a line per delivery.
 */
import type { Id } from '../../schemas/base/ids.js'

/** A pending delivery as the actor needs it. */
export interface PendingDelivery {
  event: string
  member: Id | null
  sequence: number | null
  /** Attempts ever made, over all replays. */
  attemptCount: number
  /** Attempts of this run: the place on the ladder. */
  retryIndex: number
  /** Sequence of the nearest earlier event of the member that was pending in the store when this one was read; null: none. */
  waitsFor: number | null
}

export interface DeliveryQueues<H extends PendingDelivery = PendingDelivery> {
  ordered: boolean
  byKey: Map<string, H[]>
  busy: Set<string>
  /** Ordered: the latest sequence of each line whose delivery is over, until `forgetOver`. */
  finished: Map<string, number>
  /** Unordered, in place of lines: what may go, first come first served; entries before `taken` are spent. */
  queue: H[]
  /** Keys of lines whose first may go, first come first served; entries before `taken` are spent. */
  ready: string[]
  taken: number
  size: number
}

/** Spent entries that are kept at most. */
const SPENT = 512

/** Lines with nothing in them; `ordered`: an event waits for the earlier ones of its member (webhooks.md 4). */
export function emptyQueues<H extends PendingDelivery>(ordered: boolean): DeliveryQueues<H> {
  return {
    ordered,
    byKey: new Map(),
    busy: new Set(),
    finished: new Map(),
    queue: [],
    ready: [],
    taken: 0,
    size: 0,
  }
}

/** Of an ordered line: a member's, or that of an event of no member. */
function keyOf(head: PendingDelivery): string {
  return head.member ?? head.event
}

/**
 * Adds heads that are due. Answers those that must wait in the store because an earlier event of their member is pending
 * there and is not among the known ones.
 */
export function addDeliveries<H extends PendingDelivery>(lines: DeliveryQueues<H>, heads: H[]): H[] {
  if (!lines.ordered) {
    for (const head of heads) lines.queue.push(head)
    lines.size += heads.length
    return []
  }
  const touched = new Set<string>()
  for (const head of heads) {
    const key = keyOf(head)
    const line = lines.byKey.get(key)
    touched.add(key)
    if (line === undefined) {
      lines.byKey.set(key, [head])
      if (!lines.busy.has(key)) lines.ready.push(key)
    } else {
      insert(line, head)
    }
    lines.size += 1
  }
  const parked: H[] = []
  for (const key of touched) {
    if (!lines.busy.has(key) && !isReady(lines, key)) parked.push(...dropQueue(lines, key))
  }
  return parked
}

function insert<H extends PendingDelivery>(line: H[], head: H): void {
  let at = line.length
  while (at > 0 && (line[at - 1]?.sequence ?? 0) > (head.sequence ?? 0)) at -= 1
  line.splice(at, 0, head)
}

/** Whether nothing pending is left out between what is over and the first of the line. */
function isReady(lines: DeliveryQueues, key: string): boolean {
  const after = lines.byKey.get(key)?.[0]?.waitsFor ?? null
  return after === null || (lines.finished.get(key) ?? -1) >= after
}

/** Whether any head may go. */
export function hasReady(lines: DeliveryQueues): boolean {
  if (!lines.ordered) return lines.size > 0
  while (lines.taken < lines.ready.length) {
    const key = lines.ready[lines.taken]
    if (key !== undefined && lines.byKey.has(key) && !lines.busy.has(key)) return true
    lines.taken += 1
  }
  lines.ready = []
  lines.taken = 0
  return false
}

/** Takes the next head that may go; its line is busy until `finishLine`. Null when there is none. */
export function takeDelivery<H extends PendingDelivery>(lines: DeliveryQueues<H>): H | null {
  if (!hasReady(lines)) return null
  if (!lines.ordered) return takeQueued(lines)
  const key = lines.ready[lines.taken] ?? ''
  lines.taken += 1
  if (lines.taken > SPENT) {
    lines.ready = lines.ready.slice(lines.taken)
    lines.taken = 0
  }
  const line = lines.byKey.get(key)
  const head = line?.shift()
  if (line === undefined || head === undefined) return null
  if (line.length === 0) lines.byKey.delete(key)
  lines.busy.add(key)
  lines.size -= 1
  return head
}

function takeQueued<H extends PendingDelivery>(lines: DeliveryQueues<H>): H | null {
  const head = lines.queue[lines.taken] ?? null
  lines.taken += 1
  lines.size -= 1
  if (lines.taken > SPENT) {
    lines.queue = lines.queue.slice(lines.taken)
    lines.taken = 0
  }
  return head
}

/** What waits, in no particular order. */
export function waitingDeliveries<H extends PendingDelivery>(lines: DeliveryQueues<H>): H[] {
  return lines.ordered ? [...lines.byKey.values()].flat() : lines.queue.slice(lines.taken)
}

/**
 * The head is no longer in flight. `over`: its line goes on, unless what is next in the line is not what is next in the
 * store; otherwise, and then, what stood behind it is answered, to be parked.
 */
export function finishDelivery<H extends PendingDelivery>(
  lines: DeliveryQueues<H>,
  head: H,
  over: boolean,
): H[] {
  if (!lines.ordered) return []
  const key = keyOf(head)
  lines.busy.delete(key)
  if (over && head.sequence !== null) lines.finished.set(key, head.sequence)
  if (!lines.byKey.has(key)) return []
  if (!over || !isReady(lines, key)) return dropQueue(lines, key)
  lines.ready.push(key)
  return []
}

/**
 * The store knows that the head's delivery is over: what is read from now on waits for it no longer. A line that still has
 * heads keeps it, since these were read before. Kept of every member it would grow for as long as the callback is claimed.
 */
export function forgetFinished(lines: DeliveryQueues, head: PendingDelivery): void {
  const key = keyOf(head)
  if (!lines.byKey.has(key) && lines.finished.get(key) === head.sequence) lines.finished.delete(key)
}

function dropQueue<H extends PendingDelivery>(lines: DeliveryQueues<H>, key: string): H[] {
  const line = lines.byKey.get(key) ?? []
  lines.byKey.delete(key)
  lines.size -= line.length
  return line
}
