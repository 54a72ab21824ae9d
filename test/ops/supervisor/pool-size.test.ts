import fc from 'fast-check'
import t from 'tap'
import { newPoolHistory, nextPoolSize } from '../../../ops/supervisor/pool-size.js'
import type { PoolBounds } from '../../../ops/supervisor/pool-size.js'

const SECOND = 1_000

/** Looks every two seconds; each says how much waits and how much was folded. Answers the sizes after each look. */
function sizes(bounds: PoolBounds, first: number, looks: Array<[lag: number, folded: number]>): number[] {
  let workers = first
  let memory = newPoolHistory(0)
  return looks.map(([lag, folded], i) => {
    const next = nextPoolSize(bounds, memory, { at: (i + 1) * 2 * SECOND, workers, lag, folded })
    memory = next.memory
    return (workers = next.workers)
  })
}

const times = (count: number, look: [number, number]): Array<[number, number]> =>
  Array.from({ length: count }, () => look)

t.test('it grows while messages wait for seconds, one at a time, and not above the most', async (t) => {
  t.same(
    sizes({ least: 1, most: 3 }, 1, times(14, [5_000, 200])),
    [1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3],
    'the second look, and ten seconds later again',
  )
})

t.test('a burst that is folded at once, and a few that hang, change nothing', async (t) => {
  t.same(
    new Set(
      sizes({ least: 1, most: 4 }, 1, [
        [3_000, 3_000],
        [0, 3_000],
        [2_500, 3_000],
        [0, 2_500],
      ]),
    ),
    new Set([1]),
  )
  t.same(new Set(sizes({ least: 1, most: 4 }, 1, times(50, [150, 0]))), new Set([1]))
  t.same(
    new Set(
      sizes(
        { least: 1, most: 4 },
        1,
        times(20, [5_000, 200]).flatMap((late, i): Array<[number, number]> => [late, [i, 5_000]]),
      ),
    ),
    new Set([1]),
    'late once is not late twice',
  )
})

t.test('it shrinks after five minutes of calm, one a minute, and not below the least', async (t) => {
  const calm = sizes({ least: 2, most: 4 }, 4, times(400, [3, 100]))
  t.equal(calm.indexOf(3), 149, 'after 300 seconds')
  t.equal(calm.indexOf(2), 179, 'the next after 60 more')
  t.equal(calm.at(-1), 2)
  const disturbed = sizes(
    { least: 1, most: 4 },
    2,
    times(400, [3, 100]).map((look, i) => (i % 100 === 99 ? [5_000, 2_000] : look)),
  )
  t.same(new Set(disturbed), new Set([2]), 'whoever is busy every few minutes keeps its processes')
})

t.test('new bounds hold at the next look', async (t) => {
  t.same(sizes({ least: 3, most: 5 }, 1, [[0, 0]]), [3])
  t.same(sizes({ least: 0, most: 1 }, 4, [[9_000, 1]]), [1])
})

t.test(
  'whatever is seen: within the bounds, and no change sooner than ten seconds after the last',
  async (t) => {
    const look = fc.tuple(fc.nat(20_000), fc.nat(5_000))
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(fc.nat(3), fc.nat(4), fc.array(look, { maxLength: 300 }), (least, more, looks) => {
          const bounds = { least, most: least + more }
          const seen = sizes(bounds, least, looks)
          const changes = seen.flatMap((count, i) => (i > 0 && count !== seen[i - 1] ? [i] : []))
          return (
            seen.every((count) => count >= bounds.least && count <= bounds.most) &&
            changes.every((at, i) => i === 0 || at - (changes[i - 1] ?? 0) >= 5)
          )
        }),
        { verbose: true },
      )
    })
  },
)
