/**
 * A database, a stream and a publisher for tests of the fold, and fold workers as separate processes.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import type { Test } from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { encodeMessage } from '../../../schemas/stream/message.js'
import { memberSubject } from '../../../schemas/stream/subjects.js'
import { connectStream, type NatsConnection } from '../../../workers/stream/connection/connect.js'
import { publisher, type Publisher } from '../../../workers/stream/publish.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import type { TemplateName } from '../../runner/servers/template.js'
import type { EmbeddedNats } from '../../../ops/embedded/nats.js'
import { silentLog } from './fold-worker.js'
import type { NatsCluster } from '../nats-cluster.js'
import { natsFolder, ownNats, testDatabase, testNats } from '../servers.js'
import type { SmallBody } from './small-rules.js'
import { until } from '../until.js'
import { program } from '../program.js'
import { openStream } from '../open-stream.js'

export interface FoldStack {
  databaseUrl: string
  natsUrl: string
  /** Another publisher with its own connection; `alter` may change the connection, for mutants. */
  openPublisher: (natsUrl: string, alter?: (nc: NatsConnection) => NatsConnection) => Promise<Publisher>
  pool: pg.Pool
  nc: NatsConnection
  publisher: Publisher
  /** Creates members and returns their ids. */
  addMembers: (count: number) => Promise<string[]>
  /** Publishes one message with `count` raw segments; the small rules record its `n`. */
  send: (
    member: string,
    body: SmallBody,
    more?: { count?: number; batch?: string; id?: string },
  ) => Promise<{ seq: number; duplicate: boolean }>
}

/** A stack with its own nats-server, which can be stopped, killed and replaced. */
export interface FoldStackWithBroker extends FoldStack {
  natsPort: number
  natsDir: string
  stopNats: () => Promise<void>
  /** Kills the broker. */
  killNats: () => Promise<void>
  /** Resolves when the broker has exited by itself. */
  natsEnded: () => Promise<unknown>
  /** Registers the broker that replaces the first one. */
  replaceNats: (nats: EmbeddedNats) => Promise<void>
}

/** Batch ids leave room for the ids of their raw segments. */
const BATCH_STEP = 1_000
let batches = 1_000

interface StreamOptions {
  partitions?: number
  maxBytes?: number
  replicas?: number
  /** What the database is cloned from. */
  template?: TemplateName
}

/** Everything but workers; removed when the test ends. */
export async function foldStack(t: Test, options: StreamOptions = {}): Promise<FoldStack> {
  const [databaseUrl, nats] = await Promise.all([testDatabase(t, options.template), testNats(t)])
  return await openStack(t, databaseUrl, nats.url, options)
}

/** The same on a cluster of nats-servers. */
export async function foldStackOn(
  t: Test,
  { url, size }: Pick<NatsCluster, 'url' | 'size'>,
  options: StreamOptions = {},
): Promise<FoldStack> {
  return await openStack(t, await testDatabase(t), url, { ...options, replicas: size })
}

/** The same with its own nats-server. */
export async function foldStackWithBroker(
  t: Test,
  options: StreamOptions & { natsDir?: string; sync?: string } = {},
): Promise<FoldStackWithBroker> {
  const natsDir = options.natsDir ?? natsFolder()
  const [databaseUrl, first] = await Promise.all([
    testDatabase(t),
    ownNats(t, { dir: natsDir, ...(options.sync === undefined ? {} : { sync: options.sync }) }),
  ])
  const stack = await openStack(t, databaseUrl, first.url, options)
  let nats = first
  return {
    ...stack,
    natsPort: first.port,
    natsDir,
    stopNats: async () => {
      await nats.stop()
    },
    killNats: async () => {
      nats.process.kill()
      await nats.process.ended
    },
    natsEnded: async () => await nats.process.ended,
    replaceNats: async (other) => {
      if (other.port !== first.port)
        throw new Error(`the broker came back on port ${other.port}, its clients know ${first.port}`)
      nats = other
      await until('the publisher is connected again', () => stack.publisher.connected())
    },
  }
}

async function openStack(
  t: Test,
  databaseUrl: string,
  natsUrl: string,
  options: StreamOptions,
): Promise<FoldStack> {
  const db = connect({ url: databaseUrl, name: 'test', log: silentLog })
  t.teardown(async () => {
    await db.close()
  })
  const nc = await openStream(t, { url: natsUrl })
  await ensureStreams(nc, {
    partitions: options.partitions ?? 8,
    maxBytes: options.maxBytes ?? 128 * 2 ** 20,
    replicas: options.replicas ?? 1,
  })
  const sender = publisher(nc)
  t.teardown(() => {
    sender.close()
  })
  return {
    databaseUrl,
    natsUrl,
    openPublisher: async (natsUrl, alter = (nc) => nc) => {
      const own = await connectStream({ url: natsUrl, name: 'sender' })
      const opened = publisher(alter(own))
      t.teardown(async () => {
        opened.close()
        await own.close()
      })
      return opened
    },
    pool: db.pool,
    nc,
    publisher: sender,
    addMembers: async (count) => {
      const { rows } = await db.pool.query<{ id: number }>(
        `insert into member (id, doc) select n, '{}' from generate_series(1, $1::int) n returning id`,
        [count],
      )
      return rows.map((row) => String(row.id))
    },
    send: async (member, body, { count = 1, batch = nextBatch(), id = batch } = {}) => {
      const envelope = {
        v: 1,
        kind: 'segments',
        batch,
        first: String(Number(batch) + 1),
        count,
        received: Date.now(),
      } as const
      return await sender.publish(
        encodeMessage(envelope, new TextEncoder().encode(JSON.stringify(body))),
        memberSubject(member),
        id,
      )
    },
  }
}

/** A batch id followed by room for a block of raw segment ids. */
export function nextBatch(): string {
  return String((batches += BATCH_STEP))
}

/** Path of the worker program. */
export const WORKER = 'test/faults/worker.ts'

export interface WorkerProcess {
  child: ChildProcess
  pid: number
  ended: Promise<unknown>
}

/** Starts a fold worker as a process, to be killed; it is killed at the latest when the test ends. */
export function spawnWorker(
  t: Test,
  stack: Pick<FoldStack, 'databaseUrl' | 'natsUrl'>,
  name: string,
  env: Record<string, string> = {},
  words = program(WORKER),
): WorkerProcess {
  const child = spawn(process.execPath, [...words, name], {
    env: { ...process.env, ...env, DATABASE_URL: stack.databaseUrl, NATS_URL: stack.natsUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await ended
  })
  if (child.pid === undefined) throw new Error('a worker process could not be started')
  return { child, pid: child.pid, ended }
}
