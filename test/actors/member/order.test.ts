/**
 * RULES 2.1: any order, repetition and batching, any time zone of the process, any other members folded before: the same
 * documents, links and warnings, the same that is held and that home is, and the same events of the last step.
 */
import t from 'tap'
import fc from 'fast-check'
import { once } from 'node:events'
import { inOrderOf, shuffledArrival } from '../../support/order/arrivals.js'
import { difference, digestOf } from '../../support/order/digest.js'
import { reports } from '../../support/order/reports.js'
import { propertyRuns } from '../../support/property-runs.js'
import { forkProgram } from '../../support/program.js'

const seeds = fc.nat(1e6)

/** Zones of which the one is ahead when the other is behind, and where a clock is moved in spring. */
const ZONES = ['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']

/** Calls `run` as if the process were in another time zone. */
function inZone<T>(zone: string | undefined, run: () => T): T {
  const before = process.env['TZ']
  if (zone !== undefined) process.env['TZ'] = zone
  try {
    return run()
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
}

t.test('any order, repetition, batching and time zone of the process', async (t) => {
  const property = fc.property(seeds, (seed) => {
    const submissions = reports(seed, 3)
    const plain = digestOf(submissions, inOrderOf(submissions, seed))
    for (let k = 1; k <= 3; k++) {
      const arrival = shuffledArrival(submissions, seed, k)
      const other = inZone(ZONES[k], () => digestOf(submissions, arrival))
      if (other.join('\n') !== plain.join('\n'))
        throw new Error(`order ${k} differs:\n${difference(plain, other)}`)
    }
  })
  const result = await fc.check(property, { numRuns: propertyRuns(80) })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
})

/** The digests of the members, folded one after the other by a process that has folded nothing else. */
async function foldedByProcess(members: readonly number[], zone: string): Promise<string[]> {
  const child = forkProgram('test/support/order/digest-process.ts', { env: { ...process.env, TZ: zone } })
  child.send(members)
  const [digests] = (await once(child, 'message')) as [string[]]
  return digests
}

t.test('any other members folded before', async (t) => {
  const property = fc.asyncProperty(
    fc.uniqueArray(seeds, { minLength: 10, maxLength: 10 }),
    async (members) => {
      const [digests, reversed] = await Promise.all([
        foldedByProcess(members, 'UTC'),
        foldedByProcess(members.toReversed(), 'America/New_York'),
      ])
      members.forEach((seed, i) => {
        const [plain = '', other = ''] = [digests[i], reversed.at(-1 - i)]
        if (plain !== other)
          throw new Error(`member ${seed} differs:\n${difference(plain.split('\n'), other.split('\n'))}`)
      })
    },
  )
  const result = await fc.check(property, { numRuns: propertyRuns(10), endOnFailure: true })
  t.notOk(result.failed, `seed ${result.seed} ${String(result.errorInstance)}`)
})
