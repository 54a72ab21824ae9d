/** What the clients were promised, compared with Postgres, the streams and the receiver. */
import type { Test } from 'tap'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsCluster } from '../../support/nats-cluster.js'
import { until } from '../../support/until.js'
import { withClient } from '../../support/with-client.js'
import { backlog, broken } from '../oracle.js'
import type { Availability } from './availability.js'
import type { Clients } from './clients.js'
import type { RoleProcesses } from './role-processes.js'

export interface ClusterVerdict {
  /** Holds the clients, waits until all is folded and delivered, lets them go on; answers what is left. */
  checkpoint: (seconds: number) => Promise<string[]>
  /** Stops the clients and answers every broken promise. */
  verdict: (seconds: number) => Promise<string[]>
  /** The figures, one line each. */
  report: () => string[]
}

export interface VerdictParts {
  databaseUrl: string
  nats: NatsCluster
  clients: Clients
  availability: Availability
  processes: RoleProcesses
  /** How often each event has arrived. */
  received: Map<string, number>
}

/** Failures that a client may see: it repeats the batch. Anything else is a broken promise. */
const PASSING = /^(503 temporarily_unavailable|409 conflict|no answer: (ECONN\w+|UND_ERR_SOCKET))$/

export function clusterVerdict(t: Test, parts: VerdictParts): ClusterVerdict {
  const { clients, availability } = parts

  const settle = async (seconds: number): Promise<string[]> => {
    const began = performance.now()
    let left: string[] = ['O5 nothing was read']
    const isSettled = async (): Promise<boolean> => {
      left = await unsettled(parts).catch((error: unknown) => [
        `O5 Postgres did not answer: ${String(error)}`,
      ])
      return left.length === 0
    }
    await until('all is folded and delivered', isSettled, seconds * 1_000).catch(() => false)
    t.comment(
      `${clients.acked.length} acknowledged, settled after ${Math.round(performance.now() - began)} ms`,
    )
    return left.map((what) => `${what} after ${seconds} s`)
  }

  return {
    checkpoint: async (seconds) => {
      await clients.hold()
      const left = await settle(seconds)
      clients.resume()
      return left
    },
    verdict: async (seconds) => {
      await clients.stop()
      availability.pause()
      const left = await settle(seconds)
      const nc = await connectStream({ url: parts.nats.url, name: 'fault suite' })
      const promises = await broken(parts.databaseUrl, nc, clients.acked, { small: false, comparable: false })
      await nc.close()
      return [...left, ...promises, ...(await effects(parts)), ...strange(availability)]
    },
    report: () => report(parts),
  }
}

/** Batches that are not folded, notices that are not relayed, and events that have not arrived. */
async function unsettled({ databaseUrl, clients, received }: VerdictParts): Promise<string[]> {
  const { messages, events } = await backlog(databaseUrl, clients.acked)
  const missed = (await eventsOf(databaseUrl)).filter((id) => !received.has(id)).length
  return [
    ...(messages === 0 ? [] : [`O1 ${messages} acknowledged batches are not folded`]),
    ...(events === 0 ? [] : [`O3 ${events} event notices are still in the outbox`]),
    ...(missed === 0 ? [] : [`O3 ${missed} events have not arrived at the receiver`]),
  ]
}

async function eventsOf(databaseUrl: string): Promise<string[]> {
  return await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from logged_event where member_id is not null',
    )
    return rows.map(({ id }) => id)
  })
}

/** Each acknowledged batch is in Postgres once, under one id, and made one segment. */
async function effects({ databaseUrl, clients, received }: VerdictParts): Promise<string[]> {
  const sent = clients.acked.length
  const { raw, segments } = await withClient(databaseUrl, async (client) => {
    const {
      rows: [row],
    } = await client.query<{ raw: number; segments: number }>(
      `select (select count(*)::int from raw_batch) as raw,
         (select count(*)::int from segment where status not in ('Merged', 'Deleted')) as segments`,
    )
    return row ?? { raw: NaN, segments: NaN }
  })
  const known = new Set(await eventsOf(databaseUrl))
  const unknown = [...received.keys()].filter((id) => !known.has(id)).length
  return [
    ...(raw === sent ? [] : [`O1 ${sent} batches, each repeated under its key, are ${raw} in Postgres`]),
    ...(segments === sent ? [] : [`O1 ${sent} batches of one flight made ${segments} segments`]),
    ...(unknown === 0 ? [] : [`O3 ${unknown} events arrived that are not in the log`]),
  ]
}

/** Answers that a client cannot be expected to repeat. */
function strange(availability: Availability): string[] {
  return [...availability.failures()]
    .filter(([what]) => !PASSING.test(what))
    .map(([what, count]) => `O6 ${count} requests were answered with ${what}`)
}

function report({ clients, availability, processes, received }: VerdictParts): string[] {
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
  const repeats = [...received.values()].reduce((sum, times) => sum + times - 1, 0)
  const failures = [...availability.failures()].map(([what, count]) => `${count} ${what}`)
  return [
    ...[...availability.byKind()].map(
      ([kind, { longestGap, longestBatch, failed }]) =>
        `${kind}: longest time without a 2xx ${seconds(longestGap)}, ` +
        `longest batch ${seconds(longestBatch)}, ${failed} failed requests`,
    ),
    `${clients.acked.length} batches acknowledged; failed requests: ${failures.join(', ') || 'none'}`,
    `${received.size} events arrived, ${repeats} of them again`,
    `${processes.endedByThemselves().length} processes ended by themselves`,
  ]
}
