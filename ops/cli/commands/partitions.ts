/** `partitions COUNT`: raises the number of partitions while everything runs (workers/DESIGN.md 4.4). */
import { recordCommand } from '../../../db/operator/operator-command.js'
import { dividePartitions } from '../../../db/operator/partition-admin.js'
import { SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'
import { UsageError, type Command } from '../command.js'

const MAX_PARTITIONS = 1_024

export const partitions: Command = {
  usage: [
    [
      'partitions COUNT',
      'raise the number of partitions to a multiple of the current one, while everything runs',
    ],
  ],
  run: async ([text, ...more], { pool, print, operator }) => {
    const count = Number(text)
    if (!Number.isInteger(count) || count < 2 || count > MAX_PARTITIONS || more.length > 0)
      throw new UsageError(`COUNT must be a whole number from 2 to ${MAX_PARTITIONS}.`)
    await recordCommand(pool, { command: 'partitions', args: { to: count }, by: operator, result: 'begun' })
    try {
      const old = await dividePartitions(pool, SEGMENTS_STREAM, count)
      print(`Done: the workers share ${count} partitions instead of ${old}.`)
      return 0
    } catch (error) {
      throw error instanceof RangeError ? new UsageError(`Not changed: ${error.message}.`) : error
    }
  },
}
