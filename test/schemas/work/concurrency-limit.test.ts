import t from 'tap'
import { concurrencyLimit } from '../../../schemas/work/concurrency-limit.js'

t.test('a limited number runs at once, the others wait in order, and a failure frees its slot', async (t) => {
  const through = concurrencyLimit(2)
  const begun: number[] = []
  const ends = new Map<number, (failed: boolean) => void>()
  const works = [1, 2, 3, 4].map(
    async (n) =>
      await through(async () => {
        begun.push(n)
        await new Promise<void>((resolve, reject) => {
          ends.set(n, (failed) => {
            if (failed) reject(new Error(`${n}`))
            else resolve()
          })
        })
        return n
      }),
  )
  await new Promise(setImmediate)
  t.same(begun, [1, 2])
  ends.get(2)?.(true)
  await t.rejects(Promise.resolve(works[1]), { message: '2' })
  await new Promise(setImmediate)
  t.same(begun, [1, 2, 3])
  for (const n of [1, 3]) ends.get(n)?.(false)
  await new Promise(setImmediate)
  ends.get(4)?.(false)
  t.same(await Promise.all([works[0], works[2], works[3]]), [1, 3, 4])
  t.equal(await through(async () => 5), 5, 'a slot is free again')
})
