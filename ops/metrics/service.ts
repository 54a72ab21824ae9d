/**
 * The whole service as the stores have it: partitions, dead letters, streams. Every process of the door tells the same, so
 * whoever adds up takes the greatest, not the sum.
 */
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { ServiceStatus } from '../../db/operator/service-status.js'
import type { StreamStats } from '../../workers/stream/stream-stats.js'
import { withinTimeout, gaugeFrom } from './registry.js'

type Row = [label: string, value: number | null]

/** Both are asked once per scrape; what cannot be asked is left out of the answer, and counted. */
export function serviceMetrics(
  registry: Registry,
  view: () => Promise<ServiceStatus>,
  streams: () => Promise<StreamStats[]>,
): void {
  const store = oncePerScrape(view)
  const broker = oncePerScrape(streams)
  const rows = (name: string, help: string, label: string, look: () => Promise<Row[] | null>): void => {
    const gauge = new Gauge({
      name: `tripfold_service_${name}`,
      help,
      labelNames: [label],
      registers: [registry],
      collect: async () => {
        const found = await look()
        gauge.reset()
        for (const [key, value] of found ?? []) if (value !== null) gauge.set({ [label]: key }, value)
      },
    })
  }
  const perPartition = (
    name: string,
    help: string,
    pick: (one: ServiceStatus['partitions'][number]) => number | null,
  ): void => {
    rows(
      name,
      help,
      'partition',
      async () => (await store())?.partitions.map((one) => [String(one.partition), pick(one)]) ?? null,
    )
  }
  const perStream = (
    name: string,
    help: string,
    pick: (one: Extract<StreamStats, { missing: false }>) => number,
  ): void => {
    rows(
      name,
      help,
      'stream',
      async () =>
        (await broker())?.flatMap((one): Row[] => (one.missing ? [] : [[one.name, pick(one)]])) ?? null,
    )
  }
  const one = (name: string, help: string, pick: (seen: ServiceStatus) => number): void => {
    gaugeFrom(registry, `tripfold_service_${name}`, help, async () => {
      const seen = await store()
      return seen === null ? null : pick(seen)
    })
  }
  perPartition(
    'partition_lag',
    'Messages stored and not yet folded, as the owner last reported to Postgres; of a partition that nobody works, as the stream has it.',
    (part) => part.lag,
  )
  perPartition(
    'partition_lag_age_seconds',
    'Age of that report: it grows while nobody works the partition.',
    (part) => part.lagAge,
  )
  perPartition('partition_cursor', 'Sequence up to which the partition is folded.', (part) => part.cursor)
  rows('partitions_halted', 'Partitions that wait for an operator, by status.', 'status', async () => {
    const halted = (await store())?.partitions.filter((part) => part.status !== 'ok') ?? []
    return [...new Set(halted.map((part) => part.status))].map((status) => [
      status,
      halted.filter((part) => part.status === status).length,
    ])
  })
  one(
    'partitions_unowned',
    'Partitions that nobody works.',
    (seen) => seen.partitions.filter((part) => part.owner === null).length,
  )
  one('fold_workers', 'Fold workers that are alive.', (seen) => seen.workers)
  one('dead_letter_members', 'Members that are parked.', (seen) => seen.parkedMembers)
  one('dead_letter_messages', 'Messages that wait with them.', (seen) => seen.parkedMessages)
  one(
    'dead_letter_age_seconds',
    'How long the member parked longest is; 0 when none is.',
    (seen) => seen.oldestParked ?? 0,
  )
  one(
    'outbox_notices',
    'Notices of committed events, one a commit, until the stream has them and a later commit takes them out: one or two for each busy partition.',
    (seen) => seen.outbox,
  )
  perStream('stream_messages', 'Messages of a stream.', (stream) => stream.messages)
  perStream('stream_bytes', 'Bytes of a stream.', (stream) => stream.bytes)
  perStream('stream_max_bytes', 'Bytes it may hold.', (stream) => stream.maxBytes)
  perStream('stream_last_sequence', 'Sequence of its last message.', (stream) => stream.lastSeq)
  gaugeFrom(
    registry,
    'tripfold_service_view_problems',
    'Stores that could not be asked for this view, and streams that are not there.',
    async () =>
      Number((await store()) === null) + ((await broker())?.filter((one) => one.missing).length ?? 1),
  )
}

const SAME_SCRAPE_MS = 500

/**
 * One question for all who ask at the same time; null when it failed or takes too long, so that of a store that hangs the
 * rest of the page is told all the same, and that it hangs.
 */
function oncePerScrape<T>(question: () => Promise<T>): () => Promise<T | null> {
  let asked: { at: number; answer: Promise<T | null> } | null = null
  return async () => {
    if (asked === null || performance.now() - asked.at > SAME_SCRAPE_MS)
      asked = { at: performance.now(), answer: withinTimeout(question()) }
    return await asked.answer
  }
}
