/** RULES 2.3: what one more segment costs does not grow with what the member has. */
import t from 'tap'
import fc from 'fast-check'
import { CROWDS, interleaved } from '../../support/crowded-members.js'
import { mostWork, WORK_PER_SEGMENT } from '../../support/work.js'

const crowds = Object.keys(CROWDS)

t.test('one more segment costs a bounded number of comparisons, rows and bytes', async (t) => {
  const mixes = fc.array(fc.constantFrom(...crowds), { minLength: 1, maxLength: 3 })
  const property = fc.property(
    mixes,
    fc.integer({ min: 60, max: 260 }),
    fc.boolean(),
    (names, size, restoring) => {
      const work = mostWork(interleaved(names), [size], { restoring })
      for (const [what, most] of Object.entries(WORK_PER_SEGMENT))
        if (work[what as keyof typeof work] > most)
          throw new Error(`${what}: ${JSON.stringify(work)} for ${size} of ${names.join(', ')}`)
    },
  )
  const moved = ['meetings at other venues, some at none', 'meetings in one minute']
  const overlapping = ['flights of one route at one time', 'travellers of many names at once']
  const examples: Array<[string[], number, boolean]> = [
    [moved, 119, false],
    [overlapping, 214, false],
  ]
  const result = await fc.check(property, { numRuns: 10, examples })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
})

t.test('meetings of one minute cost the fiftieth no more than the tenth', async (t) => {
  const crowd = interleaved(['meetings in one minute'])
  const few = mostWork(crowd, [25])
  const many = mostWork(crowd, [35, 42])
  t.ok(many.rows <= few.rows + 2, `${many.rows} rows, and ${few.rows}`)
  t.ok(many.rows <= 2 * 21 + 3, `${many.rows} rows`)
})
