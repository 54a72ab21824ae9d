import PgBoss from 'pg-boss'
import { CONCURRENCY, CONNECTIONS } from './peer-queue.js'
import type { PeerJob, PeerQueue } from './peer-queue.js'

const QUEUE = 'fold'
/** When there was nothing to do. */
const IDLE_MS = 20

/**
 * pg-boss with the member as the key of a queue that allows one active job per key. Fetched in batches without
 * a pause: its own workers poll twice a second.
 */
export async function openPgBossQueue(database: string): Promise<PeerQueue> {
  const boss = new PgBoss({ connectionString: database, max: CONNECTIONS, supervise: false, schedule: false })
  boss.on('error', (error) => {
    throw error
  })
  await boss.start()
  await boss.createQueue(QUEUE, { name: QUEUE, policy: 'singleton' })
  return {
    enqueue: async (job) => {
      await boss.send(QUEUE, job, { singletonKey: job.member })
    },
    work: async (handle) => {
      for (;;) {
        const jobs = await boss.fetch<PeerJob>(QUEUE, { batchSize: CONCURRENCY })
        await Promise.all(
          jobs.map(async (job) => {
            await handle(job.data)
          }),
        )
        if (jobs.length === 0) await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
        else
          await boss.complete(
            QUEUE,
            jobs.map(({ id }) => id),
          )
      }
    },
  }
}
