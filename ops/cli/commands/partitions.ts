/** `partitions COUNT`: raises the number of partitions of a stream in use (workers/stream/repartition.ts). */
import { recordCommand } from '../../../db/operator/operator-command.js'
import { addPartitions, partitionCount } from '../../../db/operator/partition-admin.js'
import { SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'
import { changePartitionCount } from '../../../workers/stream/repartition.js'
import { UsageError, type Command } from '../command.js'

const POLL_INTERVAL_MS = 500
const TIMEOUT_MS = 10 * 60_000
const MAX_PARTITIONS = 1_024

export const partitions: Command = {
  usage: [
    [
      'partitions COUNT',
      'raise the number of partitions to a multiple of the current one, while everything runs; ' +
        'run it again if it was interrupted',
    ],
  ],
  run: async ([text, ...more], { pool, stream, print, operator }) => {
    const count = Number(text)
    if (!Number.isInteger(count) || count < 2 || count > MAX_PARTITIONS || more.length > 0)
      throw new UsageError(`COUNT must be a whole number from 2 to ${MAX_PARTITIONS}.`)
    const current = await partitionCount(pool, SEGMENTS_STREAM)
    if (current === null)
      throw new UsageError('No fold worker has ever run here. Set PARTITIONS before the first start instead.')
    if (current >= count || count % current !== 0)
      throw new UsageError(`COUNT must be a multiple of the current ${current} partitions, and larger.`)
    await recordCommand(pool, {
      command: 'partitions',
      args: { from: current, to: count },
      by: operator,
      result: 'begun',
    })
    const { old, from, upTo } = await changePartitionCount(await stream(), count, current).catch(
      (error: unknown) => {
        throw error instanceof RangeError ? new UsageError(error.message) : error
      },
    )
    print(`New messages use ${count} partitions.`)
    print(
      `Waiting until the ${old} old partitions are folded up to ${upTo} (idle ones advance once a minute) ...`,
    )
    for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline;) {
      const remaining = await addPartitions(pool, SEGMENTS_STREAM, { old, partitions: count, from, upTo })
      if (remaining === 0) {
        print(`Done: the workers share ${count} partitions.`)
        return 0
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
    print(`The old partitions are not folded up to ${upTo} yet; members of the new partitions wait.`)
    print(`Make sure that fold workers are running, then run \`partitions ${count}\` again.`)
    return 1
  },
}
