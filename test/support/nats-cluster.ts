/** Three real nats-servers that form a JetStream cluster on 127.0.0.1, each with its own ports and store. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { freePort } from '../../ops/embedded/free-port.js'
import { natsBinary } from '../../ops/embedded/nats-binary.js'
import { startNats, type EmbeddedNats } from '../../ops/embedded/nats.js'
import { serverOsAccount } from '../../ops/embedded/os-account.js'
import { removeHome, serverHome } from '../../ops/embedded/server-home.js'
import { EVENTS_STREAM, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { connectStream } from '../../workers/stream/connection/connect.js'
import { streamManager } from '../../workers/stream/setup.js'
import { proxy, type Proxy } from './proxy.js'
import { natsFolder } from './servers.js'
import { until } from './until.js'

export interface NatsCluster {
  /** Every server, separated by commas. */
  url: string
  urls: string[]
  size: number
  /** Where each server keeps its store. */
  dirs: string[]
  /** Kills a server at once. */
  kill: (server: number) => Promise<void>
  /** Starts a server again on its ports, with its store. */
  start: (server: number) => Promise<void>
  /** Stops a server as an operator does. */
  stop: (server: number) => Promise<void>
  /** The same, and starts it again. */
  restart: (server: number) => Promise<void>
  /** Stops a server's process without ending it, and lets it go on. */
  freeze: (server: number) => void
  thaw: (server: number) => void
  /**
   * What one server sends to another arrives so many milliseconds later; 0: at once. Only in a cluster that is
   * `delayable`.
   */
  delay: (from: number, to: number, ms: number) => void
  /** Waits until the stream has a leader and answers which server it is. */
  leader: (stream?: string) => Promise<number>
  /** The server that orders changes of streams and consumers. */
  metaLeader: () => Promise<number>
  /** Asks the leader of the stream to step down, for the given server if there is one. */
  stepDown: (stream?: string, to?: number) => Promise<void>
  /** Waits until every server has a current copy of every stream. */
  settled: () => Promise<void>
}

const SIZE = 3
const STORE_BYTES = 2 * 2 ** 30
const SETTLE_TIMEOUT_MS = 90_000
const PORT_TRIES = 20
const PORT_RETRY_MS = 250
const QUERY_TIMEOUT_MS = 2_000
/** Nothing listens there: servers that only heard of each other cannot pass by the links. */
const NO_PORT = 1
const SYSTEM_USER = 'system'

interface Server {
  dir: string
  /** Where clients connect. */
  port: number
  /** Where the other servers connect. */
  clusterPort: number
  /** The link on which this server calls each other one; empty if it calls them directly. */
  links: Map<Server, Proxy>
  running: EmbeddedNats | null
}

/** Starts the cluster; it stops with the test. `delayable`: the servers reach each other through proxies. */
export async function natsCluster(t: Test, { delayable = false } = {}): Promise<NatsCluster> {
  const password = randomBytes(12).toString('hex')
  const servers: Server[] = []
  for (let i = 0; i < SIZE; i++)
    servers.push({
      dir: natsFolder(),
      port: await freePort(),
      clusterPort: await freePort(),
      links: new Map(),
      running: null,
    })
  if (delayable) await link(t, servers)
  const urls = servers.map(({ port }) => `nats://tripfold:${password}@127.0.0.1:${port}`)
  const url = urls.join(',')
  const at = (server: number): Server => {
    const found = servers[server]
    if (found === undefined) throw new Error(`there is no server ${server}`)
    return found
  }
  const start = async (server: number): Promise<void> => {
    at(server).running = await startOnItsPort(servers, server, password)
  }
  const stop = async (server: number): Promise<void> => {
    await at(server).running?.stop()
    at(server).running = null
  }
  const kill = async (server: number): Promise<void> => {
    const { running } = at(server)
    running?.process.kill()
    await running?.process.ended
    at(server).running = null
  }
  t.teardown(async () => {
    // Waiting for a killed server does not keep this process alive, stopping one does.
    for (const server of servers) if (server.running !== null) process.kill(pidOf(server), 'SIGCONT')
    await Promise.all(servers.map(async ({ running }) => await running?.stop()))
    for (const { dir } of servers) removeHome(dir)
  })
  await Promise.all(servers.map(async (_, i) => await start(i)))
  await formed(url)
  return {
    url,
    urls,
    size: SIZE,
    dirs: servers.map(({ dir }) => dir),
    kill,
    start,
    stop,
    restart: async (server) => {
      await stop(server)
      await start(server)
    },
    freeze: (server) => {
      process.kill(pidOf(at(server)), 'SIGSTOP')
    },
    thaw: (server) => {
      process.kill(pidOf(at(server)), 'SIGCONT')
    },
    delay: (from, to, ms) => {
      const [called, calling] = [at(from).links.get(at(to)), at(to).links.get(at(from))]
      if (called === undefined || calling === undefined) throw new Error('the cluster is not delayable')
      called.delay('up', ms)
      calling.delay('down', ms)
    },
    ...streamControls(url),
  }
}

/** Gives each server a link of its own to each other one. */
async function link(t: Test, servers: Server[]): Promise<void> {
  for (const server of servers)
    for (const other of servers.filter((one) => one !== server)) {
      const opened = await proxy({ host: '127.0.0.1', port: other.clusterPort })
      t.teardown(async () => {
        await opened.close()
      })
      server.links.set(other, opened)
    }
}

/** Waits until the servers have found each other: a stream with a copy on each can be made. */
async function formed(url: string): Promise<void> {
  await withManager(url, async ({ jsm }) => {
    await until(
      'the servers form a cluster',
      async () =>
        await jsm.streams.add({ name: 'PROBE', subjects: ['probe'], num_replicas: SIZE }).then(
          () => true,
          () => false,
        ),
      SETTLE_TIMEOUT_MS,
    )
    await jsm.streams.delete('PROBE')
  })
}

/** Clients know the port, and may be using it as a local port of their own while the server is away. */
async function startOnItsPort(servers: Server[], index: number, password: string): Promise<EmbeddedNats> {
  const server = servers[index]
  if (server === undefined) throw new Error(`there is no server ${index}`)
  const options = {
    dir: server.dir,
    binary: natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH']),
    port: server.port,
    maxStore: STORE_BYTES,
    authorization: `accounts {
      APP { jetstream: enabled, users: [{ user: "tripfold", password: "${password}" }] }
      SYSTEM { users: [{ user: "${SYSTEM_USER}", password: "${password}" }] }
    }
    system_account: SYSTEM`,
    cluster: {
      name: serverName(index),
      port: server.clusterPort,
      others: servers
        .filter((other) => other !== server)
        .map((other) => server.links.get(other)?.port ?? other.clusterPort),
      ...(server.links.size === 0 ? {} : { advertised: NO_PORT }),
    },
  }
  for (let tries = 1; ; tries++) {
    if ((await freePort(server.port)) === server.port) {
      const started = await startNats(options)
      if (started.port === server.port) return started
      await started.stop()
    }
    if (tries === PORT_TRIES) throw new Error(`nats-server cannot restart: port ${server.port} is in use`)
    await delay(PORT_RETRY_MS)
  }
}

function serverName(index: number): string {
  return `node-${index + 1}`
}

function pidOf({ dir }: Server): number {
  return Number(readFileSync(join(serverHome(dir, serverOsAccount()), 'nats', 'nats.pid'), 'utf8'))
}

function serverOf(name: string): number {
  return Number(name.replace('node-', '')) - 1
}

function streamControls(url: string): Pick<NatsCluster, 'leader' | 'metaLeader' | 'stepDown' | 'settled'> {
  const leader = async (stream = SEGMENTS_STREAM): Promise<number> =>
    await withManager(url, async ({ jsm }) => {
      const name = await until(
        `${stream} has a leader`,
        async () => (await jsm.streams.info(stream).catch(() => null))?.cluster?.leader,
        SETTLE_TIMEOUT_MS,
      )
      return serverOf(name)
    })
  return {
    leader,
    metaLeader: async () =>
      await withManager(url.replaceAll('tripfold:', `${SYSTEM_USER}:`), async ({ nc }) => {
        const name = await until('the cluster has a leader', async () => {
          const answer = await nc.request('$SYS.REQ.SERVER.PING.JSZ').catch(() => null)
          return answer?.json<{ data: { meta_cluster?: { leader?: string } } }>().data.meta_cluster?.leader
        })
        return serverOf(name)
      }),
    stepDown: async (stream = SEGMENTS_STREAM, to) => {
      const placement = to === undefined ? undefined : { preferred: serverName(to) }
      await withManager(url, async ({ nc }) => {
        await nc.request(`$JS.API.STREAM.LEADER.STEPDOWN.${stream}`, JSON.stringify({ placement }), {
          timeout: QUERY_TIMEOUT_MS,
        })
      })
    },
    settled: async () => {
      await withManager(url, async ({ jsm }) => {
        for (const stream of [SEGMENTS_STREAM, EVENTS_STREAM])
          await until(
            `every server has a current copy of ${stream}`,
            async () => {
              const cluster = (await jsm.streams.info(stream).catch(() => null))?.cluster
              const replicas = cluster?.replicas ?? []
              return (
                cluster?.leader !== undefined &&
                replicas.length === SIZE - 1 &&
                replicas.every((one) => one.current && one.offline !== true)
              )
            },
            SETTLE_TIMEOUT_MS,
          )
      })
    },
  }
}

type Manager = Awaited<ReturnType<typeof streamManager>>
type Connection = Awaited<ReturnType<typeof connectStream>>

/** With a connection of its own, which no earlier fault has touched. */
async function withManager<T>(
  url: string,
  work: (at: { nc: Connection; jsm: Manager }) => Promise<T>,
): Promise<T> {
  const nc = await until(
    'a server of the cluster answers',
    async () => await connectStream({ url, name: 'fault suite' }).catch(() => null),
    SETTLE_TIMEOUT_MS,
  )
  try {
    return await work({ nc, jsm: await streamManager(nc, QUERY_TIMEOUT_MS) })
  } finally {
    await nc.close()
  }
}
