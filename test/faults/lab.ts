/**
 * A stack under load for faults: workers as processes, Postgres and broker reached through proxies, and the
 * verdict.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { connect } from '../../db/pg/connect.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { foldStackWithBroker, type FoldStackWithBroker } from '../support/fold/fold-stack.js'
import { silentLog } from '../support/fold/fold-worker.js'
import { proxyTo, through, type Proxy } from '../support/proxy.js'
import { ownNats } from '../support/servers.js'
import { until } from '../support/until.js'
import type { Base } from './base.js'
import { countUp, journal, messageOf, padded, type Journal, type NextMessage } from './journal.js'
import { labWorkers, type LabWorkers } from './lab-workers.js'
import { withoutIds, type Mutant } from './mutants.js'
import { offline, travellers } from './offline.js'
import { backlog, broken, drained, pauses, watch } from './oracle.js'
import { stallSampler, type StallSampler } from './stall-sampler.js'

export interface LabOptions {
  seed: number
  mutant?: Mutant | null
  partitions?: number
  members?: number
  /** Milliseconds between two messages of one member. */
  pause?: number
  /** Seconds of undisturbed load before the fault. */
  warm?: number
  /** Size of the stream. */
  maxBytes?: number
  /** Bytes of padding in each message. */
  pad?: number
  /** The messages of each member, in place of those above. */
  nextMessage?: NextMessage
  /** A directory for the broker, on a disk that a fault damages, and how it syncs. */
  natsDir?: string
  sync?: string
  /** Workers to start with. */
  workers?: number
  /** The real rules in place of the small ones, with members of the demo. */
  real?: boolean
}

/** Members without load, for messages that a fault sends itself. */
const SPARE_MEMBERS = 3
const DRAIN_TIMEOUT_S = 20

export interface Lab extends LabWorkers {
  stack: FoldStackWithBroker
  journal: Journal
  spare: string[]
  nextMessage: NextMessage
  random: () => number
  pgProxy: Proxy
  natsProxy: Proxy
  /** Between the senders and the broker. */
  senderProxy: Proxy
  /** Waits for so many seconds of load. */
  load: (seconds: number) => Promise<void>
  /** Longest time without any effect in Postgres since the last call, milliseconds. */
  stall: () => number
  partitions: number
  /** Milliseconds that partitions were idle between two owners, for hand-overs since then. */
  pauses: (since: Date) => Promise<number[]>
  /** Publishes the last acknowledged batches again under new message ids; returns how many. */
  resend: (max: number) => Promise<number>
  /** Kills the broker, and starts it again. */
  downNats: () => Promise<void>
  upNats: () => Promise<void>
  /** Both, so many milliseconds apart. */
  restartNats: (downFor: number) => Promise<void>
  /** Acknowledged messages that are not folded. */
  unfolded: () => Promise<number>
  /** Waits until everything acknowledged is folded and relayed; null, or a sentence about what is left. */
  drained: (seconds?: number) => Promise<string | null>
  /**
   * Stops the load, waits until everything is folded, and returns the broken promises; `restored` as for
   * `broken`.
   */
  verdict: (seconds?: number, restored?: boolean) => Promise<string[]>
}

/** mulberry32: small, and the same on every platform. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Sets up a stack under load with its first workers folding. */
export async function lab(t: Test, base: Base, options: LabOptions): Promise<Lab> {
  const { seed, mutant = null, partitions = 8, members: count = 24, pause = 60, workers = 2 } = options
  const stack = await labStack(t, options, partitions)
  await watch(stack.databaseUrl)
  const everybody = await stack.addMembers(count + SPARE_MEMBERS)
  const members = everybody.slice(0, count)
  const nextMessage = await messagesFor(options, stack, members)
  const [pgProxy, natsProxy, senderProxy] = await Promise.all([
    proxyTo(t, stack.databaseUrl),
    proxyTo(t, stack.natsUrl),
    proxyTo(t, stack.natsUrl),
  ])
  const withoutMessageIds = mutant === 'no-message-id' ? withoutIds : undefined
  const sender = await stack.openPublisher(through(stack.natsUrl, senderProxy), withoutMessageIds)
  const random = seededRandom(seed)
  const processes = labWorkers(t, {
    pool: stack.pool,
    random,
    servers: {
      databaseUrl: through(stack.databaseUrl, pgProxy),
      natsUrl: through(stack.natsUrl, natsProxy),
    },
    env: {
      ...(mutant === null ? {} : { FAULT_MUTANT: mutant }),
      ...(options.real === true ? { FAULT_RULES: 'itinerary' } : {}),
    },
    program: base.worker,
  })
  await Promise.all(Array.from({ length: workers }, async () => await processes.startWorker()))

  const running = journal({ publish: sender.publish, members, pause, nextMessage })
  // Forty reads a second must not be what a fault measures.
  const reader = connect({
    url: stack.databaseUrl,
    name: 'sampler',
    direct: true,
    keyPlans: true,
    log: silentLog,
  })
  const sampler = stallSampler(reader.pool)
  t.teardown(async () => {
    sampler.stop()
    await reader.close()
    await running.abandon()
  })
  if (workers > 0) await firstMessagesFolded(stack, running, count)
  await delay((options.warm ?? 0.5) * 1_000)
  sampler.stall()

  let resent = 0
  return {
    ...processes,
    ...brokerControls(t, stack, options.sync),
    ...verdicts(t, {
      stack,
      running,
      sampler,
      nextMessage,
      real: options.real === true,
      resent: () => resent,
    }),
    stack,
    partitions,
    journal: running,
    spare: everybody.slice(count),
    nextMessage,
    random,
    pgProxy,
    natsProxy,
    senderProxy,
    load: async (seconds) => {
      await delay(seconds * 1_000)
    },
    stall: sampler.stall,
    pauses: async (since) => await pauses(stack.databaseUrl, since),
    resend: async (max) => {
      const repeated = running.acked.slice(-max)
      for (const entry of repeated) {
        const message = nextMessage(entry.member, entry.n) ?? { body: '{}', count: 0 }
        await sender.publish(messageOf(entry, message), memberSubject(entry.member), `${entry.batch} again`)
      }
      resent += repeated.length
      return repeated.length
    },
  }
}

async function labStack(t: Test, options: LabOptions, partitions: number): Promise<FoldStackWithBroker> {
  const { maxBytes, natsDir, sync } = options
  return await foldStackWithBroker(t, {
    partitions,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(natsDir === undefined ? {} : { natsDir }),
    ...(sync === undefined ? {} : { sync }),
  })
}

async function messagesFor(
  { real, pad, seed, nextMessage }: LabOptions,
  { databaseUrl }: FoldStackWithBroker,
  members: string[],
): Promise<NextMessage> {
  if (nextMessage !== undefined) return nextMessage
  if (real === true) return await travellers(databaseUrl, members, seed)
  return pad === undefined ? countUp : padded(pad)
}

async function firstMessagesFolded(
  { databaseUrl }: FoldStackWithBroker,
  { acked }: Journal,
  count: number,
): Promise<void> {
  await until(
    'the first messages are folded',
    async () => acked.length > count && (await backlog(databaseUrl, acked.slice(0, count))).messages === 0,
    60_000,
  )
}

function brokerControls(
  t: Test,
  stack: FoldStackWithBroker,
  sync: string | undefined,
): Pick<Lab, 'downNats' | 'upNats' | 'restartNats'> {
  const upNats = async (): Promise<void> => {
    const { natsDir: dir, natsPort: port } = stack
    await stack.replaceNats(await ownNats(t, { dir, port, ...(sync === undefined ? {} : { sync }) }))
  }
  return {
    downNats: stack.killNats,
    upNats,
    restartNats: async (downFor) => {
      await stack.killNats()
      await delay(downFor)
      await upNats()
    },
  }
}

interface VerdictParts {
  stack: FoldStackWithBroker
  running: Journal
  sampler: StallSampler
  nextMessage: NextMessage
  real: boolean
  resent: () => number
}

function verdicts(t: Test, parts: VerdictParts): Pick<Lab, 'unfolded' | 'drained' | 'verdict'> {
  const { stack, running, sampler, nextMessage, real, resent } = parts
  const { databaseUrl } = stack

  const untilDrained = async (seconds = DRAIN_TIMEOUT_S): Promise<string | null> =>
    await drained(databaseUrl, running.acked, seconds)

  return {
    unfolded: async () => (await backlog(databaseUrl, running.acked)).messages,
    drained: untilDrained,
    verdict: async (seconds = DRAIN_TIMEOUT_S, restored = false) => {
      await running.stop()
      sampler.stop()
      const startedAt = performance.now()
      const late = await untilDrained(seconds)
      const drainedIn = Math.round(performance.now() - startedAt)
      t.comment(
        `${running.acked.length} acknowledged, ${running.repeats()} repeated, drained in ${drainedIn} ms`,
      )
      const differences = real ? await offline(databaseUrl, running.acked, nextMessage) : []
      return [
        ...(late === null ? [] : [late]),
        ...(await broken(databaseUrl, stack.nc, running.acked, {
          resent: resent(),
          small: !real,
          comparable: !restored,
        })),
        ...differences,
      ]
    },
  }
}
