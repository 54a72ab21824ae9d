/**
 * The oracle: knows what was acknowledged, what the broker really held and what was done to it, and says which promise a run
 * has broken (workers/DESIGN.md 1, 3.4, 4).
 */
import type { Id } from '../../schemas/base/ids.js'
import type { Broker } from './broker.js'
import type { Database, PartitionRow } from './database.js'
import type { Deliveries } from './deliveries.js'
import { messagesFrom } from './replicated-stream.js'
import { EPOCH_MS, type VirtualTime } from './virtual-time.js'

/** One message of a member. */
export interface Entry {
  member: Id
  n: number
  batch: Id
  seq: number | null
  /** Virtual time of the first attempt, and of the acknowledgement. */
  sentAt: number
  ackedAt: number | null
}

/** How far the database's clock, as a worker knows it, may be off. */
const CLOCK_ERROR_MS = 50

export class Oracle {
  readonly violations: string[] = []
  private readonly entries = new Map<Id, Entry>()
  /** Batches that a fault took out of the stream before they were folded. */
  private readonly lost = new Set<Id>()
  /** Whether a fault took something out, and whether a halt has shown it since. */
  private hasLost = false
  private hasShown = false
  private readonly cursors = new Map<number, number>()

  constructor(
    private readonly time: VirtualTime,
    private readonly db: Database,
    private readonly broker: Broker,
    private readonly deliveries: Deliveries,
  ) {}

  violated(rule: string, what: string): void {
    this.violations.push(`${rule}: ${what}`)
    this.time.note('VIOLATED', `${rule}: ${what}`)
  }

  sent(entry: Entry): void {
    if (this.entries.has(entry.batch)) this.violated('ids', `batch ${entry.batch} was made twice`)
    this.entries.set(entry.batch, entry)
  }

  acknowledged(entry: Entry): void {
    this.time.note('acknowledged', { member: entry.member, n: entry.n, batch: entry.batch, seq: entry.seq })
  }

  /** A fault removes these messages; those that are folded are not missed. */
  loses(batches: Id[]): void {
    this.hasLost = true
    this.hasShown = false
    for (const batch of batches) this.lost.add(batch)
  }

  /** What was lost has been named. */
  shown(): void {
    this.hasShown = true
  }

  /** Called at every halt: the stream must really not fit. */
  halted({ partition, cursor, cursorStored, status }: PartitionRow): void {
    this.hasShown = true
    const { segments } = this.broker
    const { messages, lastSeq } = segments.truth
    const [at] = messagesFrom(messages, cursor)
    const first = messages[0]?.seq ?? lastSeq + 1
    const isReal =
      segments.streamId !== this.db.identity?.streamId ||
      lastSeq < cursor ||
      (cursorStored !== null && at?.seq === cursor && Math.abs(at.stored - cursorStored) > 1) ||
      first > cursor + 1
    this.time.note('halted', { partition, cursor, status, lastSeq, first })
    if (!isReal)
      this.violated(
        'halt',
        `partition ${partition} at ${cursor} was halted, ${status}, beside a stream that fits`,
      )
  }

  /** To be called now and then: cursors never fall. */
  watch(): void {
    for (const { partition, cursor } of this.db.partitions.values()) {
      if (cursor < (this.cursors.get(partition) ?? 0))
        this.violated('cursor', `that of partition ${partition} fell to ${cursor}`)
      this.cursors.set(partition, cursor)
    }
  }

  /** What is not done yet: empty once all is folded, announced and delivered, and nothing is halted. */
  unfinished(): string[] {
    const halted = this.db.all().filter(({ status }) => status !== 'ok')
    const unfolded = this.unfolded()
    const left = [...this.db.partitions.values()].filter(
      ({ partition, published }) => (this.db.outbox.get(partition)!.at(-1)?.id ?? 0) > published,
    )
    return [
      ...halted.map(({ partition, status }) => `partition ${partition} is ${status}`),
      ...(unfolded.length > 0
        ? [`${unfolded.length} acknowledged batches are not folded, such as ${show(unfolded[0]!)}`]
        : []),
      ...left.map(({ partition }) => `events of partition ${partition} are not published`),
      ...this.undelivered().slice(0, 1),
      ...(this.isUnreported() ? ['what a fault lost was not reported'] : []),
    ]
  }

  /** Broken promises at the end. */
  check(): void {
    this.watch()
    const [unexplained] = this.unfolded()
    if (unexplained !== undefined)
      this.violated('lost', `${this.unfolded().length} acknowledged batches, such as ${show(unexplained)}`)
    if (this.isUnreported()) this.violated('unreported', 'a fault lost messages and nothing has shown it')
    this.checkOrder()
    this.checkEffects()
    for (const what of this.undelivered()) this.violated('delivery', what)
  }

  private isFolded({ member, batch }: Entry): boolean {
    return this.db.batches.has(`${member}/${batch}`)
  }

  private missing(): Entry[] {
    return [...this.entries.values()].filter(
      (entry) => entry.ackedAt !== null && !this.isFolded(entry) && !this.db.parked.has(entry.member),
    )
  }

  /** Acknowledged, not folded, and no fault took them. */
  private unfolded(): Entry[] {
    return this.missing().filter(({ batch }) => !this.lost.has(batch))
  }

  private isUnreported(): boolean {
    return this.hasLost && !this.hasShown && this.missing().some(({ batch }) => this.lost.has(batch))
  }

  private checkOrder(): void {
    for (const { id, head } of this.db.members.values()) {
      const order = head === null ? [] : (JSON.parse(head) as number[])
      const wrong = order.findIndex((n, i) => i > 0 && n <= order[i - 1]!)
      if (wrong > 0) this.violated('order', `member ${id} folded ${order[wrong]} after ${order[wrong - 1]}`)
      const batches = [...this.entries.values()].filter((one) => one.member === id && this.isFolded(one))
      if (batches.length !== order.length)
        this.violated('once', `member ${id} has ${batches.length} batches and the effects of ${order.length}`)
    }
  }

  private checkEffects(): void {
    const segments = new Map<Id, number>()
    for (const { batch } of this.db.segments.values()) segments.set(batch, (segments.get(batch) ?? 0) + 1)
    for (const [batch, count] of segments)
      if (count > 1) this.violated('once', `batch ${batch} made ${count} segments`)
    const sequences = new Map<string, number>()
    for (const { member, sequence } of this.db.events.values()) {
      const key = `${sequence} of member ${member}`
      sequences.set(key, (sequences.get(key) ?? 0) + 1)
    }
    for (const [key, count] of sequences)
      if (count > 1) this.violated('events', `${count} events have the sequence ${key}`)
  }

  /**
   * Deliveries that are missing, made twice, or made for nobody: an application gets what was sent after the member's
   * consent, and nothing that was folded before it.
   */
  private undelivered(): string[] {
    const wrong: string[] = []
    for (const event of this.db.events.values()) {
      if (this.deliveries.quarantined.has(event.id)) continue
      const entry = this.entries.get(event.body[0] ?? '')
      for (const { app, member, created } of this.deliveries.grants) {
        if (member !== event.member || entry === undefined) continue
        const count = this.deliveries.made.get(`${app}/${event.id}`) ?? 0
        const isDue = EPOCH_MS + entry.sentAt > created + CLOCK_ERROR_MS
        if (isDue && count === 0)
          wrong.push(`event ${event.sequence} of member ${member} was not delivered to application ${app}`)
        if (count > 1) wrong.push(`event ${event.sequence} of member ${member} was delivered ${count} times`)
        if (count > 0 && event.committedAt < created - CLOCK_ERROR_MS)
          wrong.push(
            `event ${event.sequence} of member ${member} was delivered to ${app} from before its consent`,
          )
      }
    }
    return wrong
  }
}

function show({ member, n, batch, seq }: Entry): string {
  return `${n} of member ${member} (batch ${batch}, sequence ${seq})`
}
