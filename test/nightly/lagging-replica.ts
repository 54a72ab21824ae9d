/** A fold on three nats-servers with three copies of each stream, of which one can be made to lag. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { natsCluster, type NatsCluster } from '../support/nats-cluster.js'
import { foldStackOn, type FoldStack } from '../support/fold/fold-stack.js'
import { until } from '../support/until.js'

export interface LaggingReplica {
  cluster: NatsCluster
  /** Its clients are at the server `meta`. */
  stack: FoldStack
  /** The server that leads the cluster, and therefore orders changes. */
  meta: number
  /** Another one, which leads SEGMENTS. */
  leader: number
  /** The third one, whose copy is to lag. */
  replica: number
}

/** How far it lags. */
export const LAG_MS = 1_500

/** Starts the servers; nothing lags yet. */
export async function laggingReplica(t: Test, options: { partitions: number }): Promise<LaggingReplica> {
  const cluster = await natsCluster(t, { delayable: true })
  const meta = await cluster.metaLeader()
  const stack = await foldStackOn(t, { url: cluster.urls[meta] ?? '', size: cluster.size }, options)
  const leader = (meta + 1) % cluster.size
  await ledBy(cluster, leader)
  return { cluster, stack, meta, leader, replica: (meta + 2) % cluster.size }
}

/** Waits until all copies of the streams are current and this server leads SEGMENTS. */
export async function ledBy(cluster: NatsCluster, server: number): Promise<void> {
  const leads = async (): Promise<boolean> => {
    await cluster.settled()
    if ((await cluster.leader()) === server) return true
    await cluster.stepDown(undefined, server)
    await delay(500)
    return false
  }
  await until(`server ${server} leads`, leads, 60_000)
}
