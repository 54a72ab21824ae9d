/** Commits that Postgres refuses or does not finish in time: the member at fault is parked, alone. */
import t, { type Test } from 'tap'
import { findParkedMember, listParkedMembers } from '../../../../db/operator/dead-letter-admin.js'
import { noFoldMetrics } from '../../../../workers/fold/fold-metrics.js'
import type { FoldService } from '../../../../workers/fold/service.js'
import { orders, tally } from '../../../support/fold/fold-reader.js'
import { foldStack, nextBatch, type FoldStack } from '../../../support/fold/fold-stack.js'
import { startWorker } from '../../../support/fold/fold-worker.js'
import { runDeadLetterCommand, untilParked } from '../../../support/fold/parked.js'
import { until } from '../../../support/until.js'

const TIMEOUT_MS = 700

interface Parked {
  worker: FoldService
  parked: string[]
}

/** A worker whose statements end after `TIMEOUT_MS`, and the reasons for which it parked members. */
async function startImpatient(t: Test, stack: FoldStack): Promise<Parked> {
  const parked: string[] = []
  const databaseUrl = `${stack.databaseUrl}?options=-c%20statement_timeout%3D${TIMEOUT_MS}ms`
  const worker = await startWorker(
    t,
    { databaseUrl, natsUrl: stack.natsUrl },
    { name: 'w1', metrics: { ...noFoldMetrics, parked: (reason) => parked.push(reason) } },
  )
  return { worker, parked }
}

/** Runs `does` for every new segment that meets the condition. */
async function onSegment(stack: FoldStack, condition: string, does: string): Promise<void> {
  await stack.pool.query(`
    create function hostile() returns trigger language plpgsql as $$ begin ${does}; return new; end $$;
    create trigger hostile before insert on segment for each row when (${condition})
      execute function hostile()`)
}

const replay = async ({ pool }: FoldStack, member: string): Promise<string> =>
  await runDeadLetterCommand(pool, member, 'replay')

const cursorIs = async (stack: FoldStack, seq: number): Promise<boolean> =>
  (await stack.pool.query('select from partition_state where cursor = $1', [seq])).rowCount === 1

t.test('a member whose commit takes too long is parked alone, and replayed once it is fast', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = '', bob = '', eve = ''] = await stack.addMembers(3)
  await onSegment(stack, `new.member_id = ${ann}`, 'perform pg_sleep(10)')
  for (const n of [0, 1]) for (const member of [ann, bob, eve]) await stack.send(member, { n })
  const { worker, parked } = await startImpatient(t, stack)
  await until('the others of the step are folded', async () => {
    const folded = await orders(stack.pool)
    return [bob, eve].every((member) => folded.get(member)?.length === 2)
  })
  const { seq } = await stack.send(bob, { n: 2 })
  await until('the partition goes on', async () => await cursorIs(stack, seq))
  t.same((await orders(stack.pool)).get(bob), [0, 1, 2])
  t.same((await orders(stack.pool)).get(ann), [])
  // It is counted once the commit is there to be seen.
  await until('the parking is counted', () => parked.length > 0)
  t.same(parked, ['store'])
  t.same(worker.status().failing, [])
  const found = await findParkedMember(stack.pool, ann)
  t.match(found?.member, { reason: 'store', attempts: 3, error: /statement timeout \(3 tries; \d+ rows, / })
  t.same(
    found?.messages.map(({ reason }) => reason),
    ['store', 'waiting'],
  )
  t.match(await replay(stack, ann), / failed again .*statement timeout/, 'as long as the cause lasts')
  await stack.pool.query('drop trigger hostile on segment')
  t.match(await replay(stack, ann), /^2 folded/)
  await stack.send(ann, { n: 2 })
  await until('the member goes on', async () => (await orders(stack.pool)).get(ann)?.length === 3)
  t.same((await orders(stack.pool)).get(ann), [0, 1, 2])
  t.same(await tally(stack.pool).then(({ raw, events }) => ({ raw, events })), { raw: 8, events: 8 })
})

t.test('of a member with many messages only those from the refused one on wait', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = '', bob = ''] = await stack.addMembers(2)
  const batches = Array.from({ length: 5 }, nextBatch)
  await onSegment(stack, `new.id = ${Number(batches[2]) + 1}`, "raise 'this segment is not wanted'")
  for (const [n, batch] of batches.entries()) await stack.send(ann, { n }, { batch })
  const { seq } = await stack.send(bob, { n: 0 })
  const { parked } = await startImpatient(t, stack)
  await until('the partition goes on', async () => await cursorIs(stack, seq))
  t.same([...(await orders(stack.pool)).values()], [[0, 1], [0]])
  // It is counted once the commit is there to be seen.
  await until('the parking is counted', () => parked.length > 0)
  t.same(parked, ['store'])
  t.match(await listParkedMembers(stack.pool), [
    { member: ann, reason: 'store', attempts: 3, waiting: 3, error: /^this segment is not wanted/ },
  ])
  await stack.send(ann, { n: 5 })
  await untilParked(stack.pool, 4)
  await stack.pool.query('drop trigger hostile on segment')
  t.match(await replay(stack, ann), /^4 folded/)
  t.same((await orders(stack.pool)).get(ann), [0, 1, 2, 3, 4, 5])
  t.equal((await tally(stack.pool)).events, 7)
})

t.test('a member alone in its step is parked too', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = ''] = await stack.addMembers(1)
  await onSegment(stack, `new.member_id = ${ann}`, "raise 'never'")
  const { parked } = await startImpatient(t, stack)
  const { seq } = await stack.send(ann, { n: 0 })
  await until('the cursor passes the message', async () => await cursorIs(stack, seq))
  // It is counted once the commit is there to be seen.
  await until('the parking is counted', () => parked.length > 0)
  t.same(parked, ['store'])
})

t.test('while nothing can be saved, everything waits and no member is parked', async (t) => {
  const stack = await foldStack(t, { partitions: 1 })
  const [ann = '', bob = ''] = await stack.addMembers(2)
  const { worker, parked } = await startImpatient(t, stack)
  await t.test('a table that somebody else holds', async (t) => {
    const holder = await stack.pool.connect()
    await holder.query('begin; lock table segment')
    for (const member of [ann, bob]) await stack.send(member, { n: 0 })
    const failing = await until('it is reported', () => worker.status().failing[0])
    t.match(failing, { what: 0, error: /timeout/ })
    await until('it is reported with its age', () => (worker.status().failing[0]?.seconds ?? 0) >= 1)
    await holder.query('rollback')
    holder.release()
  })
  await until('both are folded', async () => (await tally(stack.pool)).raw === 2)
  await until('nothing fails any more', () => worker.status().failing.length === 0)
  await t.test('a table that refuses every row', async (t) => {
    await onSegment(stack, 'true', "raise 'no row at all'")
    for (const member of [ann, bob]) await stack.send(member, { n: 1 })
    const failing = await until('it is reported', () => worker.status().failing[0])
    t.match(failing, { what: 0, error: 'no row at all' })
    await until('it is tried for some time', () => (worker.status().failing[0]?.seconds ?? 0) >= 1)
    await stack.pool.query('drop trigger hostile on segment')
  })
  await until('all are folded', async () => (await tally(stack.pool)).raw === 4)
  t.same(
    [...(await orders(stack.pool)).values()],
    [
      [0, 1],
      [0, 1],
    ],
  )
  t.same(parked, [])
  t.same(await listParkedMembers(stack.pool), [])
})
