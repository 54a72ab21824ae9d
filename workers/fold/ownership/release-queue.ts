/** Stops partition runs and releases their partitions, those that stop close together in one statement. */
import type { Log } from '../../../schemas/base/log.js'
import type { PartitionStore } from '../../../schemas/stream/partition-store.js'
import type { PartitionRun } from '../partition/run-partition.js'

export interface ReleaseQueue {
  /** Stops the run, then releases its partition. */
  add: (run: PartitionRun) => void
  /** Whether the partition is being stopped or released. */
  includes: (partition: number) => boolean
  /** Stops the runs without releasing them; resolves when these and all added ones have ended. */
  stopAll: (runs: PartitionRun[]) => Promise<void>
  /** Resolves once the broker has deleted the consumers of all stopped runs. */
  cleanedUp: () => Promise<void>
}

export function releaseQueue(partitions: PartitionStore, log: Log): ReleaseQueue {
  const releasing = new Map<number, Promise<void>>()
  const stopped: PartitionRun[] = []
  const cleaningUp = new Set<Promise<void>>()
  let statement: Promise<void> | null = null

  const stop = (run: PartitionRun): Promise<void> => {
    const ended = run.stop()
    const cleanedUp = ended
      .then(async () => {
        await run.cleanedUp()
      })
      .finally(() => {
        cleaningUp.delete(cleanedUp)
      })
    cleaningUp.add(cleanedUp)
    return ended
  }

  /** Releases everything that has stopped by now in one statement, then what stopped meanwhile. */
  const releaseStopped = async (): Promise<void> => {
    while (stopped.length > 0) {
      const runs = stopped.splice(0)
      try {
        await partitions.release(runs)
      } catch (error) {
        log.warn(
          { partitions: runs.map((run) => run.partition), error },
          'partitions not released; they become free when the lease expires',
        )
      }
    }
  }

  const release = async (run: PartitionRun): Promise<void> => {
    await stop(run)
    stopped.push(run)
    while (stopped.includes(run))
      await (statement ??= releaseStopped().finally(() => {
        statement = null
      }))
    // Another statement may have taken this partition along and still be on its way.
    await statement
    releasing.delete(run.partition)
  }

  return {
    add: (run) => {
      releasing.set(run.partition, release(run))
    },
    includes: (partition) => releasing.has(partition),
    stopAll: async (runs) => {
      await Promise.all([...runs.map(stop), ...releasing.values()])
    },
    cleanedUp: async () => {
      await Promise.all(cleaningUp)
    },
  }
}
