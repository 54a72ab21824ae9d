import t from 'tap'
import { fairQueue } from '../../../../api/feeds/flow/fair-queue.js'

/** Who got a turn, in order; each waits until it gets one. */
async function waiting(clients: string[], turns: ReturnType<typeof fairQueue>): Promise<string[]> {
  const got: string[] = []
  for (const client of clients)
    void turns.acquire(client).then(() => {
      got.push(client)
    })
  await new Promise((resolve) => setImmediate(resolve))
  return got
}
const settled = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve))
}

t.test('no more than so many at once, in all and of one application', async (t) => {
  const turns = fairQueue({ all: 3, each: 2 })
  const got = await waiting(['a', 'a', 'a', 'b', 'b', 'c'], turns)
  t.same(got, ['a', 'a', 'b'])
  turns.release('a')
  await settled()
  t.equal(got.length, 4, 'a turn given back is one turn')
})

t.test('one that wants a great deal does not keep another waiting behind it', async (t) => {
  const turns = fairQueue({ all: 2, each: 2 })
  const got = await waiting([...Array.from({ length: 10 }, () => 'a'), 'b', 'b'], turns)
  for (let i = 0; i < 10; i++) {
    turns.release(got[i] ?? '')
    await settled()
  }
  t.same(got.slice(0, 7), ['a', 'a', 'a', 'b', 'a', 'b', 'a'])
  t.equal(got.length, 12, 'everybody had a turn')
})
