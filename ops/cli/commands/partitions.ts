/** `partitions`: raises the number of partitions while everything runs (workers/DESIGN.md 4.4). */
import type { Command } from '@commander-js/extra-typings'
import { recordCommand } from '../../../db/operator/operator-command.js'
import { dividePartitions } from '../../../db/operator/partition-admin.js'
import { SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'
import { done, UsageError } from '../answer.js'
import type { Run } from '../run.js'
import { wholeNumber } from '../values.js'

const MAX_PARTITIONS = 1_024

/** How many partitions the fold workers share. */
export function addPartitionsCommand(program: Command, run: Run): void {
  program
    .command('partitions')
    .description('raise the number of partitions to a multiple of the current one, while everything runs')
    .argument('<COUNT>', '', wholeNumber(2, MAX_PARTITIONS))
    .action(
      run(async ({ pool, operator: by }, count) => {
        await recordCommand(pool, { command: 'partitions', args: { to: count }, by, result: 'begun' })
        try {
          const old = await dividePartitions(pool, SEGMENTS_STREAM, count)
          return done(`Done: the workers share ${count} partitions instead of ${old}.`)
        } catch (error) {
          throw error instanceof RangeError ? new UsageError(`Not changed: ${error.message}.`) : error
        }
      }),
    )
}
