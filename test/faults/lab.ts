/** A stack under load with workers to be hurt, its Postgres and broker behind proxies, and the verdict at the end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Test } from 'tap'
import { bundleFile } from '../../ops/dev/bundle.mjs'
import { startPostgres, type EmbeddedPostgres } from '../../ops/embedded/postgres.js'
import { removeHome } from '../../ops/embedded/server-home.js'
import { ROOT } from '../../ops/config/paths.js'
import { migrate } from '../../db/pg/migrate.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { TEMPLATE } from '../../ops/dev/test-runner/template.js'
import {
  foldStackWithBroker,
  spawnWorker,
  WORKER,
  type FoldStackWithBroker,
  type WorkerProcess,
} from '../support/fold/fold-stack.js'
import { proxy, type Proxy } from '../support/proxy.js'
import { ownNats } from '../support/servers.js'
import { until } from '../support/until.js'
import { countUp, journal, messageOf, padded, type Journal, type Say } from './journal.js'
import { offline, travellers } from './offline.js'
import { behind, broken, pauses, watch } from './oracle.js'
import { withoutIds, type Mutant } from './mutants.js'

/** One Postgres for the whole run, which a fault may end and start again. */
export interface Base {
  url: () => string
  /** How node runs a worker: bundled, for it is started often and a bundle starts in a third of the time. */
  worker: string[]
  /** `clock`: by how much its clock is wrong from then on, in the words of faketime. */
  restart: (clock?: string) => Promise<void>
  stop: () => Promise<void>
}

const PORT_TRIES = 10

/** Starts it; every lab has a database of its own in it. */
export async function startBase(): Promise<Base> {
  const dir = mkdtempSync(join(tmpdir(), 'tripfold-faults-'))
  const settings = { max_connections: '300', fsync: 'off', full_page_writes: 'off' }
  let server: EmbeddedPostgres = await startPostgres({ dir, port: 0, settings })
  await bareTemplate(server.url)
  const bundle = join(ROOT, 'node_modules', '.cache', 'tripfold', `worker-${process.pid}.mjs`)
  await bundleFile(ROOT, join(ROOT, WORKER), bundle)
  process.env['TRIPFOLD_TEST_PG'] = server.url
  return {
    url: () => server.url,
    worker: [bundle],
    restart: async (clock) => {
      const { port } = server
      server.process.kill()
      await server.process.ended
      // Everybody looks for Postgres where it was; who knocks there meanwhile may be lent this very port to knock from.
      for (let tries = 1; ; tries++) {
        server = await startPostgres({
          dir,
          port,
          settings,
          ...(clock === undefined ? {} : { under: ['faketime', '-f', clock] }),
        })
        if (server.port === port) return
        await server.stop()
        if (tries === PORT_TRIES) throw new Error(`Postgres cannot start where it was: port ${port} is taken`)
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },
    stop: async () => {
      await server.stop()
      removeHome(dir)
      for (const file of [bundle, `${bundle}.map`]) rmSync(file, { force: true })
    },
  }
}

/** The schema without reference data: the small rules need none. */
async function bareTemplate(serverUrl: string): Promise<void> {
  const url = new URL(serverUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  url.pathname = `/${TEMPLATE}`
  await migrate(url.href)
}

export interface LabOptions {
  seed: number
  mutant?: Mutant | null
  partitions?: number
  members?: number
  /** Milliseconds between two messages of one member. */
  pause?: number
  /** Seconds of quiet load before the fault. */
  warm?: number
  /** Size of the stream. */
  maxBytes?: number
  /** Bytes of padding in each message. */
  pad?: number
  /** A folder for the broker, on a disk that is to be hurt, and how it syncs. */
  natsDir?: string
  sync?: string
  /** Workers to begin with. */
  workers?: number
  /** The itinerary's rules in place of the small ones, on members whose sources say what those of the demo say. */
  real?: boolean
}

/** Members beyond those who are under load, for whatever a fault sends itself. */
const SPARE = 3

export interface Lab {
  stack: FoldStackWithBroker
  journal: Journal
  spare: string[]
  /** What the members' sources say. */
  say: Say
  dice: () => number
  pgProxy: Proxy
  natsProxy: Proxy
  /** Between the senders and the broker. */
  doorProxy: Proxy
  workers: Map<string, WorkerProcess>
  /** Starts a worker and waits until it has partitions. */
  hire: (env?: Record<string, string>) => Promise<WorkerProcess>
  /** A worker chosen by the dice. */
  any: () => [string, WorkerProcess]
  /** Ends a worker at once and forgets it. */
  kill: (name: string) => Promise<void>
  /** Asks a worker to leave and waits until it has. */
  dismiss: (name: string) => Promise<void>
  /** Waits for so many seconds of load. */
  load: (seconds: number) => Promise<void>
  /** Longest time without any effect in Postgres since the last call, milliseconds. */
  stall: () => number
  partitions: number
  /** Milliseconds that partitions stood still between two owners, of the changes of owner since then. */
  pauses: (since: Date) => Promise<number[]>
  /** Sends that many of the acknowledged batches again, so that the stream does not recognise them. Answers how many. */
  resend: (most: number) => Promise<number>
  /** Resident memory of each worker, MiB. */
  memory: () => number[]
  owners: () => Promise<Map<string, number>>
  /** Ends the broker at once, and starts it again. */
  downNats: () => Promise<void>
  upNats: () => Promise<void>
  /** Both, so many milliseconds apart. */
  restartNats: (downFor: number) => Promise<void>
  /** How many of the acknowledged messages are not folded. */
  unfolded: () => Promise<number>
  /** Waits until all that was acknowledged is folded and relayed; null, or what is left. */
  drained: (seconds?: number) => Promise<string | null>
  /** Stops the load, waits until all is folded, and lets the oracle speak. */
  verdict: (seconds?: number) => Promise<string[]>
}

/** mulberry32: small, and the same everywhere. */
export function diceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Sets it up, under load, with its first workers at work. */
export async function lab(t: Test, base: Base, options: LabOptions): Promise<Lab> {
  const {
    seed,
    mutant = null,
    partitions = 8,
    members: count = 24,
    pause = 60,
    warm = 0.5,
    workers: first = 2,
  } = options
  const { maxBytes, natsDir, sync } = options
  const stack = await foldStackWithBroker(t, {
    partitions,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(natsDir === undefined ? {} : { natsDir }),
    ...(sync === undefined ? {} : { sync }),
  })
  await watch(stack.databaseUrl)
  const everybody = await stack.addMembers(count + SPARE)
  const members = everybody.slice(0, count)
  const small = options.pad === undefined ? countUp : padded(options.pad)
  const say = options.real === true ? await travellers(stack.databaseUrl, members, seed) : small
  const [pgProxy, natsProxy, doorProxy] = await Promise.all([
    proxyOf(t, stack.databaseUrl),
    proxyOf(t, stack.natsUrl),
    proxyOf(t, stack.natsUrl),
  ])
  const door = await stack.openPublisher(
    through(stack.natsUrl, doorProxy),
    mutant === 'no-message-id' ? withoutIds : undefined,
  )
  const dice = diceOf(seed)
  const workers = new Map<string, WorkerProcess>()
  let hired = 0
  let resent = 0

  const owners = async (): Promise<Map<string, number>> => {
    const { rows } = await stack.pool.query<{ owner: string; count: number }>(
      'select owner, count(*) from partition_state where owner is not null group by owner',
    )
    return new Map(rows.map((row) => [row.owner, row.count]))
  }

  const hire = async (env: Record<string, string> = {}): Promise<WorkerProcess> => {
    const name = `worker-${++hired}`
    const worker = spawnWorker(
      t,
      { databaseUrl: through(stack.databaseUrl, pgProxy), natsUrl: through(stack.natsUrl, natsProxy) },
      name,
      {
        ...env,
        ...(mutant === null ? {} : { FAULT_MUTANT: mutant }),
        ...(options.real === true ? { FAULT_RULES: 'itinerary' } : {}),
      },
      base.worker,
    )
    workers.set(name, worker)
    await until(`${name} has partitions`, async () => ((await owners()).get(name) ?? 0) > 0, 90_000)
    return worker
  }
  await Promise.all(Array.from({ length: first }, async () => await hire()))

  const running = journal({ publish: door.publish, members, pause, say })
  const clock = sampler(stack)
  t.teardown(async () => {
    clock.stop()
    await running.abandon()
  })
  const sleep = async (seconds: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
  if (first > 0)
    await until(
      'the first messages are folded',
      async () =>
        running.acked.length > count &&
        (await behind(stack.databaseUrl, running.acked.slice(0, count))).messages === 0,
      60_000,
    )
  await sleep(warm)
  clock.stall()

  const upNats = async (): Promise<void> => {
    await stack.replaceNats(
      await ownNats(t, {
        dir: stack.natsDir,
        port: stack.natsPort,
        ...(sync === undefined ? {} : { sync }),
      }),
    )
  }
  const drained = async (seconds = 20): Promise<string | null> => {
    const left = async (): Promise<string | null> => {
      const { messages, events } = await behind(stack.databaseUrl, running.acked)
      return messages + events === 0
        ? null
        : `O5 after ${seconds} s ${messages} messages are not folded, ${events} events not relayed`
    }
    return await until(
      'all is folded and relayed',
      async () => (await left()) === null,
      seconds * 1_000,
    ).then(() => null, left)
  }

  return {
    stack,
    partitions,
    journal: running,
    spare: everybody.slice(count),
    say,
    dice,
    pgProxy,
    natsProxy,
    doorProxy,
    workers,
    hire,
    owners,
    any: () => {
      const all = [...workers]
      const chosen = all[Math.floor(dice() * all.length)]
      if (chosen === undefined) throw new Error('there is no worker')
      return chosen
    },
    kill: async (name) => {
      workers.get(name)?.child.kill('SIGKILL')
      await workers.get(name)?.ended
      workers.delete(name)
    },
    dismiss: async (name) => {
      workers.get(name)?.child.kill('SIGTERM')
      await workers.get(name)?.ended
      workers.delete(name)
    },
    load: sleep,
    stall: clock.stall,
    memory: () =>
      [...workers.values()].map(({ pid }) =>
        Math.round(
          Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024,
        ),
      ),
    pauses: async (since) => await pauses(stack.databaseUrl, since),
    resend: async (most) => {
      const again = running.acked.slice(-most)
      for (const one of again)
        await door.publish(
          messageOf(one, say(one.member, one.n) ?? { body: '{}', count: 0 }),
          memberSubject(one.member),
          `${one.batch} again`,
        )
      resent += again.length
      return again.length
    },
    downNats: stack.killNats,
    upNats,
    restartNats: async (downFor) => {
      await stack.killNats()
      await sleep(downFor / 1_000)
      await upNats()
    },
    unfolded: async () => (await behind(stack.databaseUrl, running.acked)).messages,
    drained,
    verdict: async (seconds = 20) => {
      await running.stop()
      clock.stop()
      const from = performance.now()
      const late = await drained(seconds)
      t.comment(
        `${running.acked.length} acknowledged, ${running.repeats()} sent again, drained in ${Math.round(performance.now() - from)} ms`,
      )
      const wrong = options.real === true ? await offline(stack.databaseUrl, running.acked, say) : []
      return [
        ...(late === null ? [] : [late]),
        ...(await broken(stack.databaseUrl, stack.nc, running.acked, {
          resent,
          small: options.real !== true,
        })),
        ...wrong,
      ]
    },
  }
}

async function proxyOf(t: Test, url: string): Promise<Proxy> {
  const made = await proxy({ host: '127.0.0.1', port: Number(new URL(url).port) })
  t.teardown(async () => {
    await made.close()
  })
  return made
}

/** The url, by way of the proxy. */
function through(url: string, by: Proxy): string {
  const other = new URL(url)
  other.port = String(by.port)
  return other.href
}

const LOOK_MS = 20

/** Looks at Postgres again and again for the longest time in which nothing was applied. */
function sampler(stack: FoldStackWithBroker): { stall: () => number; stop: () => void } {
  let applied = -1
  let since = performance.now()
  let longest = 0
  let stopped = false
  const look = async (): Promise<void> => {
    while (!stopped) {
      try {
        const {
          rows: [row],
        } = await stack.pool.query<{ applied: number }>(
          'select sum(applied)::bigint as applied from partition_state',
        )
        const now = performance.now()
        if (row !== undefined && row.applied !== applied) {
          applied = row.applied
          longest = Math.max(longest, now - since)
          since = now
        }
      } catch {
        // The database itself is being hurt: that is a stall like any other.
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
  void look()
  return {
    stall: () => {
      const answer = Math.max(longest, performance.now() - since)
      longest = 0
      since = performance.now()
      return Math.round(answer)
    },
    stop: () => {
      stopped = true
    },
  }
}
