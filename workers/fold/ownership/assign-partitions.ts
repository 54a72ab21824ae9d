/**
 * Who should own which partition: bounded rendezvous hashing. Every worker computes the same answer from the same list of
 * live workers; nobody holds more than one partition more than anybody else, and few move when a worker comes or goes.
 */

/** The owner of each partition `0..partitions-1` among the workers; empty when there is no worker. */
export function assignPartitions(partitions: number, workers: string[]): Map<number, string> {
  const owners = new Map<number, string>()
  if (workers.length === 0) return owners
  const least = Math.floor(partitions / workers.length)
  let extras = partitions % workers.length
  const held = new Map(workers.map((worker) => [worker, 0]))
  const bids: Array<{ partition: number; worker: string; score: number }> = []
  for (let partition = 0; partition < partitions; partition++) {
    for (const worker of workers) bids.push({ partition, worker, score: mix(`${partition}:${worker}`) })
  }
  bids.sort((a, b) => b.score - a.score || a.partition - b.partition || (a.worker < b.worker ? -1 : 1))
  for (const { partition, worker } of bids) {
    const has = held.get(worker) ?? 0
    if (owners.has(partition) || has > least || (has === least && extras === 0)) continue
    if (has === least) extras -= 1
    owners.set(partition, worker)
    held.set(worker, has + 1)
  }
  return owners
}

/** FNV-1a with a final avalanche, 32 bits: close names give far scores. */
function mix(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
