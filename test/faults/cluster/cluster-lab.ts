/**
 * The product on three nats-servers with streams of three replicas and one Postgres: two ingresses, two fold
 * and two delivery workers as processes, clients of the API, a webhook receiver, and the verdict.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import { BENCH_SOURCE, startBenchStack, type BenchStack } from '../../bench/harness/bench-stack.js'
import { asEnvironment } from '../../../ops/config/config.js'
import { ROOT } from '../../../ops/config/paths.js'
import { bundleFile } from '../../runner/bundle-files.js'
import { freePort } from '../../../ops/embedded/free-port.js'
import { receiver } from '../../support/delivery/receiver.js'
import { natsCluster, type NatsCluster } from '../../support/nats-cluster.js'
import { ownPostgres, type OwnPostgres } from '../../support/own-postgres.js'
import { seededRandom } from '../lab.js'
import { watch } from '../oracle.js'
import { availability, type Availability } from './availability.js'
import { clients, type Clients } from './clients.js'
import { clusterVerdict, type ClusterVerdict } from './cluster-verdict.js'
import { roleProcesses, type RoleProcesses } from './role-processes.js'

export interface ClusterLab extends ClusterVerdict {
  nats: NatsCluster
  processes: RoleProcesses
  clients: Clients
  availability: Availability
  random: () => number
  /** Kills Postgres and starts it again after so many milliseconds. */
  restartPostgres: (downMs: number) => Promise<void>
}

export interface ClusterLabOptions {
  seed: number
  members?: number
  /** Milliseconds between two batches of one member. */
  pause?: number
}

const STREAM_BYTES = 512 * 2 ** 20
const WARM_TIMEOUT_S = 60
/** The receiver answers like a partner near by. */
const ANSWER_MS = 2

/** Starts everything and waits until the first batches have reached the receiver. */
export async function clusterLab(t: Test, options: ClusterLabOptions): Promise<ClusterLab> {
  const { seed, members: count = 40, pause = 1_000 } = options
  const dir = mkdtempSync(join(tmpdir(), 'tripfold-cluster-'))
  t.teardown(() => {
    rmSync(dir, { recursive: true, force: true })
  })
  const [postgres, nats] = await Promise.all([ownPostgres(), natsCluster(t, { delayable: true })])
  t.teardown(postgres.remove)
  const ports = [await freePort(), await freePort()]
  const stack = await openStack(t, { postgres, nats, port: ports[0] ?? 0 })
  await watch(postgres.url)
  const processes = await startRoles(t, stack, ports, dir)
  const received = await receiveEvents(t, stack, ports[0] ?? 0)
  const { ids, tokens } = await stack.members(count)
  const measured = availability('no fault')
  const sending = clients({
    members: ids.map((id, i) => ({ id, token: tokens[i] ?? '' })),
    ports,
    ca: stack.tls.ca,
    source: BENCH_SOURCE,
    pause,
    availability: measured,
  })
  t.teardown(async () => {
    await sending.abandon()
  })
  const verdict = clusterVerdict(t, {
    databaseUrl: postgres.url,
    nats,
    clients: sending,
    availability: measured,
    processes,
    received,
  })
  await delay(2 * pause)
  t.same(await verdict.checkpoint(WARM_TIMEOUT_S), [], 'batches reach the receiver before any fault')
  return {
    ...verdict,
    nats,
    processes,
    clients: sending,
    availability: measured,
    random: seededRandom(seed),
    restartPostgres: async (downMs) => {
      await postgres.kill()
      await delay(downMs)
      await postgres.start()
    },
  }
}

/** Schema, reference data, streams, an application and its keys. */
async function openStack(
  t: Test,
  { postgres, nats, port }: { postgres: OwnPostgres; nats: NatsCluster; port: number },
): Promise<BenchStack> {
  return await startBenchStack(
    {
      seconds: 0,
      rounds: 0,
      size: {},
      defer: (close) => {
        t.teardown(async () => {
          await close()
        })
      },
      print: () => {},
    },
    {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      NATS_REPLICAS: String(nats.size),
      STREAM_MAX_BYTES: String(STREAM_BYTES),
      PORT: String(port),
      BASE_URL: `https://localhost:${port}`,
      DEV: 'true',
      LOG_LEVEL: 'info',
    },
  )
}

async function startRoles(t: Test, stack: BenchStack, ports: number[], dir: string): Promise<RoleProcesses> {
  const program = join(ROOT, 'node_modules', '.cache', 'tripfold', `start-${process.pid}.mjs`)
  await bundleFile(ROOT, join(ROOT, 'ops/start.ts'), program)
  t.teardown(() => {
    for (const file of [program, `${program}.map`]) rmSync(file, { force: true })
  })
  const twice = (role: 'fold' | 'deliver'): Record<string, { role: 'fold' | 'deliver' }> => ({
    [`${role}-1`]: { role },
    [`${role}-2`]: { role },
  })
  return await roleProcesses(t, {
    program,
    env: asEnvironment(stack.config),
    roles: {
      ...Object.fromEntries(
        ports.map((port, i) => [`api-${i + 1}`, { role: 'api' as const, env: { PORT: String(port) } }]),
      ),
      ...twice('fold'),
      ...twice('deliver'),
    },
    dir,
  })
}

/** Registers a webhook for every event; answers how often each event has arrived. */
async function receiveEvents(t: Test, stack: BenchStack, port: number): Promise<Map<string, number>> {
  const received = new Map<string, number>()
  const endpoint = await receiver(t)
  endpoint.reply((got, response) => {
    received.set(got.event.id, (received.get(got.event.id) ?? 0) + 1)
    endpoint.got.length = 0
    setTimeout(() => {
      response.writeHead(200, { 'content-length': 0 }).end()
    }, ANSWER_MS)
  })
  const agent = new Agent({ connect: { ca: stack.tls.ca, servername: 'localhost' } })
  const answer = await request(`https://127.0.0.1:${port}/v2/callbacks`, {
    method: 'POST',
    dispatcher: agent,
    headers: { authorization: `Bearer ${await stack.appToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: endpoint.url, events: ['*'] }),
  })
  const text = await answer.body.text()
  await agent.close()
  if (answer.statusCode !== 201) throw new Error(`no callback: ${answer.statusCode} ${text}`)
  return received
}
