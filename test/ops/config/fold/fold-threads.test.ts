/** In how many threads a fold process runs the rules. */
import t from 'tap'
import { foldThreads } from '../../../../ops/config/fold/fold-threads.js'

t.test('none below four processors, then half of them, at most eight, unless configured', async (t) => {
  const defaultFor = (processors: number): number => foldThreads({ FOLD_THREADS: '' }, processors)
  t.same([1, 2, 3, 4, 5, 8, 16, 64].map(defaultFor), [0, 0, 0, 2, 2, 4, 8, 8])
  t.equal(foldThreads({ FOLD_THREADS: '0' }, 64), 0, 'none, as configured')
  t.equal(foldThreads({ FOLD_THREADS: '12' }, 2), 12, 'as configured')
})
