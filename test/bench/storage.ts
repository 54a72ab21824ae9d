/**
 * What a raw segment costs in Postgres: WAL a batch of ten by table, and bytes by table once everything is
 * delivered to two callbacks. The requests are those of the pipeline bench, with idempotency keys. The figures do not
 * depend on the load of the machine. `--segments` says how many raw segments all rounds together submit.
 */
import { yearRequests } from './data/year-requests.js'
import { startBenchStack } from './harness/bench-stack.js'
import type { Bench } from './harness/harness.js'
import { startLoad } from './harness/load.js'
import { keepWal } from './harness/written.js'
import { StorageRun } from './storage/storage-run.js'
import { addCallbacks } from './webhooks/events.js'

const BATCH_SIZE = 10
const CONNECTIONS = 32
const CALLBACKS = 2
const MAX_IN_FLIGHT = 16
const SEGMENTS = 20_000

export const bench: Bench = {
  name: 'storage',
  about: 'bytes in Postgres for each raw segment, with two callbacks',
  goal: { atMost: 4_500 },
  second: {
    about: 'kB of WAL that the commit of a batch of ten writes, without full-page images',
    goal: { atMost: 30 },
  },
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const { pool } = stack.database
    await keepWal(pool)
    const receiver = await stack.program('webhooks/receiver-process.ts', {})
    const urls = Array.from({ length: CALLBACKS }, (_, i) => `http://127.0.0.1:${receiver.ready.port}/${i}`)
    await addCallbacks(stack, 1, urls, { maxInFlight: MAX_IN_FLIGHT })
    const { requests, passes } = await yearRequests(stack, BATCH_SIZE)
    await stack.role('fold')
    await stack.role('deliver', { DEV: true })
    const ingress = await stack.role('api')
    const load = await startLoad({
      port: ingress.ready.port,
      ca: stack.tls.ca,
      connections: CONNECTIONS,
      requests: requests.map((request, i) => ({
        ...request,
        headers: { ...request.headers, 'idempotency-key': `bench-${i}` },
      })),
      passes,
    })
    tools.defer(load.stop)
    const { segments = SEGMENTS } = tools.size
    const run = await StorageRun.begin(pool, load, BATCH_SIZE)
    const batches = Math.ceil(segments / BATCH_SIZE / tools.rounds)
    return {
      contestants: [{ name: 'product', warm: async () => {}, round: async () => await run.round(batches) }],
      // What is stored after the last round, and what all rounds wrote.
      ratio: () => run.bytesPerSegment,
      secondRatio: () => run.walPerBatch,
    }
  },
}
