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
  const queue = fairQueue({ all: 3, each: 2 })
  const admitted = await waiting(['a', 'a', 'a', 'b', 'b', 'c'], queue)
  t.same(admitted, ['a', 'a', 'b'])
  queue.release('a')
  await flushed()
  t.equal(admitted.length, 4, 'one released slot admits one')
})

t.test('an application with many requests does not block another', async (t) => {
  const queue = fairQueue({ all: 2, each: 2 })
  const admitted = await waiting([...Array.from({ length: 10 }, () => 'a'), 'b', 'b'], queue)
  for (let i = 0; i < 10; i++) {
    queue.release(admitted[i] ?? '')
    await flushed()
  }
  t.same(admitted.slice(0, 7), ['a', 'a', 'a', 'b', 'a', 'b', 'a'])
  t.equal(admitted.length, 12, 'all were admitted')
})
