/** How far the fold pool grows by itself. */
import t from 'tap'
import { maxFoldWorkers } from '../../../ops/config/max-fold-workers.js'

t.test('one for every two processors, at most four, unless told otherwise', async (t) => {
  const usual = (processors: number): number =>
    maxFoldWorkers({ FOLD_WORKERS: 1, FOLD_WORKERS_MAX: 0 }, processors)
  t.same([1, 2, 3, 4, 8, 64].map(usual), [1, 1, 2, 2, 4, 4])
  t.equal(maxFoldWorkers({ FOLD_WORKERS: 3, FOLD_WORKERS_MAX: 0 }, 2), 3, 'never below what it begins with')
  t.equal(maxFoldWorkers({ FOLD_WORKERS: 1, FOLD_WORKERS_MAX: 3 }, 2), 3, 'as told')
  t.equal(maxFoldWorkers({ FOLD_WORKERS: 0, FOLD_WORKERS_MAX: 0 }, 8), 0, 'none where none are wanted')
})
