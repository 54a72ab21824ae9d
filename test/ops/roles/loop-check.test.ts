import t from 'tap'
import { loopCheck } from '../../../ops/roles/loop-check.js'
import { retriedLoops } from '../../../workers/lib/retried-loops.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

t.test('a worker that has failed to claim for a minute says so and why, until it succeeds', async (t) => {
  let now = 0
  let error: Error | null = new Error('permission denied for table callback_due')
  let steps = 0
  const warnings: string[] = []
  const log = { ...silentLog(), warn: (_fields: unknown, message: string) => warnings.push(message) }
  const stopping = new AbortController()
  const loops = retriedLoops(log, stopping.signal, () => now)
  const step = async (): Promise<void> => {
    steps += 1
    await new Promise(setImmediate)
    if (error !== null) throw error
  }
  const ended = Promise.all([
    loops.repeat('callbacks not claimed', 1, step),
    loops.repeat('claims not renewed', 1, async () => {
      await new Promise(setImmediate)
    }),
  ])
  await until('it has failed twice', () => warnings.length > 1)
  t.equal(warnings[0], 'callbacks not claimed; will retry')
  now = 59_999
  t.equal(loopCheck(loops.failing()), 'ok')
  now = 75_000
  t.equal(
    loopCheck(loops.failing()),
    'callbacks not claimed for 75 s: permission denied for table callback_due',
    'since the first failure',
  )
  error = null
  const before = steps
  await until('it has succeeded', () => steps > before + 2)
  t.equal(loopCheck(loops.failing()), 'ok')
  stopping.abort()
  await ended
})
