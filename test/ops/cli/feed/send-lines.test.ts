/** Connections, answers and order of `cli feed` against failing services. */
import fc from 'fast-check'
import t from 'tap'
import { NoAnswerError, TripfoldError } from '../../../../api/client/src/errors.js'
import type { FeedAnswer } from '../../../../api/client/src/generated/types.js'
import { feedingLine, type FeedingLine } from '../../../../ops/cli/feed/line-key.js'
import { sendLines, type LineSender } from '../../../../ops/cli/feed/send-lines.js'

const linesOf = (count: number): FeedingLine[] =>
  Array.from({ length: count }, (_, i) =>
    feedingLine({ number: i + 1, bytes: i % 7 === 6 ? null : Buffer.from(`{"n":${i + 1}}`) }, 'id'),
  )

async function* inBatches(
  lines: FeedingLine[],
  size: number,
): AsyncGenerator<FeedingLine[], void, undefined> {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size)
}

async function run(
  lines: FeedingLine[],
  send: LineSender['send'],
  { patienceMs = 60_000, size = 10 } = {},
): Promise<{ recorded: Array<[number, number]>; waits: number[] }> {
  const recorded: Array<[number, number]> = []
  const waits: number[] = []
  await sendLines({
    ...{ send, patienceMs, batches: inBatches(lines, size), signal: new AbortController().signal },
    record: ({ number }, { status }) => recorded.push([number, status]),
    wait: async (_problem, ms) => {
      waits.push(ms)
    },
  })
  return { recorded, waits }
}

const answer = (line: number, status: number, more: object = {}): FeedAnswer =>
  ({ line, status, error_description: 'Later.', ...more }) as unknown as FeedAnswer
const refusal = (status: number): TripfoldError =>
  new TripfoldError(new Response(null, { status }), { error: 'x', error_description: 'No.' })

t.test('property: whatever fails, each line is recorded once, in order, with a final answer', async () => {
  const faults = fc.array(fc.constantFrom(202, 202, 202, 400, 429, 409, 503, 'cut', 'end'), {
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 20 }), faults, async (count, size, script) => {
      const lines = linesOf(count)
      const seen: number[] = []
      const { recorded } = await run(
        lines,
        async function* (chunks, firstLine) {
          let at = 0
          let number = firstLine - 1
          for await (const chunk of chunks)
            for (const text of Buffer.from(chunk).toString().replace(/\n$/, '').split('\n')) {
              number += 1
              if (text === '') continue
              const { n, key } = JSON.parse(text) as { n: number; key: string }
              if (key !== `feed:id:${n}`) throw new Error(`wrong key ${key}`)
              if (n !== number) throw new Error(`line ${n} of the file counts as ${number}`)
              const step = script.shift() ?? 202
              if (step === 'cut') throw new NoAnswerError('cut')
              if (step === 'end') return
              if (step === 202) seen.push(n)
              yield answer((at += 1), Number(step), step === 409 ? { retry_after: 1 } : {})
              if (step === 503) return
            }
        },
        { size },
      )
      const wanted = lines.map(({ number }) => number)
      const numbers = recorded.map(([number]) => number)
      if (numbers.join() !== wanted.join()) throw new Error(`recorded ${numbers.join()}`)
      if (recorded.some(([, status]) => ![202, 400, 413].includes(status))) throw new Error('not lasting')
      if (new Set(seen).size !== seen.length) throw new Error('an accepted line was sent again')
    }),
    { numRuns: 300 },
  )
})

t.test('after an answer that asks to wait, nothing more is sent until the wait is over', async (t) => {
  const sent: number[] = []
  const { waits } = await run(
    linesOf(1_000).filter(({ bytes }) => bytes !== null),
    async function* (chunks) {
      sent.push(0)
      let at = 0
      for await (const chunk of chunks)
        for (const _line of Buffer.from(chunk)
          .toString()
          .split(/\n+/)
          .filter((text) => text !== '')) {
          sent[sent.length - 1]! += 1
          at += 1
          yield sent.length === 1 && at === 3 ? answer(at, 429, { retry_after: 7 }) : answer(at, 202)
        }
    },
  )
  t.same(waits, [7_000])
  t.equal(sent.length, 2)
  t.ok(sent[0]! <= 250, `${sent[0]} lines before the wait`)
})

t.test('a service that reads on without an answer gets no more than the window', async (t) => {
  let lines = 0
  const stop = new Error('enough')
  const reading = run(
    linesOf(30_000),
    async function* (chunks) {
      const iterator = chunks[Symbol.asyncIterator]()
      for (;;) {
        const next = await Promise.race([
          iterator.next(),
          new Promise<null>((resolve) => setTimeout(resolve, 100, null)),
        ])
        if (next === null) throw stop
        lines += String(Buffer.from(next.value as Uint8Array)).split('\n').length - 1
        if (lines < 0) yield answer(0, 202)
      }
    },
    { size: 100 },
  )
  await t.rejects(reading, stop)
  t.ok(lines > 6_000 && lines <= 8_100, `${lines} lines`)
})

t.test('permanent errors are not retried', async (t) => {
  const failing = (error: () => Error) => {
    const calls = { count: 0 }
    const send: LineSender['send'] = async function* () {
      calls.count += 1
      if (calls.count > 0) throw error()
      yield answer(1, 202)
    }
    return { calls, send }
  }
  for (const [status, calls] of [
    [403, 1],
    [401, 2],
  ] as const) {
    const service = failing(() => refusal(status))
    await t.rejects(run(linesOf(3), service.send), /The service refused the feed: No\./)
    t.equal(service.calls.count, calls, String(status))
  }
  const gone = failing(() => new NoAnswerError('gone'))
  await t.rejects(run(linesOf(3), gone.send, { patienceMs: 0 }), /The connection was lost\. Gave up/)
  const role = async function* (): AsyncGenerator<FeedAnswer> {
    yield answer(1, 403, { error: 'insufficient_scope' })
  }
  await t.rejects(
    run(linesOf(3), async function* (chunks) {
      for await (const _chunk of chunks) yield* role()
    }),
    /The service refused the feed: Later/,
  )
})
