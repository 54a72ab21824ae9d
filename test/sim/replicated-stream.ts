/**
 * A stream on three servers. What its leader takes goes into one log, which a majority has before a publisher hears of it;
 * each replica applies the log at its own pace, with the configuration that it has heard of, which reaches it by another
 * way and maybe later. A leader that is frozen or cut off answers from what it has, until it hears of its successor.
 */
import { sliceOf } from '../../schemas/stream/subjects.js'
import type { VirtualTime } from './virtual-time.js'

export interface StoredMessage {
  seq: number
  subject: string
  bytes: Uint8Array
  /** Epoch milliseconds, by the clock of the leader. */
  stored: number
}

/** What the stream takes, and by what it numbers: the subject transform that the configuration names. */
export interface StreamSetup {
  takes: 'publishers' | 'repair'
  slices: number
}

interface Publication {
  subject: string
  bytes: Uint8Array
  stored: number
}

type Entry = { at: number } & ({ message: Publication } | { purgeTo: number })

export interface Replica {
  readonly index: number
  /** Log entries applied. */
  applied: number
  messages: StoredMessage[]
  lastSeq: number
  setup: StreamSetup
  alive: boolean
  /** How long it takes to apply an entry, and to hear of another configuration. */
  lagMs: number
  /** What its clock shows too much. */
  clockOffset: number
  isApplying: boolean
}

export class ReplicatedStream {
  streamId = 'stream-0'
  readonly replicas: Replica[]
  /** The replica that leads; null while one is being elected. */
  leader: Replica | null
  /** Called when a replica has stored something. */
  onApplied: (replica: Replica) => void = () => undefined
  private log: Entry[] = []
  /** Sequences by message id. */
  private ids = new Map<string, number>()

  constructor(
    private readonly time: VirtualTime,
    private readonly epoch: number,
    setup: StreamSetup,
  ) {
    this.replicas = [0, 1, 2].map((index) => ({
      index,
      applied: 0,
      messages: [],
      lastSeq: 0,
      setup: { ...setup },
      alive: true,
      lagMs: 3,
      clockOffset: Math.floor(time.between(-200, 200)),
      isApplying: false,
    }))
    this.leader = this.replicas[0]!
  }

  /** What all replicas will have: the log is applied by the leader at once, whichever it is. */
  get truth(): Replica {
    return this.leader ?? this.replicas.reduce((a, b) => (b.applied > a.applied ? b : a))
  }

  /** Stores a message through the leader; its sequence, or why it is not stored. */
  publish(
    subject: string,
    bytes: Uint8Array,
    { id, after }: { id: string; after?: number },
  ): { seq: number; duplicate: boolean } | 'no leader' | 'not taken' | 'wrong sequence' {
    const { leader } = this
    if (leader === null) return 'no leader'
    const [prefix] = subject.split('.')
    if (leader.setup.takes === 'repair' ? prefix !== 'heal' : prefix === 'heal') return 'not taken'
    const known = this.ids.get(id)
    if (known !== undefined) return { seq: known, duplicate: true }
    if (after !== undefined && leader.lastSeq !== after) return 'wrong sequence'
    const stored = this.epoch + Math.floor(this.time.now) + leader.clockOffset
    this.append({ at: this.time.now, message: { subject, bytes, stored } })
    this.ids.set(id, leader.lastSeq)
    return { seq: leader.lastSeq, duplicate: false }
  }

  /** Removes the messages before `seq`; beyond the end, the stream continues there. False without a leader. */
  purge(seq: number): boolean {
    if (this.leader === null) return false
    this.append({ at: this.time.now, purgeTo: seq })
    return true
  }

  /** Takes one message away on these replicas, as a block whose record is damaged does. */
  erase(seq: number, replicas: readonly Replica[]): void {
    for (const replica of replicas)
      replica.messages = replica.messages.filter((message) => message.seq !== seq)
  }

  configure(setup: Partial<StreamSetup>): boolean {
    if (this.leader === null) return false
    for (const replica of this.replicas) {
      const apply = (): void => {
        Object.assign(replica.setup, setup)
      }
      if (replica === this.leader) apply()
      else this.time.after(replica.lagMs * this.time.random(), null, apply)
    }
    return true
  }

  /** Leaves the stream without a leader for `ms`, then another replica leads, once it has applied the whole log. */
  elect(ms: number, next = this.time.pick(this.replicas.filter(({ alive }) => alive))): void {
    this.settle(this.truth)
    this.leader = null
    this.time.after(ms, null, () => {
      if (this.leader !== null) return
      const leader = next.alive ? next : this.time.pick(this.replicas.filter(({ alive }) => alive))
      this.settle(leader)
      this.leader = leader
    })
  }

  /** The whole stream as an older copy of it was, or another stream in its place. */
  restore(lastSeq: number, streamId = this.streamId): void {
    const { messages } = this.truth
    const kept = messages.filter(({ seq }) => seq <= lastSeq)
    this.streamId = streamId
    this.log = []
    for (const replica of this.replicas) Object.assign(replica, { applied: 0, messages: [...kept], lastSeq })
    for (const [id, seq] of this.ids) if (seq > lastSeq) this.ids.delete(id)
  }

  settle(replica: Replica): void {
    while (replica.applied < this.log.length) this.applyNext(replica)
    this.onApplied(replica)
  }

  private append(entry: Entry): void {
    this.log.push(entry)
    if (this.leader !== null) this.settle(this.leader)
    for (const replica of this.replicas) if (replica !== this.leader) this.applyLater(replica)
  }

  /** A replica applies each entry once it is `lagMs` old. */
  applyLater(replica: Replica): void {
    const next = this.log[replica.applied]
    if (next === undefined || replica.isApplying || !replica.alive) return
    replica.isApplying = true
    this.time.after(next.at + replica.lagMs * this.time.between(0.5, 1) - this.time.now, null, () => {
      replica.isApplying = false
      if (!replica.alive) return
      const { now } = this.time
      while (
        this.log[replica.applied] !== undefined &&
        this.log[replica.applied]!.at <= now - replica.lagMs / 2
      )
        this.applyNext(replica)
      this.onApplied(replica)
      this.applyLater(replica)
    })
  }

  private applyNext(replica: Replica): void {
    const entry = this.log[replica.applied++]!
    if ('message' in entry) {
      const { subject, ...message } = entry.message
      replica.lastSeq += 1
      replica.messages.push({
        seq: replica.lastSeq,
        subject: transformed(subject, replica.setup),
        ...message,
      })
    } else if ('erase' in entry) replica.messages = replica.messages.filter(({ seq }) => seq !== entry.erase)
    else {
      replica.messages = replica.messages.filter(({ seq }) => seq >= entry.purgeTo)
      replica.lastSeq = Math.max(replica.lastSeq, entry.purgeTo - 1)
    }
  }
}

/** The messages with this sequence or a later one. */
export function messagesFrom(messages: readonly StoredMessage[], seq: number): StoredMessage[] {
  let [low, high] = [0, messages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (messages[middle]!.seq < seq) low = middle + 1
    else high = middle
  }
  return messages.slice(low)
}

/** Of schemas/stream/subjects.ts. */
const GROUPS = 64

/** The transform is one for publishes and repairs. */
function transformed(subject: string, { slices }: StreamSetup): string {
  const [, member = ''] = subject.split('.')
  const slice = sliceOf(member, slices)
  return `seg.${slice % GROUPS}.${slice}.${member}`
}
