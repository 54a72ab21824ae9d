/** `status`: roles and their processes, partitions and owners, lag, rates, dead letters; a table that refreshes on a terminal. */
import { parseArgs } from 'node:util'
import { listPartitions, type PartitionState } from '../../../db/operator/partition-admin.js'
import { serviceStatus } from '../../../db/operator/service-status.js'
import { connectedProcesses, liveWorkers } from '../../../db/operator/worker-status.js'
import { partitionBacklog } from '../../../workers/stream/partition-backlog.js'
import { streamStats } from '../../../workers/stream/stream-stats.js'
import { readProcesses } from '../../stack/scaling.js'
import { withEstimatedLag } from '../../metrics/estimated-lag.js'
import type { CliContext, Command } from '../command.js'
import { table } from '../table.js'

const REFRESH_INTERVAL_MS = 2_000
const RATE_SAMPLE_MS = 1_000
const MINUTE_S = 60
const CLEAR = '\u001b[H\u001b[2J'

export const status: Command = {
  usage: [
    [
      'status [--once] [--partitions]',
      'roles, processes, partitions, lag, rates, dead letters; again every two seconds on a terminal, else or with --once one time (exit code 1: a partition is halted or a stream missing)',
    ],
  ],
  run: async (args, context) => {
    const { values } = parseArgs({
      args,
      options: { once: { type: 'boolean', default: false }, partitions: { type: 'boolean', default: false } },
    })
    const refresh = !values.once && process.stdout.isTTY
    let before = await takeSnapshot(context)
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, refresh ? REFRESH_INTERVAL_MS : RATE_SAMPLE_MS))
      const now = await takeSnapshot(context)
      context.print(`${refresh ? CLEAR : ''}${report(now, before, values.partitions).join('\n')}`)
      if (!refresh)
        return now.parts.some((part) => part.status !== 'ok') || now.streams.some((one) => one.missing)
          ? 1
          : 0
      before = now
    }
  },
}

interface Snapshot {
  at: number
  parts: PartitionState[]
  workers: string[]
  connected: Array<{ name: string; since: Date }>
  crew: Array<{ name: string; pid: number | null; state: string; restarts: number }>
  view: Awaited<ReturnType<typeof serviceStatus>>
  streams: Awaited<ReturnType<typeof streamStats>>
}

async function takeSnapshot({ pool, stream, config }: CliContext): Promise<Snapshot> {
  const nc = await stream()
  const [states, workers, connected, view, streams] = await Promise.all([
    listPartitions(pool),
    liveWorkers(pool),
    connectedProcesses(pool),
    serviceStatus(pool).then(
      async (seen) => await withEstimatedLag(seen, async (untold) => await partitionBacklog(nc, untold)),
    ),
    streamStats(nc),
  ])
  const lags = new Map(view.partitions.map((part) => [part.partition, part.lag]))
  const parts = states.map((part) => ({ ...part, lag: lags.get(part.partition) ?? part.lag }))
  return {
    at: performance.now(),
    parts,
    workers,
    connected,
    view,
    streams,
    crew: readProcesses(config.DATA_DIR)?.processes ?? [],
  }
}

const sum = (parts: PartitionState[], pick: (part: PartitionState) => number): number =>
  parts.reduce((total, part) => total + pick(part), 0)

function report(now: Snapshot, before: Snapshot, whole: boolean): string[] {
  const { view } = now
  const rate = (parts: PartitionState[]): number => {
    const old = before.parts.filter((part) => parts.some((one) => one.partition === part.partition))
    return Math.round(
      (sum(parts, (part) => part.applied) - sum(old, (part) => part.applied)) /
        ((now.at - before.at) / 1_000),
    )
  }
  const halted = now.parts.filter((part) => part.status !== 'ok')
  return [
    `folded   ${sum(now.parts, (part) => part.applied)} messages, ${rate(now.parts)} per second, lag ${sum(now.parts, (part) => part.lag ?? 0)}; ${view.outbox} notices of events in the outbox`,
    `dead     ${view.parkedMembers} members, ${view.parkedMessages} messages${view.oldestParked === null ? '' : `, the oldest for ${Math.ceil(view.oldestParked / MINUTE_S)} min: \`npm run cli -- dead list\``}`,
    ...halted.map(
      (part) => `HALTED   partition ${part.partition} is ${part.status}: \`npm run cli -- stream\``,
    ),
    ...now.streams.flatMap((one) =>
      one.missing ? [`MISSING  the broker has no stream ${one.name}: \`npm run cli -- stream\``] : [],
    ),
    '',
    ...table(
      ['process', 'role', 'state', 'restarts', 'partitions', 'lag', 'per second', 'parked'],
      processes(now, rate),
    ),
    '',
    ...table(
      ['stream', 'messages', 'MiB', 'of MiB', 'last sequence'],
      now.streams.map((one) =>
        one.missing
          ? [one.name, null, null, null, null]
          : [
              one.name,
              one.messages,
              Math.ceil(one.bytes / 2 ** 20),
              Math.floor(one.maxBytes / 2 ** 20),
              one.lastSeq,
            ],
      ),
    ),
    ...(whole
      ? [
          '',
          ...table(
            ['p', 'owner', 'epoch', 'cursor', 'lag', 'applied', 'parked', 'status'],
            now.parts.map((part) => [
              part.partition,
              part.owner,
              part.epoch,
              part.cursor,
              part.lag,
              part.applied,
              part.parked,
              part.status,
            ]),
          ),
        ]
      : []),
  ]
}

/** Everybody who is known: connected, leased, supervised, or named as an owner; partitions of nobody at the end. */
function processes(
  now: Snapshot,
  rate: (parts: PartitionState[]) => number,
): Array<Array<string | number | null>> {
  const owners = now.parts.flatMap((part) => part.owner ?? [])
  const names = [...new Set([...now.connected.map((one) => one.name), ...now.workers, ...owners])].sort()
  const rows = names.map((name) => {
    const role = name.slice(0, name.indexOf('-'))
    const own = now.crew.find((one) => one.pid !== null && pidOf(name) === one.pid)
    const there = now.connected.some((one) => one.name === name) || now.workers.includes(name)
    const shown = own === undefined ? name : `${own.name} (${name})`
    if (role !== 'fold')
      return [shown, role, there ? 'live' : 'gone', own?.restarts ?? null, null, null, null, null]
    const mine = now.parts.filter((part) => part.owner === name)
    return [
      shown,
      role,
      now.workers.includes(name) ? 'live' : 'gone',
      own?.restarts ?? null,
      mine.length,
      sum(mine, (part) => part.lag ?? 0),
      rate(mine),
      sum(mine, (part) => part.parked),
    ]
  })
  const silent = now.crew.filter((one) => !names.some((name) => pidOf(name) === one.pid))
  const free = now.parts.filter((part) => part.owner === null)
  return [
    ...rows,
    ...silent.map((one) => [
      one.name,
      one.name.replace(/-\d+$/, ''),
      one.state,
      one.restarts,
      null,
      null,
      null,
      null,
    ]),
    ...(free.length === 0
      ? []
      : [
          [
            'nobody',
            '-',
            '-',
            null,
            free.length,
            sum(free, (part) => part.lag ?? 0),
            0,
            sum(free, (part) => part.parked),
          ],
        ]),
  ]
}

/** Names are `role-host-pid-dice`. */
function pidOf(name: string): number {
  return Number(/-(\d+)-[0-9a-f]{6}$/.exec(name)?.[1] ?? NaN)
}
