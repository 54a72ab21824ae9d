/** Equal texts are kept in memory once, up to a bounded number. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { stringInterner } from '../../../../actors/itinerary/lib/string-interner.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/** Equal texts that are not identical, as a parser creates them. */
const parsed = (count: number): string[] =>
  JSON.parse(
    JSON.stringify(Array.from({ length: count }, (_, i) => `2026-03-${10 + (i % 20)}T08:15`)),
  ) as string[]

t.test('the returned text equals the given one', async (t) => {
  const shared = stringInterner(3)
  for (const text of ['', 'JFK', 'JFK', 'x'.repeat(100), 'LHR', 'CDG', 'ORD', 'JFK', 'JFK'])
    t.equal(shared(text), text)
})

/** Bytes of heap used while the result is referenced. */
function bytesOf(make: () => string[]): number {
  const before = heap()
  const made = make()
  const bytes = heap() - before
  return made.length > 0 ? bytes : NaN
}

t.test('a hundred thousand repeated texts use the memory of the distinct ones', async (t) => {
  const shared = stringInterner(100)
  const apart = bytesOf(() => parsed(100_000))
  const once = bytesOf(() => parsed(100_000).map((text) => shared(text)))
  t.ok(once < apart / 2, `${once} bytes interned, ${apart} bytes as separate texts`)
})

t.test('distinct texts are evicted', async (t) => {
  const shared = stringInterner(1_000)
  for (let i = 0; i < 10_000; i++) shared(`warm ${i}`)
  const before = heap()
  for (let i = 0; i < 200_000; i++) shared(`once ${i}`)
  t.ok(heap() - before < 2 ** 20, 'only a few thousand are kept')
})
