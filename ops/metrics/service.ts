/**
 * The state of the whole service as Postgres and NATS know it: partitions, dead letters, streams. Every api
 * process exports the same values, so take their maximum, not their sum.
 */
import type { Registry } from 'prom-client'
import type { ServiceStatus } from '../../db/operator/service-status.js'
import type { Log } from '../../schemas/base/log.js'
import type { StreamStats } from '../../workers/stream/stream-stats.js'
import { gaugeFrom } from './registry.js'
import { labelledGauge, oncePerScrape } from './scrape.js'
import type { Row } from './scrape.js'

type Partition = ServiceStatus['partitions'][number]
type ExistingStream = Extract<StreamStats, { missing: false }>

const PARTITION_GAUGES: ReadonlyArray<[name: string, help: string, pick: (one: Partition) => number | null]> =
  [
    [
      'partition_lag',
      'Messages stored and not yet folded, as last reported by the owner; ' +
        'for a partition without an owner its share of what was stored after its cursor.',
      (one) => one.lag,
    ],
    [
      'partition_lag_age_seconds',
      'Age of the last lag report; it grows while a partition has no working owner.',
      (one) => one.lagAge,
    ],
    ['partition_cursor', 'Sequence up to which the partition is folded.', (one) => one.cursor],
  ]

const SERVICE_GAUGES: ReadonlyArray<[name: string, help: string, pick: (status: ServiceStatus) => number]> = [
  [
    'partitions_unowned',
    'Partitions without an owner.',
    (status) => status.partitions.filter((one) => one.owner === null).length,
  ],
  ['fold_workers', 'Fold workers that are alive.', (status) => status.workers],
  [
    'lost_messages',
    'Acknowledged messages that were never folded, until an operator has decided.',
    (status) => status.lostMessages,
  ],
  [
    'audit_age_seconds',
    'Time since the audit of the stream last moved on, or had nothing to do.',
    (status) => status.auditAge ?? 0,
  ],
  ['dead_letter_members', 'Parked members.', (status) => status.parkedMembers],
  ['dead_letter_messages', 'Messages of parked members that are waiting.', (status) => status.parkedMessages],
  [
    'dead_letter_age_seconds',
    'Time since the longest parked member was parked; 0 if none is.',
    (status) => status.oldestParked ?? 0,
  ],
  [
    'outbox_notices',
    'Event notices in the outbox, one for each commit, until the stream has stored them; ' +
      'one or two for each busy partition is normal.',
    (status) => status.outbox,
  ],
  [
    'fan_out_waiting',
    'Events saved that have no webhook deliveries yet, counted up to 10,000; some are normal under load.',
    (status) => status.fanOutWaiting,
  ],
  [
    'fan_out_waiting_age_seconds',
    'Age of the oldest event that has no webhook deliveries yet; 0 if there is none.',
    (status) => status.fanOutAge ?? 0,
  ],
  [
    'job_waiting_seconds',
    'Time since the oldest background job that has not started became due; 0 if there is none.',
    (status) => status.jobWaiting ?? 0,
  ],
]

const STREAM_GAUGES: ReadonlyArray<[name: string, help: string, pick: (one: ExistingStream) => number]> = [
  ['stream_messages', 'Messages in a stream.', (one) => one.messages],
  ['stream_bytes', 'Bytes in a stream.', (one) => one.bytes],
  ['stream_max_bytes', 'Maximum size of a stream in bytes.', (one) => one.maxBytes],
  ['stream_last_sequence', 'Sequence of the last message in a stream.', (one) => one.lastSeq],
]

/**
 * Reads both once per scrape. Values of a server that does not answer are left out and counted as a problem; a refusal is
 * logged.
 */
export function serviceMetrics(
  registry: Registry,
  readStatus: () => Promise<ServiceStatus>,
  readStreams: () => Promise<StreamStats[]>,
  log: Log,
): void {
  const status = oncePerScrape(readStatus, log)
  const streams = oncePerScrape(readStreams, log)
  const partitions = async (): Promise<Partition[]> => (await status())?.partitions ?? []
  for (const [name, help, pick] of PARTITION_GAUGES)
    labelledGauge(registry, { name, help, labels: ['partition'] }, async () =>
      (await partitions()).map((one) => [[String(one.partition)], pick(one)]),
    )
  labelledGauge(
    registry,
    {
      name: 'partition_owner',
      help: '1 for the fold worker that owns the partition.',
      labels: ['partition', 'owner'],
    },
    async () =>
      (await partitions()).flatMap(({ partition, owner }): Row[] =>
        owner === null ? [] : [[[String(partition), owner], 1]],
      ),
  )
  labelledGauge(
    registry,
    {
      name: 'process_up_seconds',
      help: 'Time since a live process of the service started, on any machine.',
      labels: ['name', 'role', 'version'],
    },
    async () =>
      ((await status())?.processes ?? []).map(({ name, role, version, up }): Row => [
        [name, role, version],
        up,
      ]),
  )
  haltMetrics(registry, partitions)
  labelledGauge(
    registry,
    {
      name: 'quarantined_event_age_seconds',
      help:
        'Time since an event was set aside because it cannot be fanned out; with a callback, since that was suspended ' +
        'because it cannot get the event. The 20 oldest.',
      labels: ['event', 'callback'],
    },
    async () =>
      ((await status())?.quarantined ?? []).map(({ event, callback, age }): Row => [[event, callback], age]),
  )
  for (const [name, help, pick] of SERVICE_GAUGES)
    gaugeFrom(registry, `tripfold_service_${name}`, help, async () => {
      const current = await status()
      return current === null ? null : pick(current)
    })
  for (const [name, help, pick] of STREAM_GAUGES)
    labelledGauge(registry, { name, help, labels: ['stream'] }, async () =>
      ((await streams()) ?? []).flatMap((one): Row[] => (one.missing ? [] : [[[one.name], pick(one)]])),
    )
  gaugeFrom(
    registry,
    'tripfold_service_view_problems',
    'Servers that did not answer for these metrics, plus streams that are missing.',
    async () =>
      Number((await status()) === null) + ((await streams())?.filter((one) => one.missing).length ?? 1),
  )
}

function haltMetrics(registry: Registry, partitions: () => Promise<Partition[]>): void {
  labelledGauge(
    registry,
    {
      name: 'last_halt_age_seconds',
      help: 'Time since a partition last halted, by its status then; `state`: halted, or over.',
      labels: ['partition', 'status', 'state'],
    },
    async () =>
      (await partitions()).flatMap(({ partition, status, lastHalt, haltAge }): Row[] =>
        lastHalt === null
          ? []
          : [[[String(partition), lastHalt, status === 'ok' ? 'over' : 'halted'], haltAge]],
      ),
  )
  labelledGauge(
    registry,
    { name: 'partitions_halted', help: 'Partitions waiting for an operator, by status.', labels: ['status'] },
    async () => countByStatus((await partitions()).filter((one) => one.status !== 'ok')),
  )
}

function countByStatus(partitions: Partition[]): Row[] {
  const counts = new Map<string, number>()
  for (const { status } of partitions) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]): Row => [[status], count])
}
