import t from 'tap'
import { fairQueue } from '../../../api/limits/fair-queue.js'

/** The clients that were admitted, in order. */
async function waiting(clients: string[], queue: ReturnType<typeof fairQueue>): Promise<string[]> {
  const admitted: string[] = []
  for (const client of clients)
    void queue.acquire(client).then(() => {
      admitted.push(client)
    })
  await new Promise((resolve) => setImmediate(resolve))
  return admitted
}
const flushed = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve))
}

t.test('limits slots in all and per application', async (t) => {
  const queue = fairQueue({ all: 3, each: () => 2 })
  const admitted = await waiting(['a', 'a', 'a', 'b', 'b', 'c'], queue)
  t.same(admitted, ['a', 'a', 'b'])
  queue.release('a')
  await flushed()
  t.equal(admitted.length, 4, 'one released slot admits one')
})

t.test('an application with many requests does not block another', async (t) => {
  const queue = fairQueue({ all: 2, each: () => 2 })
  const admitted = await waiting([...Array.from({ length: 10 }, () => 'a'), 'b', 'b'], queue)
  for (let i = 0; i < 10; i++) {
    queue.release(admitted[i] ?? '')
    await flushed()
  }
  t.same(admitted.slice(0, 7), ['a', 'a', 'a', 'b', 'a', 'b', 'a'])
  t.equal(admitted.length, 12, 'all were admitted')
})

t.test('the share of an application may change while requests wait', async (t) => {
  let each = 2
  const queue = fairQueue({ all: 4, each: () => each })
  const admitted = await waiting(['a', 'a', 'a', 'a', 'b'], queue)
  t.same(admitted, ['a', 'a', 'b'])
  each = 1
  queue.release('a')
  await flushed()
  t.same(admitted, ['a', 'a', 'b'], 'the one that it holds is its share now')
  each = 2
  queue.release('b')
  await flushed()
  t.same(admitted, ['a', 'a', 'b', 'a'])
})
