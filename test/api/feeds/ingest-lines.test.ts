import t from 'tap'
import { lineIngester } from '../../../api/feeds/ingest-lines.js'
import type { SharedFeedLimits } from '../../../api/feeds/ingest-context.js'
import type { ApiDeps } from '../../../api/ports/deps.js'

t.test('few lines and few bytes are parsed before the event loop has a turn', async (t) => {
  const ingest = lineIngester(
    { reference: {}, now: () => 0 } as unknown as ApiDeps,
    {} as SharedFeedLimits,
    { maxMs: 0, isCancelled: () => false },
    { client: 'gds', request: '1', strict: false },
  )
  const turnsFor = async (lines: number, bytes: number): Promise<number> => {
    const line = Buffer.from('0'.padEnd(bytes, ' '))
    let turns = 0
    let isDone = false
    const count = (): void => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const { answers } = await ingest(
      Array.from({ length: lines }, (_, n) => ({ number: n + 1, bytes: line })),
    )
    isDone = true
    t.equal(answers.length, lines)
    return turns
  }
  t.ok((await turnsFor(10, 10)) <= 1)
  t.ok((await turnsFor(10, 64 * 1024)) >= 9, 'large lines')
  t.ok((await turnsFor(500, 10)) >= 9, 'many lines')
})
