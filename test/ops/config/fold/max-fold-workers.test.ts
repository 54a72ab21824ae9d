/** How far the fold pool scales automatically. */
import t from 'tap'
import { maxFoldWorkers } from '../../../../ops/config/fold/max-fold-workers.js'

t.test('one for every two processors, at most four, unless configured', async (t) => {
  const defaultFor = (processors: number): number =>
    maxFoldWorkers({ FOLD_WORKERS: 1, FOLD_WORKERS_MAX: 0 }, processors)
  t.same([1, 2, 3, 4, 8, 64].map(defaultFor), [1, 1, 2, 2, 4, 4])
  t.equal(maxFoldWorkers({ FOLD_WORKERS: 3, FOLD_WORKERS_MAX: 0 }, 2), 3, 'never below FOLD_WORKERS')
  t.equal(maxFoldWorkers({ FOLD_WORKERS: 1, FOLD_WORKERS_MAX: 3 }, 2), 3, 'as configured')
  t.equal(maxFoldWorkers({ FOLD_WORKERS: 0, FOLD_WORKERS_MAX: 0 }, 8), 0, 'none if FOLD_WORKERS is 0')
})
