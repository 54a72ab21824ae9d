import t from 'tap'
import { twoGenerationCache } from '../../../schemas/base/two-generation-cache.js'

t.test('recently used entries stay, others are dropped, and never more than twice the size is kept', (t) => {
  const cache = twoGenerationCache<number>(10)
  for (let n = 0; n < 100; n++) {
    cache.set(`k${n}`, n)
    t.equal(cache.get('k0'), 0, 'used all the time')
  }
  const kept = Array.from({ length: 100 }, (_, n) => n).filter((n) => cache.get(`k${n}`) !== undefined)
  t.ok(kept.length <= 20, `${kept.length} kept`)
  t.ok([91, 92, 93, 94, 95, 96, 97, 98, 99].every((n) => kept.includes(n)))
  cache.delete('k99')
  t.equal(cache.get('k99'), undefined)
  cache.clear()
  t.equal(cache.get('k0'), undefined)
  t.end()
})

t.test('by weight: few heavy or many light entries; an entry set again counts once', (t) => {
  const cache = twoGenerationCache<string>(100, (value) => value.length)
  for (let n = 0; n < 50; n++) cache.set('same', 'x'.repeat(60))
  cache.set('other', 'y'.repeat(30))
  t.equal(cache.get('same')?.length, 60)
  for (let n = 0; n < 10; n++) cache.set(`h${n}`, 'z'.repeat(60))
  const kept = Array.from({ length: 10 }, (_, n) => n).filter((n) => cache.get(`h${n}`) !== undefined)
  t.ok(kept.length >= 2 && kept.length <= 4, `${kept.length} kept`)
  t.equal(cache.get('same'), undefined)
  t.end()
})
