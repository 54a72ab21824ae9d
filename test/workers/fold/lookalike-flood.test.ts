/**
 * One member's six requests of 500 meetings with different titles in the same minute, all lookalikes of each
 * other, through the real stream, rules and Postgres. Others of the partition must not wait for it.
 */
import t from 'tap'
import { encodeMessage } from '../../../schemas/stream/message.js'
import { memberSubject } from '../../../schemas/stream/subjects.js'
import { memberRules } from '../../../ops/wiring/member-rules.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { foldStack, nextBatch, type FoldStack } from '../../support/fold/fold-stack.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { meeting, type Segment } from '../../support/traveller.js'
import { until } from '../../support/until.js'
import { sources } from '../../support/world.js'

const REQUESTS = 6
const MEETINGS = 500
const START_MS = 60_000

async function publish(stack: FoldStack, member: string, segments: Segment[]): Promise<string> {
  const batch = nextBatch()
  const envelope = {
    v: 1,
    kind: 'segments',
    batch,
    first: String(Number(batch) + 1),
    count: segments.length,
    received: Date.now(),
  } as const
  const body = new TextEncoder().encode(JSON.stringify({ segments }))
  await stack.publisher.publish(encodeMessage(envelope, body), memberSubject(member), batch)
  return batch
}

const standup = (title: string): Segment => meeting(title, 'Boston', '2027-03-03T09:00', '2027-03-03T09:30')

t.test('a flood of lookalikes is folded, and others of the partition hardly wait', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [mallory = '', bob = ''] = await stack.addMembers(2)
  await stack.pool.query(`update member set doc = json_build_object('id', id::text)::text`)
  let ids = 1_000_000_000
  const rules = await memberRules({
    pool: stack.pool,
    source: (id) => sources.get(id),
    newId: () => String(++ids),
    url: 'https://api.test',
  })
  await startWorker(t, stack, { name: 'w1', executor: inlineExecutor(rules) })
  const send = async (member: string, segments: Segment[]): Promise<string> =>
    await publish(stack, member, segments)
  const folded = async (batch: string, ms?: number): Promise<void> => {
    await until(
      `batch ${batch} is folded`,
      async () => (await stack.pool.query('select from raw_batch where id = $1', [batch])).rowCount === 1,
      ms,
    )
  }
  await folded(await send(bob, [standup('Budget')]), START_MS)

  const flood: string[] = []
  for (let request = 0; request < REQUESTS; request++)
    flood.push(
      await send(
        mallory,
        Array.from({ length: MEETINGS }, (_, i) => standup(`Meeting number ${MEETINGS * request + i}`)),
      ),
    )
  await folded(await send(bob, [standup('Hiring')]))
  for (const batch of flood) await folded(batch)
  await folded(await send(mallory, [standup('Retrospective')]))
  await folded(await send(bob, [standup('Roadmap')]))
  t.same((await stack.pool.query('select * from parked_member')).rows, [], 'nobody is parked')
  const { rows } = await stack.pool.query<{ member: number; segments: number }>(
    `select member_id as member, count(*) as segments from segment where status = 'Active'
    group by member_id order by member_id`,
  )
  t.equal(rows.length, 2)
  t.ok((rows[0]?.segments ?? 0) >= 10, `${rows[0]?.segments} meetings of the flood are on the itinerary`)
  t.equal(rows[1]?.segments, 3)
})
