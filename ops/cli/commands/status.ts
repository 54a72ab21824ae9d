/** `status`: processes, partitions, lag, rates, dead letters and streams; refreshes on a terminal. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from '@commander-js/extra-typings'
import { listPartitions } from '../../../db/operator/partition-admin.js'
import { serviceStatus } from '../../../db/operator/service-status.js'
import { liveProcesses, liveWorkers } from '../../../db/operator/worker-status.js'
import { partitionBacklog } from '../../../workers/stream/partition-backlog.js'
import { streamStats } from '../../../workers/stream/stream-stats.js'
import { withEstimatedLag } from '../../metrics/estimated-lag.js'
import { readProcesses } from '../../stack/scaling.js'
import type { CliContext } from '../context.js'
import type { Run } from '../run.js'
import { problems, statusReport } from '../status-report.js'
import type { StatusSnapshot } from '../status-report.js'

const REFRESH_INTERVAL_MS = 2_000
const RATE_SAMPLE_MS = 1_000
const CLEAR_SCREEN = '\u001b[H\u001b[2J'

/** How the service is doing. */
export function addStatusCommand(program: Command, run: Run): void {
  program
    .command('status')
    .description(
      'print processes, partitions, lag, rates and dead letters; on a terminal it refreshes every two seconds, ' +
        'else it prints once and exits with 1 if nothing is folded, a partition is halted, a stream is missing ' +
        'or messages are lost',
    )
    .option('--once', 'print once')
    .option('--partitions', 'print every partition too')
    .action(
      run(async (context, { once = false, partitions: withPartitions = false }) => {
        const refresh = !once && process.stdout.isTTY
        let before = await takeSnapshot(context)
        for (;;) {
          await delay(refresh ? REFRESH_INTERVAL_MS : RATE_SAMPLE_MS)
          const now = await takeSnapshot(context)
          const lines = statusReport(now, before, { withPartitions })
          const { at: _at, ...data } = now
          if (!refresh) return { data, lines, failed: problems(now).length > 0 }
          context.emit(data, `${CLEAR_SCREEN}${lines.join('\n')}`)
          before = now
        }
      }),
    )
}

async function takeSnapshot({ pool, stream, config }: CliContext): Promise<StatusSnapshot> {
  const nc = await stream()
  const [states, workers, live, service, streams] = await Promise.all([
    listPartitions(pool),
    liveWorkers(pool),
    liveProcesses(pool),
    serviceStatus(pool).then(
      async (status) =>
        await withEstimatedLag(
          status,
          async (stale, partitions) => await partitionBacklog(nc, stale, partitions),
        ),
    ),
    streamStats(nc),
  ])
  const lags = new Map(service.partitions.map((one) => [one.partition, one.lag]))
  return {
    at: performance.now(),
    partitions: states.map((one) => ({ ...one, lag: lags.get(one.partition) ?? one.lag })),
    workers,
    live: live.map((one) => one.name),
    service,
    streams,
    supervised: readProcesses(config.DATA_DIR)?.processes ?? [],
  }
}
