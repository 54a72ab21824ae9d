/** `partitions COUNT`: more partitions for a stream in use (workers/stream/repartition.ts). */
import { addPartitions, partitionCount } from '../../../db/operator/partition-admin.js'
import { SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'
import { changePartitionCount } from '../../../workers/stream/repartition.js'
import { UsageError, type Command } from '../command.js'

const POLL_INTERVAL_MS = 500
const WAIT_MS = 10 * 60_000

export const partitions: Command = {
  usage: [
    [
      'partitions COUNT',
      'raise the number of partitions to a multiple of what it is, while everything runs; may be given again when it was interrupted',
    ],
  ],
  run: async ([text, ...more], { pool, stream, print: say }) => {
    const count = Number(text)
    if (!Number.isInteger(count) || count < 2 || count > 1_024 || more.length > 0)
      throw new UsageError('a count of 2 to 1024')
    const made = await partitionCount(pool, SEGMENTS_STREAM)
    if (made === null)
      throw new UsageError('no fold worker has ever run here: set PARTITIONS before the first start instead')
    if (made >= count || count % made !== 0) throw new UsageError(`a multiple of the ${made} there are`)
    const { old, from, upTo } = await changePartitionCount(await stream(), count, made).catch(
      (error: unknown) => {
        throw error instanceof RangeError ? new UsageError(error.message) : error
      },
    )
    say(
      `the stream numbers by ${count} from here on; waiting until the ${old} old partitions have passed ${upTo} (quiet ones move up once a minute) ...`,
    )
    for (const until = Date.now() + WAIT_MS; Date.now() < until;) {
      if ((await addPartitions(pool, SEGMENTS_STREAM, { old, partitions: count, from, upTo })) === 0) {
        say(`${count} partitions are worked`)
        return 0
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
    say(
      `the old partitions have not passed ${upTo} yet; members of new partitions wait: run the workers, then finish with \`partitions ${count} \` again`,
    )
    return 1
  },
}
