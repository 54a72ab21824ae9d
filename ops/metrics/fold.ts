/** What the fold is measured by. */
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { FoldMetrics } from '../../workers/fold/fold-metrics.js'
import type { FoldStatus } from '../../workers/fold/service.js'

const SECOND = 1_000
const READABLE = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300]
const COMMIT = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200]

/** The meter of a fold worker, on a registry. */
export function foldMetrics(registry: Registry): FoldMetrics {
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]): Counter<L> =>
    new Counter({ name: `tripfold_${name}`, help, labelNames, registers })
  const histogram = (name: string, help: string, buckets: number[]): Histogram =>
    new Histogram({ name: `tripfold_${name}`, help, buckets, registers })
  const messages = counter('folded_messages_total', 'Messages whose effects are committed.')
  const members = counter('folded_members_total', 'Members written, once per commit.')
  const loaded = counter(
    'fold_members_read_total',
    'Members read from Postgres to be folded, for memory did not hold them.',
  )
  const brought = counter(
    'fold_segments_read_total',
    'Segments read from Postgres one by one, for memory held their member without them and a step asked for them.',
  )
  const commits = histogram('fold_commit_seconds', 'From the mailbox to the committed transaction.', COMMIT)
  const sizes = histogram(
    'fold_commit_messages',
    'Messages of one commit of a partition; several commits may share a transaction.',
    SIZES,
  )
  const readable = histogram(
    'accepted_to_readable_seconds',
    'From the time the door took a batch to the commit that shows it.',
    READABLE,
  )
  const relayed = counter('relayed_notices_total', 'Notices of events that reached the EVENTS stream.')
  const skipped = counter(
    'fold_skipped_messages_total',
    'Messages without effect: duplicate, unknown (no such member), waiting (behind a parked member).',
    'why',
  )
  const parked = counter('fold_parked_total', 'Members parked, by reason.', 'reason')
  const retried = counter('fold_retries_total', 'Commits that were tried again.')
  const fenced = counter('fold_fenced_total', 'Partitions lost to another owner in the middle of the work.')
  const lost = counter('fold_sessions_lost_total', 'Readings of a partition that broke and were begun anew.')
  const halted = counter(
    'fold_halts_total',
    'Partitions that were halted until an operator repairs them.',
    'status',
  )
  return {
    committed: (facts) => {
      messages.inc(facts.messages)
      members.inc(facts.members)
      commits.observe(facts.ms / SECOND)
      sizes.observe(facts.messages)
    },
    membersLoaded: (count) => {
      loaded.inc(count)
    },
    segmentsLoaded: (count) => {
      brought.inc(count)
    },
    readableAfter: (ms) => {
      readable.observe(Math.max(0, ms) / SECOND)
    },
    relayed: (notices) => {
      relayed.inc(notices)
    },
    skipped: (why, count) => {
      skipped.inc({ why }, count)
    },
    parked: (reason) => {
      parked.inc({ reason })
    },
    retried: () => {
      retried.inc()
    },
    fenced: () => {
      fenced.inc()
    },
    sessionLost: () => {
      lost.inc()
    },
    halted: (_partition, status) => {
      halted.inc({ status })
    },
  }
}

/** Where the partitions of this worker stand, looked up when asked for: a partition given away is no longer told of. */
export function partitionMetrics(registry: Registry, status: () => FoldStatus): void {
  const registers = [registry]
  const lag = new Gauge({
    name: 'tripfold_partition_lag',
    help: 'Messages of a partition that are stored and not yet folded, as its owner sees it.',
    labelNames: ['partition'],
    registers,
    collect: () => {
      lag.reset()
      for (const one of status().partitions) lag.set({ partition: one.partition }, one.lag)
    },
  })
  const cursor = new Gauge({
    name: 'tripfold_partition_cursor',
    help: 'Sequence up to which a partition is folded, as its owner sees it.',
    labelNames: ['partition'],
    registers,
    collect: () => {
      cursor.reset()
      for (const one of status().partitions) cursor.set({ partition: one.partition }, one.cursor)
    },
  })
  const owned = new Gauge({
    name: 'tripfold_partitions_owned',
    help: 'Partitions this worker works.',
    registers,
    collect: () => {
      owned.set(status().partitions.length)
    },
  })
  const joined = new Gauge({
    name: 'tripfold_fold_joined',
    help: 'Whether this worker holds its lease: 1 or 0.',
    registers,
    collect: () => {
      joined.set(status().joined ? 1 : 0)
    },
  })
}
