/** The faults of a cluster (workers/DESIGN.md 7, numbers 7, 8 and 16, and killed processes). */
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterLab } from './cluster-lab.js'

export interface ClusterFault {
  number: number
  name: string
  /** Seconds without a 2xx that are allowed. */
  maxGap: number
  inflict: (lab: ClusterLab) => Promise<void>
}

/** Goals of a fault of NATS, and of Postgres away for three seconds. */
const NATS_GAP_S = 15
const POSTGRES_GAP_S = 10

const FREEZE_S = 15
const OUTAGE_S = 45
const POSTGRES_DOWN_MS = 3_000
const RESTART_DELAY_MS = 5_000
const LONGEST_LAG_MS = 2_000
const LAGGING_MS = 10_000

/** Each is inflicted once, in this order. */
export const CLUSTER_FAULTS: ClusterFault[] = [
  {
    number: 8,
    name: 'the leader of the stream steps down',
    maxGap: NATS_GAP_S,
    inflict: async ({ nats }) => {
      await nats.stepDown()
    },
  },
  {
    number: 8,
    name: "the stream's leader killed and started again",
    maxGap: NATS_GAP_S,
    inflict: async ({ nats }) => {
      await restartAfterKill(nats, await nats.leader(), RESTART_DELAY_MS)
    },
  },
  {
    number: 8,
    name: `the stream's leader frozen for ${FREEZE_S} s`,
    maxGap: NATS_GAP_S,
    inflict: async ({ nats }) => {
      await freeze(nats, await nats.leader(), FREEZE_S)
    },
  },
  {
    number: 7,
    name: 'all nats-servers restarted in turn',
    maxGap: NATS_GAP_S,
    inflict: async ({ nats }) => {
      for (let server = 0; server < nats.size; server++) {
        await nats.restart(server)
        await nats.settled()
      }
    },
  },
  {
    number: 7,
    name: `all nats-servers down for ${OUTAGE_S} s`,
    maxGap: OUTAGE_S + NATS_GAP_S,
    inflict: async ({ nats }) => {
      const all = Array.from({ length: nats.size }, (_, i) => i)
      await Promise.all(all.map(nats.kill))
      await delay(OUTAGE_S * 1_000)
      await Promise.all(all.map(nats.start))
    },
  },
]

/** One of them at random every now and then; `random` chooses the server or the process. */
export const RANDOM_FAULTS: Array<Omit<ClusterFault, 'number'>> = [
  {
    name: 'a nats-server killed and started again',
    maxGap: NATS_GAP_S,
    inflict: async ({ nats, random }) => {
      await restartAfterKill(nats, anyOf(nats.size, random), RESTART_DELAY_MS * random())
    },
  },
  {
    name: 'a nats-server frozen',
    maxGap: NATS_GAP_S,
    inflict: async ({ nats, random }) => {
      await freeze(nats, anyOf(nats.size, random), FREEZE_S * random())
    },
  },
  {
    name: 'a nats-server restarted',
    maxGap: NATS_GAP_S,
    inflict: async ({ nats, random }) => {
      await nats.restart(anyOf(nats.size, random))
    },
  },
  {
    name: 'a nats-server up to two seconds behind',
    maxGap: NATS_GAP_S,
    inflict: async ({ nats, random }) => {
      await lag(nats, anyOf(nats.size, random), LONGEST_LAG_MS * random())
    },
  },
  {
    name: 'a worker killed',
    maxGap: POSTGRES_GAP_S,
    inflict: async (lab) => {
      await replaceOne(lab, ({ role }) => role !== 'api')
    },
  },
  {
    name: 'an ingress killed',
    maxGap: POSTGRES_GAP_S,
    inflict: async (lab) => {
      await replaceOne(lab, ({ role }) => role === 'api')
    },
  },
  {
    name: 'Postgres away for three seconds',
    maxGap: POSTGRES_GAP_S,
    inflict: async ({ restartPostgres }) => {
      await restartPostgres(POSTGRES_DOWN_MS)
    },
  },
]

async function restartAfterKill(nats: ClusterLab['nats'], server: number, afterMs: number): Promise<void> {
  await nats.kill(server)
  await delay(afterMs)
  await nats.start(server)
}

async function freeze(nats: ClusterLab['nats'], server: number, seconds: number): Promise<void> {
  nats.freeze(server)
  await delay(seconds * 1_000)
  nats.thaw(server)
}

/** What the others send to this server arrives later for a while. */
async function lag(nats: ClusterLab['nats'], server: number, ms: number): Promise<void> {
  const set = (to: number): void => {
    for (let other = 0; other < nats.size; other++) if (other !== server) nats.delay(other, server, to)
  }
  set(ms)
  await delay(LAGGING_MS)
  set(0)
}

function anyOf(count: number, random: () => number): number {
  return Math.floor(random() * count)
}

async function replaceOne(
  { processes, random }: ClusterLab,
  wanted: (one: { role: string }) => boolean,
): Promise<void> {
  const candidates = processes.all().filter(wanted)
  const chosen = candidates[anyOf(candidates.length, random)]
  if (chosen !== undefined) await processes.replace(chosen.name)
}
