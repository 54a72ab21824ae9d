/**
 * Which worker should own which partition: bounded rendezvous hashing. Every worker computes the same answer
 * from the same list of live workers; no worker holds more than one partition more than another, and few move
 * when a worker joins or leaves.
 */

/** The owner of each partition `0..partitions-1`; empty if there is no worker. */
export function assignPartitions(partitions: number, workers: string[]): Map<number, string> {
  const owners = new Map<number, string>()
  if (workers.length === 0) return owners
  const minimum = Math.floor(partitions / workers.length)
  let extras = partitions % workers.length
  const held = new Map(workers.map((worker) => [worker, 0]))
  const bids: Array<{ partition: number; worker: string; score: number }> = []
  for (let partition = 0; partition < partitions; partition++) {
    for (const worker of workers) bids.push({ partition, worker, score: hash(`${partition}:${worker}`) })
  }
  bids.sort((a, b) => b.score - a.score || a.partition - b.partition || (a.worker < b.worker ? -1 : 1))
  for (const { partition, worker } of bids) {
    const holds = held.get(worker) ?? 0
    if (owners.has(partition) || holds > minimum || (holds === minimum && extras === 0)) continue
    if (holds === minimum) extras -= 1
    owners.set(partition, worker)
    held.set(worker, holds + 1)
  }
  return owners
}

/** FNV-1a with a final avalanche, 32 bits: similar names get unrelated scores. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
