/** The text of `npm run cli -- status`. */
import type { PartitionState } from '../../db/operator/partition-admin.js'
import type { ServiceStatus } from '../../db/operator/service-status.js'
import type { StreamStats } from '../../workers/stream/stream-stats.js'
import type { ScaleProgress } from '../stack/scaling.js'
import { formatTable } from './format-table.js'

export interface StatusSnapshot {
  /** Milliseconds of a monotonic clock. */
  at: number
  partitions: PartitionState[]
  /** Names of the fold workers with a lease. */
  workers: string[]
  /** Names of the processes with a recent heartbeat. */
  live: string[]
  service: ServiceStatus
  streams: StreamStats[]
  /** Processes under the supervisor of this clone. */
  supervised: ScaleProgress['processes']
}

type Row = Array<string | number | null>
/** Messages folded a second on the given partitions. */
type Rate = (partitions: PartitionState[]) => number

const MIB = 2 ** 20
const MINUTE_S = 60

/** The report of `now`; rates are computed since `before`. */
export function statusReport(
  now: StatusSnapshot,
  before: StatusSnapshot,
  { withPartitions }: { withPartitions: boolean },
): string[] {
  const rate = rateSince(now, before)
  return [
    ...summary(now, rate),
    '',
    ...formatTable(
      ['process', 'role', 'state', 'restarts', 'partitions', 'lag', 'per second', 'parked'],
      processRows(now, rate),
    ),
    '',
    ...formatTable(['stream', 'messages', 'MiB', 'of MiB', 'last sequence'], now.streams.map(streamRow)),
    ...(withPartitions ? ['', ...partitionTable(now.partitions)] : []),
  ]
}

function rateSince(now: StatusSnapshot, before: StatusSnapshot): Rate {
  const seconds = (now.at - before.at) / 1_000
  return (partitions) => {
    const numbers = new Set(partitions.map((one) => one.partition))
    const previous = before.partitions.filter((one) => numbers.has(one.partition))
    return Math.round((sum(partitions, 'applied') - sum(previous, 'applied')) / seconds)
  }
}

function sum(partitions: PartitionState[], field: 'applied' | 'lag' | 'parked'): number {
  return partitions.reduce((total, one) => total + (one[field] ?? 0), 0)
}

function summary(now: StatusSnapshot, rate: Rate): string[] {
  const { partitions, service } = now
  const folded = `${sum(partitions, 'applied')} messages, ${rate(partitions)} per second`
  const oldest =
    service.oldestParked === null
      ? ''
      : `, the oldest for ${Math.ceil(service.oldestParked / MINUTE_S)} min: \`npm run cli -- dead list\``
  return [
    `folded   ${folded}, lag ${sum(partitions, 'lag')}; ${service.outbox} event notices in the outbox`,
    `dead     ${service.parkedMembers} members, ${service.parkedMessages} messages${oldest}`,
    ...(service.quarantined.length === 0
      ? []
      : [
          `EVENTS   ${service.quarantined.length} without webhook deliveries: \`npm run cli -- dead events\``,
        ]),
    ...problems(now),
  ]
}

/** What is wrong with the service, with the command that shows more; empty: nothing. */
export function problems({ partitions, workers, service, streams }: StatusSnapshot): string[] {
  const isFolding = partitions.some((one) => one.owner !== null && workers.includes(one.owner))
  return [
    ...(isFolding ? [] : ['STOPPED  no live fold worker owns a partition: start one with the role fold']),
    ...(service.lostMessages > 0
      ? [`LOST     ${service.lostMessages} acknowledged messages: \`npm run cli -- stream lost\``]
      : []),
    ...partitions
      .filter((one) => one.status !== 'ok')
      .map((one) => `HALTED   partition ${one.partition} is ${one.status}: \`npm run cli -- stream\``),
    ...streams
      .filter((one) => one.missing)
      .map((one) => `MISSING  NATS has no stream ${one.name}: \`npm run cli -- stream\``),
  ]
}

function streamRow(stream: StreamStats): Row {
  if (stream.missing) return [stream.name, null, null, null, null]
  const { name, messages, bytes, maxBytes, lastSeq } = stream
  return [name, messages, Math.ceil(bytes / MIB), Math.floor(maxBytes / MIB), lastSeq]
}

function partitionTable(partitions: PartitionState[]): string[] {
  return formatTable(
    ['p', 'owner', 'epoch', 'cursor', 'lag', 'applied', 'parked', 'status'],
    partitions.map((one) => [
      one.partition,
      one.owner,
      one.epoch,
      one.cursor,
      one.lag,
      one.applied,
      one.parked,
      one.status,
    ]),
  )
}

/**
 * Every known process: alive, leased, supervised, or named as an owner. Partitions without an owner come
 * last.
 */
function processRows(now: StatusSnapshot, rate: Rate): Row[] {
  const owners = now.partitions.flatMap((one) => one.owner ?? [])
  const names = [...new Set([...now.live, ...now.workers, ...owners])].sort()
  const pids = new Set(names.map(pidOf))
  const notAlive = now.supervised.filter((one) => one.pid === null || !pids.has(one.pid))
  const unowned = now.partitions.filter((one) => one.owner === null)
  return [
    ...names.map((name) => processRow(now, name, rate)),
    ...notAlive.map((one) => [
      one.name,
      one.name.replace(/-\d+$/, ''),
      one.state,
      one.restarts,
      ...[null, null, null, null],
    ]),
    ...(unowned.length === 0
      ? []
      : [['no owner', '-', '-', null, unowned.length, sum(unowned, 'lag'), 0, sum(unowned, 'parked')]]),
  ]
}

function processRow(now: StatusSnapshot, name: string, rate: Rate): Row {
  const role = name.slice(0, name.indexOf('-'))
  const supervised = now.supervised.find((one) => one.pid !== null && pidOf(name) === one.pid)
  const label = supervised === undefined ? name : `${supervised.name} (${name})`
  const restarts = supervised?.restarts ?? null
  const hasLease = now.workers.includes(name)
  if (role !== 'fold') {
    const isLive = hasLease || now.live.includes(name)
    return [label, role, isLive ? 'live' : 'gone', restarts, null, null, null, null]
  }
  const owned = now.partitions.filter((one) => one.owner === name)
  return [
    label,
    role,
    hasLease ? 'live' : 'gone',
    restarts,
    owned.length,
    sum(owned, 'lag'),
    rate(owned),
    sum(owned, 'parked'),
  ]
}

/** Worker names have the form `role-host-pid-random`. */
function pidOf(name: string): number {
  return Number(/-(\d+)-[0-9a-f]{6}$/.exec(name)?.[1] ?? NaN)
}
