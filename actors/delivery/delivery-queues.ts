/**
 * The due deliveries of one endpoint, queued. With `ordered: member` there is a queue per member, in
 * sequence, of which only the first may be sent, and only while no delivery of that member is in flight;
 * otherwise one queue, first come first served.
 */
import type { DueDelivery } from '../../schemas/webhooks/delivery.js'

/** A pending delivery as far as decisions depend on it. */
export type PendingDelivery = Pick<
  DueDelivery,
  'event' | 'member' | 'sequence' | 'attemptCount' | 'retryIndex' | 'waitsFor'
>

export interface DeliveryQueues<D extends PendingDelivery = PendingDelivery> {
  ordered: boolean
  /** Ordered: the queues by member, or by event if it belongs to no member. None of them is empty. */
  byKey: Map<string, D[]>
  /** Ordered: keys of which a delivery is in flight. */
  busy: Set<string>
  /** Ordered: by key, the sequence of the latest delivery that ended, until `forgetFinished`. */
  finished: Map<string, number>
  /**
   * Ordered: keys whose first delivery may be sent, first come first served; entries before `taken` are
   * spent.
   */
  ready: string[]
  /** Unordered: all deliveries; entries before `taken` are spent. */
  queue: D[]
  taken: number
  size: number
}

/** Spent entries kept before they are cut off. */
const MAX_SPENT = 512

/**
 * Queues with nothing in them. `ordered`: an event waits for the earlier ones of its member (webhooks.md 4).
 */
export function emptyQueues<D extends PendingDelivery>(ordered: boolean): DeliveryQueues<D> {
  return {
    ordered,
    byKey: new Map(),
    busy: new Set(),
    finished: new Map(),
    ready: [],
    queue: [],
    taken: 0,
    size: 0,
  }
}

function keyOf(delivery: PendingDelivery): string {
  return delivery.member ?? delivery.event
}

/**
 * Adds due deliveries. Returns those that have to wait in the store, because an earlier event of their member
 * is pending there and is not queued here.
 */
export function addDeliveries<D extends PendingDelivery>(queues: DeliveryQueues<D>, deliveries: D[]): D[] {
  queues.size += deliveries.length
  if (!queues.ordered) {
    for (const delivery of deliveries) queues.queue.push(delivery)
    return []
  }
  const touched = new Set<string>()
  for (const delivery of deliveries) {
    const key = keyOf(delivery)
    const queue = queues.byKey.get(key)
    touched.add(key)
    if (queue !== undefined) {
      insertInSequence(queue, delivery)
      continue
    }
    queues.byKey.set(key, [delivery])
    if (!queues.busy.has(key)) queues.ready.push(key)
  }
  const deferred: D[] = []
  for (const key of touched)
    if (!queues.busy.has(key) && !isNextInStore(queues, key)) deferred.push(...dropQueue(queues, key))
  return deferred
}

function insertInSequence<D extends PendingDelivery>(queue: D[], delivery: D): void {
  let at = queue.length
  while (at > 0 && (queue[at - 1]?.sequence ?? 0) > (delivery.sequence ?? 0)) at -= 1
  queue.splice(at, 0, delivery)
}

/** True if no pending event of the member was left out before the first of its queue. */
function isNextInStore(queues: DeliveryQueues, key: string): boolean {
  const waitsFor = queues.byKey.get(key)?.[0]?.waitsFor ?? null
  return waitsFor === null || (queues.finished.get(key) ?? -1) >= waitsFor
}

/** True if any delivery may be sent. */
export function hasReady(queues: DeliveryQueues): boolean {
  if (!queues.ordered) return queues.size > 0
  while (queues.taken < queues.ready.length) {
    const key = queues.ready[queues.taken]
    if (key !== undefined && queues.byKey.has(key) && !queues.busy.has(key)) return true
    queues.taken += 1
  }
  queues.ready = []
  queues.taken = 0
  return false
}

/**
 * Takes the next delivery that may be sent; its key is busy until `finishDelivery`. Null if there is none.
 */
export function takeDelivery<D extends PendingDelivery>(queues: DeliveryQueues<D>): D | null {
  if (!hasReady(queues)) return null
  if (!queues.ordered) return takeUnordered(queues)
  const key = queues.ready[queues.taken] ?? ''
  queues.taken += 1
  if (queues.taken > MAX_SPENT) {
    queues.ready = queues.ready.slice(queues.taken)
    queues.taken = 0
  }
  const queue = queues.byKey.get(key)
  const delivery = queue?.shift()
  if (queue === undefined || delivery === undefined) return null
  if (queue.length === 0) queues.byKey.delete(key)
  queues.busy.add(key)
  queues.size -= 1
  return delivery
}

function takeUnordered<D extends PendingDelivery>(queues: DeliveryQueues<D>): D | null {
  const delivery = queues.queue[queues.taken] ?? null
  queues.taken += 1
  queues.size -= 1
  if (queues.taken > MAX_SPENT) {
    queues.queue = queues.queue.slice(queues.taken)
    queues.taken = 0
  }
  return delivery
}

/** The queued deliveries, in no particular order. */
export function waitingDeliveries<D extends PendingDelivery>(queues: DeliveryQueues<D>): D[] {
  return queues.ordered ? [...queues.byKey.values()].flat() : queues.queue.slice(queues.taken)
}

/**
 * Records that a delivery is no longer in flight. If it has ended, the next of its queue may be sent, unless
 * the store has an earlier one; otherwise the deliveries queued after it are returned, to wait in the store.
 */
export function finishDelivery<D extends PendingDelivery>(
  queues: DeliveryQueues<D>,
  delivery: D,
  hasEnded: boolean,
): D[] {
  if (!queues.ordered) return []
  const key = keyOf(delivery)
  queues.busy.delete(key)
  if (hasEnded && delivery.sequence !== null) queues.finished.set(key, delivery.sequence)
  if (!queues.byKey.has(key)) return []
  if (!hasEnded || !isNextInStore(queues, key)) return dropQueue(queues, key)
  queues.ready.push(key)
  return []
}

/**
 * Forgets that a delivery has ended, once the store knows it: a delivery read from the store after that does not
 * name it in `waitsFor`. A key that still has a queue is kept, because its deliveries were read before. Without
 * this the map would grow for as long as the callback is claimed.
 */
export function forgetFinished(queues: DeliveryQueues, delivery: PendingDelivery): void {
  const key = keyOf(delivery)
  if (!queues.byKey.has(key) && queues.finished.get(key) === delivery.sequence) queues.finished.delete(key)
}

function dropQueue<D extends PendingDelivery>(queues: DeliveryQueues<D>, key: string): D[] {
  const queue = queues.byKey.get(key) ?? []
  queues.byKey.delete(key)
  queues.size -= queue.length
  return queue
}
