/**
 * The simulated installation: Postgres, the broker, fold workers, api processes that publish for clients, delivery workers
 * and an operator, each with connections of its own. Workers run the real code of workers/fold and workers/deliver.
 */
import type { Log } from '../../schemas/base/log.js'
import { fanOutBatch } from '../../workers/deliver/fan-out.js'
import { fanOutSweep } from '../../workers/deliver/fan-out-sweep.js'
import { isolatingFanOut } from '../../workers/deliver/isolate-events.js'
import { inlineExecutor } from '../../workers/fold/pool/inline-executor.js'
import { startFoldWorker, type FoldService } from '../../workers/fold/service.js'
import { IdLease } from '../../ops/wiring/id-generator.js'
import { Broker, type BrokerOptions } from './broker.js'
import { Database } from './database.js'
import { Deliveries } from './deliveries.js'
import { IdSlotTable, TTL_MS } from './id-slots.js'
import { Link, LinkError } from './link.js'
import { Oracle } from './oracle.js'
import { simRules } from './rules.js'
import { simStore, type SimStore } from './store.js'
import { EPOCH_MS, type SimProcess, type VirtualTime } from './virtual-time.js'

export interface FleetOptions extends BrokerOptions {
  members: number
  /** Wall clocks are off by up to so many milliseconds. */
  clocksOffMs: number
  idSlots: number
}

/** A process with its connections. */
export interface Node {
  process: SimProcess
  control: Link
  pool: Link
  broker: Link
  store: SimStore
  ids: IdLease
}

const QUERY_TIMEOUT_MS = 9_000
const BROKER_TIMEOUT_MS = 5_000
const ID_RETRY_MS = 500
const API_ID_MS = 40
/** How soon a transaction is done, unless Postgres is slow. */
const BUSY_MS = [1, 6] as const

export class Fleet {
  readonly db: Database
  readonly broker: Broker
  readonly deliveries: Deliveries
  readonly oracle: Oracle
  readonly nodes = new Set<Node>()
  readonly folds = new Map<Node, FoldService>()
  /** Extra milliseconds that a transaction may take. */
  slowMs = 0
  isPostgresUp = true
  /** Raised whenever Postgres ends, and with it what was running. */
  private postgresLife = 0
  private readonly listeners = new Map<Node, Set<() => void>>()
  private readonly sessions = new Map<string, { node: Node; generation: number }>()
  private names = 0
  private readonly ids = new Set<string>()
  private readonly slots: IdSlotTable

  constructor(
    readonly time: VirtualTime,
    readonly options: FleetOptions,
  ) {
    this.broker = new Broker(time, options)
    this.db = new Database({
      now: () => EPOCH_MS + time.now,
      busy: this.busy,
      hasSession: (session) => {
        const { node, generation } = this.sessions.get(session)!
        return node.process.alive && node.control.generation === generation
      },
      onNotify: () => {
        for (const [{ control }, wakes] of this.listeners)
          if (!control.silent) for (const wake of wakes) time.after(control.latency(), control.process, wake)
      },
      onHalt: (row) => {
        this.oracle.halted(row)
      },
      onLost: (lost) => {
        time.note('lost messages named', lost)
        this.oracle.shown()
      },
      onCommit: ({ partition, epoch, revision, cursor, messages }) => {
        const batches = messages.map(({ seq, envelope }) => `${envelope.batch}@${seq}`)
        time.note('committed', { partition, epoch, revision, cursor, batches })
      },
    })
    this.slots = new IdSlotTable(options.idSlots, this.db.options.now)
    this.deliveries = new Deliveries(this.db)
    this.oracle = new Oracle(time, this.db, this.broker, this.deliveries)
    for (let member = 1; member <= options.members; member++)
      this.db.members.set(String(member), { id: String(member), head: null, sequence: 0, appliedSeq: 0 })
  }

  private readonly busy = async (): Promise<void> => {
    const life = this.postgresLife
    await this.time.sleep(this.time.between(...BUSY_MS) + this.slowMs * this.time.random() ** 2)
    if (life !== this.postgresLife) throw new LinkError('ECONNRESET')
  }

  newNode(kind: string): Node {
    const { time, options } = this
    const name = `${kind}-${++this.names}`
    const offset = Math.round(time.between(-1, 1) * options.clocksOffMs)
    const process = time.newProcess(name, offset)
    const toPostgres = {
      timeoutMs: QUERY_TIMEOUT_MS,
      isUp: () => this.isPostgresUp,
      isSilentWhenDown: false,
      isOrdered: false,
    }
    const control = new Link(time, process, { ...toPostgres, isOrdered: true })
    const pool = new Link(time, process, toPostgres)
    const broker = new Link(time, process, {
      timeoutMs: BROKER_TIMEOUT_MS,
      isUp: () => this.broker.isUp,
      isSilentWhenDown: true,
      isOrdered: true,
    })
    const store = simStore({
      worker: name,
      db: this.db,
      control: async (work) => await control.call(work),
      session: () => {
        const session = `${name}/${control.generation}`
        this.sessions.set(session, { node, generation: control.generation })
        return session
      },
      pool: async (work) => await pool.call(work),
      poolGeneration: () => pool.generation,
      listen: (wake) => {
        const wakes = this.listeners.get(node) ?? new Set()
        this.listeners.set(node, wakes.add(wake))
        return () => wakes.delete(wake)
      },
    })
    const slots = this.slots.slots(name, async (work) => await pool.call(work))
    const ids = new IdLease(slots, this.log(), { ttlMs: TTL_MS })
    const node: Node = { process, control, pool, broker, store, ids }
    this.nodes.add(node)
    return node
  }

  log(): Log {
    const note = (fields: Record<string, unknown>, message: string): void => {
      this.time.note(message, fields)
    }
    return { debug: note, info: note, warn: note, error: note }
  }

  /** Starts a fold worker, which tries until it has started. */
  startFold(): Node {
    const node = this.newNode('fold')
    const { store } = node
    const start = async (): Promise<void> => {
      await this.leaseIds(node)
      for (;;) {
        try {
          const service = await startFoldWorker({
            worker: node.process.name,
            stream: this.broker.segmentsStream(node.broker),
            members: store.members,
            partitions: store.partitions,
            outbox: store.outbox,
            deadLetters: store.deadLetters,
            audit: store.audit,
            executor: inlineExecutor(simRules({ next: () => this.newId(node) })),
            log: this.log(),
            databaseTime: async () => await node.pool.call(this.db.options.now),
            obstacle: () => (node.ids.status() === 'ok' ? null : node.ids.status()),
            // As stallAwareClock, without its twenty ticks a second.
            settings: { idleAdvanceMs: 3_000 },
            clock: { now: () => this.time.now - node.process.frozenMs, stop: () => undefined },
          })
          this.folds.set(node, service)
          return
        } catch (error) {
          this.time.note('fold worker not started; will retry', { error })
          await this.time.sleep(500)
        }
      }
    }
    this.time.within(node.process, () => void start())
    return node
  }

  /** An id of that process: no other may have it. */
  newId({ ids, process }: Node): string {
    const id = this.time.within(process, ids.next)
    if (this.ids.has(id)) this.oracle.violated('ids', `${process.name} made ${id} a second time`)
    this.ids.add(id)
    return id
  }

  /** Leases an id slot; without one, the process makes no ids until it has one. */
  private async leaseIds({ ids }: Node): Promise<void> {
    while (!(await ids.acquire().catch(() => false))) await this.time.sleep(ID_RETRY_MS)
    ids.startRenewing()
  }

  /** Starts a delivery worker: it turns event notices into deliveries, and sweeps the log. */
  startDeliver(): Node {
    const node = this.newNode('deliver')
    const { time, broker } = this
    const store = this.deliveries.store(async (work) => await node.pool.call(work))
    const fanOut = isolatingFanOut(store, this.log())
    const handle = fanOutBatch(fanOut, this.log(), () => undefined)
    const sweep = fanOutSweep(store, fanOut, this.log(), 5_000, () => undefined)
    const read = async (): Promise<void> => {
      const batch = await node.broker.call(() => broker.events.fetch())
      if (batch.length === 0) return
      const outcomes = await handle(batch.map(({ bytes }) => bytes))
      const done = batch.filter((_, i) => outcomes[i]?.is === 'done').map(({ seq }) => seq)
      await node.broker.call(() => {
        broker.events.acknowledge(new Set(done))
      })
    }
    const repeat = async (ms: number, work: () => Promise<unknown>): Promise<void> => {
      for (;;) {
        await work().catch((error: unknown) => {
          time.note('delivery worker failed; will retry', { error })
        })
        await time.sleep(ms)
      }
    }
    time.within(node.process, () => {
      void repeat(200, read)
      void repeat(2_000, sweep)
    })
    return node
  }

  startApi(): Node {
    const node = this.newNode('api')
    this.time.within(node.process, () => {
      void this.leaseIds(node).then(() => {
        // Ids of what is created here without the stream, so that two generators in one slot cannot miss each other.
        setInterval(() => {
          if (node.ids.status() === 'ok') this.newId(node)
        }, API_ID_MS)
      })
    })
    return node
  }

  kill(node: Node): void {
    this.time.note('killed', { process: node.process.name })
    this.time.kill(node.process)
    for (const link of [node.control, node.pool, node.broker]) link.cut()
    this.nodes.delete(node)
    this.folds.delete(node)
    this.listeners.delete(node)
  }

  /** Stops the worker as SIGTERM does. */
  stopFold(node: Node): void {
    const service = this.folds.get(node)
    if (service === undefined) return
    this.folds.delete(node)
    this.time.within(node.process, () => {
      void service.stop().then(async () => {
        await node.ids.release()
        this.time.after(0, null, () => {
          this.kill(node)
        })
      })
    })
  }

  /** Postgres ends: connections with it, and of what was running nothing is saved. */
  endPostgres(): void {
    this.isPostgresUp = false
    this.postgresLife += 1
    for (const { control, pool } of this.nodes) {
      control.cut()
      pool.cut()
    }
  }

  endBroker(): void {
    this.broker.isUp = false
    this.broker.endConsumers(() => true)
    for (const { broker } of this.nodes) broker.cut()
  }
}
