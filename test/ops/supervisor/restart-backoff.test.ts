import t from 'tap'
import { restartDelay } from '../../../ops/supervisor/restart-backoff.js'

t.test('each exit in a row doubles the delay, up to ten seconds', async (t) => {
  t.same(
    [1, 2, 3, 4, 5, 6, 7, 8, 50].map(restartDelay),
    [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000],
  )
})
