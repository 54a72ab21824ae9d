/** Journeys of test members raise the events that they say, in the rules alone (webhooks.md 7). */
import t from 'tap'
import { JOURNEYS, NOTICE_TYPES, DELETION_TYPES } from '../../../schemas/test-mode/journeys.js'
import type { StepOutcome } from '../../../schemas/test-mode/journeys.js'
import { FIRST_TEST_MEMBER, isTestMember, testMemberId } from '../../../schemas/base/test-member.js'
import { EVENT_TYPES } from '../../../schemas/webhooks/event.js'
import { idGenerator, isId } from '../../../schemas/base/ids.js'
import { traveller } from '../../support/traveller.js'

const day = (after: number): string => new Date(Date.UTC(2026, 4, 4 + after)).toISOString().slice(0, 10)

for (const [name, { steps, raises }] of Object.entries(JOURNEYS))
  t.test(name, async (t) => {
    const ann = traveller([])
    const before: StepOutcome[] = []
    for (const { write } of steps) {
      const { kind, body, ids = 0, ...more } = write({ day, mark: '7QX' }, before)
      const count = Math.max(ids, 1)
      const first = Array.from({ length: count }, () => ann.nextId())[0]!
      const folded = ann.send(kind, body, { ...(ids > 0 ? { first, count: ids } : {}), ...more })
      const [batch] = folded.batches
      t.equal(batch?.status, 'processed', JSON.stringify(folded.batches))
      before.push({
        segments: batch!.results.map(({ segment_id: segment, trip_id: trip }) => ({ segment, trip })),
        resource: batch!.resource?.id ?? null,
      })
    }
    const raised = new Set(ann.folds.flatMap(({ events }) => events.map(({ type }) => type)))
    t.same(
      raises.filter((type) => !raised.has(type)),
      [],
      [...raised].join(' '),
    )
  })

t.test('together, with notices and deletions, they raise every type of event', async (t) => {
  const raised = [
    ...Object.values(JOURNEYS).flatMap(({ raises }) => raises),
    ...NOTICE_TYPES,
    ...DELETION_TYPES,
  ]
  t.same([...new Set(raised)].toSorted(), [...EVENT_TYPES].toSorted())
})

t.test('ids of test members are ids, and no clock of the next thirty years makes one', async (t) => {
  for (const random of [0, 0.5, 1 - Number.EPSILON]) {
    t.ok(isId(testMemberId(random)), testMemberId(random))
    t.ok(isTestMember(testMemberId(random)))
  }
  const late = idGenerator(63, () => Date.UTC(2060, 0, 1)).next()
  t.notOk(isTestMember(late))
  t.notOk(isTestMember(String(FIRST_TEST_MEMBER - 1)))
  t.notOk(isTestMember(null))
})
