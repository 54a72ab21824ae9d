/** EVENTS with its durable, acknowledged consumer, which all delivery workers share. */
import type { VirtualTime } from './virtual-time.js'

const ACK_WAIT_MS = 10_000
const BATCH_SIZE = 50

interface Waiting {
  seq: number
  bytes: Uint8Array
  /** Delivered again from this virtual time on. */
  dueAt: number
}

export class EventStream {
  private waiting: Waiting[] = []
  private readonly ids = new Map<string, number>()
  private lastSeq = 0

  constructor(private readonly time: VirtualTime) {}

  publish(bytes: Uint8Array, id: string): { seq: number; duplicate: boolean } {
    const known = this.ids.get(id)
    if (known !== undefined) return { seq: known, duplicate: true }
    this.ids.set(id, ++this.lastSeq)
    this.waiting.push({ seq: this.lastSeq, bytes, dueAt: 0 })
    return { seq: this.lastSeq, duplicate: false }
  }

  /** Loses everything that was not acknowledged. */
  lose(): number {
    return this.waiting.splice(0).length
  }

  fetch(): Array<{ seq: number; bytes: Uint8Array }> {
    const batch = this.waiting.filter(({ dueAt }) => dueAt <= this.time.now).slice(0, BATCH_SIZE)
    for (const one of batch) one.dueAt = this.time.now + ACK_WAIT_MS
    return batch.map(({ seq, bytes }) => ({ seq, bytes }))
  }

  acknowledge(sequences: ReadonlySet<number>): void {
    this.waiting = this.waiting.filter(({ seq }) => !sequences.has(seq))
  }

  redeliver(seq: number, ms: number): void {
    const one = this.waiting.find((waiting) => waiting.seq === seq)
    if (one !== undefined) one.dueAt = this.time.now + ms
  }
}
