/** Metrics of the fold role. */
import type { Registry } from 'prom-client'
import type { FoldMetrics } from '../../workers/fold/fold-metrics.js'
import type { FoldStatus } from '../../workers/fold/service.js'
import { metricsOf } from './registry.js'
import type { MetricMaker } from './registry.js'

const SECOND = 1_000
const READABLE_BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300]
const COMMIT_BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
const SIZE_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200]

/** Records what a fold worker reports in a registry. */
export function foldMetrics(registry: Registry): FoldMetrics {
  const { skipped, parked, halted, ...counters } = foldCounters(metricsOf(registry))
  const { commits, sizes, readable } = foldHistograms(metricsOf(registry))
  return {
    committed: ({ messages, members, ms }) => {
      counters.messages.inc(messages)
      counters.members.inc(members)
      commits.observe(ms / SECOND)
      sizes.observe(messages)
    },
    membersLoaded: (count) => {
      counters.membersLoaded.inc(count)
    },
    segmentsLoaded: (count) => {
      counters.segmentsLoaded.inc(count)
    },
    readableAfter: (ms) => {
      readable.observe(Math.max(0, ms) / SECOND)
    },
    relayed: (packs) => {
      counters.relayed.inc(packs)
    },
    skipped: (why, count) => {
      skipped.inc({ why }, count)
    },
    parked: (reason) => {
      parked.inc({ reason })
    },
    retried: () => {
      counters.retried.inc()
    },
    fenced: () => {
      counters.fenced.inc()
    },
    sessionLost: () => {
      counters.sessionsLost.inc()
    },
    halted: (_partition, status) => {
      halted.inc({ status })
    },
  }
}

function foldCounters({ counter }: MetricMaker) {
  return {
    messages: counter('folded_messages_total', 'Messages whose effects are committed.'),
    members: counter('folded_members_total', 'Members written, once per commit.'),
    membersLoaded: counter(
      'fold_members_read_total',
      'Members loaded from Postgres because they were not in memory.',
    ),
    segmentsLoaded: counter(
      'fold_segments_read_total',
      'Segments loaded from Postgres one by one because a fold step needed them ' +
        'and memory held their member without them.',
    ),
    relayed: counter(
      'relayed_notices_total',
      'Notice packs published to the EVENTS stream, one or more a commit.',
    ),
    skipped: counter(
      'fold_skipped_messages_total',
      'Messages without effect: duplicate, unknown (no such member), waiting (the member is parked).',
      'why',
    ),
    parked: counter('fold_parked_total', 'Members parked, by reason.', 'reason'),
    retried: counter('fold_retries_total', 'Commits that were retried.'),
    fenced: counter('fold_fenced_total', 'Partitions lost to another owner while work was in progress.'),
    sessionsLost: counter('fold_sessions_lost_total', 'Partition read sessions that were lost and reopened.'),
    halted: counter(
      'fold_halts_total',
      'Partitions halted until an operator repairs them, by status.',
      'status',
    ),
  }
}

function foldHistograms({ histogram }: MetricMaker) {
  return {
    commits: histogram(
      'fold_commit_seconds',
      'Time from taking a batch out of the mailbox to its committed transaction.',
      COMMIT_BUCKETS,
    ),
    sizes: histogram(
      'fold_commit_messages',
      'Messages in one commit of a partition; several commits may share a transaction.',
      SIZE_BUCKETS,
    ),
    readable: histogram(
      'accepted_to_readable_seconds',
      'Time from accepting a batch to the commit that makes it readable.',
      READABLE_BUCKETS,
    ),
  }
}

/**
 * State of the partitions of this worker, read at each scrape: a partition that was handed over disappears.
 */
export function partitionMetrics(registry: Registry, status: () => FoldStatus): void {
  const { gauge } = metricsOf(registry)
  gauge(
    'partition_lag',
    'Messages of a partition that are stored and not yet folded, as seen by its owner; absent while unknown.',
    ['partition'],
    (lag) => {
      lag.reset()
      for (const one of status().partitions)
        if (one.lag !== null) lag.set({ partition: one.partition }, one.lag)
    },
  )
  gauge(
    'partition_cursor',
    'Sequence up to which a partition is folded, as seen by its owner.',
    ['partition'],
    (cursor) => {
      cursor.reset()
      for (const one of status().partitions) cursor.set({ partition: one.partition }, one.cursor)
    },
  )
  gauge('partitions_owned', 'Partitions this worker owns.', [], (owned) => {
    owned.set(status().partitions.length)
  })
  gauge(
    'fold_commit_failing_seconds',
    'How long the next commit of a partition has been failing; absent while none fails.',
    ['partition'],
    (failing) => {
      failing.reset()
      for (const one of status().failing) failing.set({ partition: one.what }, one.seconds)
    },
  )
  gauge('fold_joined', 'Whether this worker holds its lease: 1 or 0.', [], (joined) => {
    joined.set(status().joined ? 1 : 0)
  })
}
