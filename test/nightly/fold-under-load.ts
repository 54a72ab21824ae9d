/**
 * Fold workers as an installation runs them, under a load of numbered messages, and the verdict of the oracle
 * (test/faults/oracle.ts).
 */
import type { Test } from 'tap'
import { listPartitions } from '../../db/operator/partition-admin.js'
import { countUp, journal, type Entry, type Journal, type NextMessage } from '../faults/journal.js'
import { labWorkers, type LabWorkers } from '../faults/lab-workers.js'
import { broken, drained, watch } from '../faults/oracle.js'
import { WORKER, type FoldStack } from '../support/fold/fold-stack.js'
import { program } from '../support/program.js'

export interface FoldUnderLoad extends LabWorkers {
  members: string[]
  /** Sends so many more messages for each of these members; resolves when all are acknowledged. */
  send: (members: string[], count: number, nextMessage?: NextMessage) => Promise<void>
  /** Sends messages for these members until the verdict, one every `pause` milliseconds for each. */
  keepSending: (members: string[], pause: number) => Journal
  /** Numbers of the halted partitions. */
  halted: () => Promise<number[]>
  /** Waits until everything acknowledged is folded and relayed; null, or a sentence about what is left. */
  drained: () => Promise<string | null>
  /**
   * Stops the load and answers every broken promise. `healed`: the stream was replaced and repaired, so that it
   * does not hold every event, and a message that was repeated may be in it twice.
   */
  verdict: (options?: { healed?: boolean }) => Promise<string[]>
}

export interface FoldUnderLoadOptions {
  members: number
  /** Settings of the workers in place of the default ones. */
  settings?: { idleAdvanceMs?: number }
  /** Where the workers reach the broker, if not where the load does. */
  natsUrl?: string
}

const DRAIN_S = 30

/** Adds the members; neither workers nor load are started. */
export async function foldUnderLoad(
  t: Test,
  stack: FoldStack,
  { members, settings = {}, natsUrl = stack.natsUrl }: FoldUnderLoadOptions,
): Promise<FoldUnderLoad> {
  const { databaseUrl, pool, publisher, nc } = stack
  await watch(databaseUrl)
  const journals: Journal[] = []
  const acked = (): Entry[] => journals.flatMap((one) => one.acked)
  const untilDrained = async (): Promise<string | null> => await drained(databaseUrl, acked(), DRAIN_S)
  const start = (senders: string[], pause: number, nextMessage: NextMessage, count = Infinity): Journal => {
    const sent = new Map<string, number>()
    for (const { member } of acked()) sent.set(member, (sent.get(member) ?? 0) + 1)
    const first = (member: string): number => sent.get(member) ?? 0
    const started = journal({
      publish: publisher.publish,
      members: senders,
      pause,
      first,
      nextMessage: (member, n) => (n < first(member) + count ? nextMessage(member, n) : null),
    })
    t.teardown(started.abandon)
    journals.push(started)
    return started
  }

  return {
    ...labWorkers(t, {
      pool,
      random: Math.random,
      servers: { databaseUrl, natsUrl },
      env: { FAULT_SETTINGS: JSON.stringify(settings) },
      program: program(WORKER),
    }),
    members: await stack.addMembers(members),
    send: async (senders, count, nextMessage = countUp) => {
      await start(senders, 0, nextMessage, count).finished()
    },
    keepSending: (senders, pause) => start(senders, pause, countUp),
    halted: async () =>
      (await listPartitions(pool)).filter((one) => one.status !== 'ok').map((one) => one.partition),
    drained: untilDrained,
    verdict: async ({ healed = false } = {}) => {
      await Promise.all(journals.map(async (one) => await one.stop()))
      const late = await untilDrained()
      const repeated = journals.reduce((sum, one) => sum + one.repeats(), 0)
      t.comment(`${acked().length} acknowledged, ${repeated} repeated`)
      const promises = await broken(databaseUrl, nc, acked(), {
        resent: healed ? repeated : 0,
        comparable: !healed,
      })
      return [...(late === null ? [] : [late]), ...promises]
    },
  }
}
