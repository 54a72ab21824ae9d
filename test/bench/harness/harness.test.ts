import fc from 'fast-check'
import t from 'tap'
import { meets, renderOutcome, runBench } from './harness.js'
import type { Bench } from './harness.js'
import { SendOrder } from './send-order.js'
import { untilSteady } from './until-steady.js'

const quiet = { print: () => {} }

function benchOf(log: string[], extra: Partial<Bench> = {}): Bench {
  const rates = [300, 100, 200]
  return {
    name: 'sample',
    about: 'requests a second, product / baseline',
    goal: { atLeast: 0.5 },
    prepare: async (tools) => {
      tools.defer(() => {
        log.push('closed')
      })
      const side = (
        name: string,
        factor: number,
      ): { name: string; warm: () => Promise<void>; round: () => Promise<Record<string, number>> } => {
        let round = 0
        return {
          name,
          warm: async () => {
            log.push(`warm ${name}`)
          },
          round: async () => {
            log.push(name)
            return { 'requests per s': (rates[round++] ?? 0) * factor }
          },
        }
      }
      return {
        contestants: [side('product', 1), side('baseline', 2)],
        ratio: (m) => (m['product']?.['requests per s'] ?? NaN) / (m['baseline']?.['requests per s'] ?? NaN),
      }
    },
    ...extra,
  }
}

t.test('contestants are warmed up and alternate in changing order, and medians are compared', async (t) => {
  const log: string[] = []
  const outcome = await runBench(benchOf(log), quiet)
  t.same(log, [
    'warm product',
    'warm baseline',
    'product',
    'baseline',
    'baseline',
    'product',
    'product',
    'baseline',
    'closed',
  ])
  t.equal(outcome.figures['product']?.['requests per s'], 200)
  t.equal(outcome.ratio, 0.5)
})

t.test('runs at least three rounds', async (t) => {
  const log: string[] = []
  const outcome = await runBench(benchOf(log), { ...quiet, rounds: 1 })
  t.equal(outcome.rounds['baseline']?.length, 3)
})

t.test('everything is closed if a contestant fails, and the error is thrown', async (t) => {
  const log: string[] = []
  const failing = benchOf(log, {
    prepare: async (tools) => {
      tools.defer(() => {
        log.push('closed')
      })
      throw new Error('no server')
    },
  })
  await t.rejects(runBench(failing, quiet), { message: 'no server' })
  t.same(log, ['closed'])
})

t.test('the table names every contestant and says whether the goal is met', async (t) => {
  const bench = benchOf([])
  const text = renderOutcome(bench, await runBench(bench, quiet))
  t.match(text, /product\s+baseline/)
  t.match(text, /requests per s\s+200\s+400/)
  t.match(text, 'requests a second, product / baseline: 0.500, goal >= 0.5: met')
  t.equal(meets({ atLeast: 0.7 }, 0.69), false)
  t.equal(meets({ atMost: 20 }, 19), true)
  t.equal(meets(null, 0), true)
})

for (const share of [0, 0.5, 0.75, 0.8])
  t.test(`${share * 100} % of the requests are sent again, soon after they were new`, async (t) => {
    const order = new SendOrder()
    const sent = Array.from({ length: 10_000 }, () => order.next(share))
    let fresh = 0
    for (const { nth, again } of sent)
      if (again ? nth < 0 || nth < fresh - 250 || nth > fresh - 50 : nth !== fresh++)
        t.fail(`${nth} after ${fresh}`)
    t.ok(Math.abs(1 - fresh / sent.length - share) < 0.03)
  })

t.test('a warm-up ends when two costs in a row are about the same, or at its bound', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ min: 1, max: 9, noNaN: true }), { minLength: 2 }),
      async (costs) => {
        const isSteady = (cost: number, i: number): boolean =>
          i > 0 && Math.abs(cost - costs[i - 1]!) < 0.05 * costs[i - 1]!
        const last = costs.findIndex(isSteady)
        let steps = 0
        await untilSteady(async () => costs[steps++]!, costs.length)
        return steps === (last < 0 ? costs.length : last + 1)
      },
    ),
  )
  t.pass()
})
