import t from 'tap'
import { meets, renderOutcome, runBench } from './harness.js'
import type { Bench } from './harness.js'

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
