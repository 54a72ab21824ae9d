import { makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import { CONCURRENCY, CONNECTIONS } from './peer-queue.js'
import type { PeerJob, PeerQueue } from './peer-queue.js'

const TASK = 'fold'
const ADD_JOB = {
  name: 'add_job',
  text: `select from graphile_worker.add_job('${TASK}', json_build_object('member', $1::text, 'message', $2::text), queue_name := $1::text)`,
}

/** graphile-worker with a named queue per member, whose jobs run one after the other. */
export async function openGraphileQueue(database: string): Promise<PeerQueue> {
  const pgPool = new pg.Pool({ connectionString: database, max: CONNECTIONS })
  const utils = await makeWorkerUtils({ pgPool })
  await utils.migrate()
  return {
    enqueue: async ({ member, message }) => {
      await pgPool.query({ ...ADD_JOB, values: [member, message] })
    },
    work: async (handle) => {
      await run({
        pgPool,
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        taskList: {
          [TASK]: async (payload) => {
            await handle(payload as PeerJob)
          },
        },
      })
    },
  }
}
