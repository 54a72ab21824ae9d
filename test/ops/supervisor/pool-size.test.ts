import fc from 'fast-check'
import t from 'tap'
import { newPoolHistory, nextPoolSize } from '../../../ops/supervisor/pool-size.js'
import type { PoolBounds } from '../../../ops/supervisor/pool-size.js'

const SECOND = 1_000

/** Feeds a sample every two seconds and returns the pool size after each. */
function sizes(bounds: PoolBounds, first: number, samples: Array<[lag: number, folded: number]>): number[] {
  let workers = first
  let history = newPoolHistory(0)
  return samples.map(([lag, folded], i) => {
    const next = nextPoolSize(bounds, history, { at: (i + 1) * 2 * SECOND, workers, lag, folded })
    history = next.history
    return (workers = next.workers)
  })
}

const times = (count: number, sample: [number, number]): Array<[number, number]> =>
  Array.from({ length: count }, () => sample)

t.test('grows one process at a time while messages wait for seconds, up to the maximum', async (t) => {
  t.same(
    sizes({ min: 1, max: 3 }, 1, times(14, [5_000, 200])),
    [1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3],
    'at the second sample, and again ten seconds later',
  )
})

t.test('ignores a burst that is folded at once, and a few messages that hang', async (t) => {
  t.same(
    new Set(
      sizes({ min: 1, max: 4 }, 1, [
        [3_000, 3_000],
        [0, 3_000],
        [2_500, 3_000],
        [0, 2_500],
      ]),
    ),
    new Set([1]),
  )
  t.same(new Set(sizes({ min: 1, max: 4 }, 1, times(50, [150, 0]))), new Set([1]))
  t.same(
    new Set(
      sizes(
        { min: 1, max: 4 },
        1,
        times(20, [5_000, 200]).flatMap((late, i): Array<[number, number]> => [late, [i, 5_000]]),
      ),
    ),
    new Set([1]),
    'one late sample is not enough',
  )
})

t.test('shrinks after five minutes of calm, one process a minute, down to the minimum', async (t) => {
  const calm = sizes({ min: 2, max: 4 }, 4, times(400, [3, 100]))
  t.equal(calm.indexOf(3), 149, 'after 300 seconds')
  t.equal(calm.indexOf(2), 179, 'the next after 60 more')
  t.equal(calm.at(-1), 2)
  const disturbed = sizes(
    { min: 1, max: 4 },
    2,
    times(400, [3, 100]).map((sample, i) => (i % 100 === 99 ? [5_000, 2_000] : sample)),
  )
  t.same(new Set(disturbed), new Set([2]), 'a pool that is busy every few minutes keeps its processes')
})

t.test('applies new bounds at the next sample', async (t) => {
  t.same(sizes({ min: 3, max: 5 }, 1, [[0, 0]]), [3])
  t.same(sizes({ min: 0, max: 1 }, 4, [[9_000, 1]]), [1])
})

t.test(
  'stays within the bounds and waits at least ten seconds between changes, for any samples',
  async (t) => {
    const sample = fc.tuple(fc.nat(20_000), fc.nat(5_000))
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(fc.nat(3), fc.nat(4), fc.array(sample, { maxLength: 300 }), (min, more, samples) => {
          const bounds = { min, max: min + more }
          const seen = sizes(bounds, min, samples)
          const changes = seen.flatMap((count, i) => (i > 0 && count !== seen[i - 1] ? [i] : []))
          return (
            seen.every((count) => count >= bounds.min && count <= bounds.max) &&
            changes.every((at, i) => i === 0 || at - (changes[i - 1] ?? 0) >= 5)
          )
        }),
        { verbose: true },
      )
    })
  },
)
