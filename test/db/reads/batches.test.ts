/** Lookups of folded batches, as requests that wait for their fold make them (contract.md 2.1). */
import t from 'tap'
import { batchReads } from '../../../db/reads/batches.js'
import type { BatchWrite } from '../../../schemas/stream/fold-result.js'
import { applyOne, commit, folded, memberStoreSetup, message } from '../fold/commits.js'

const WAITERS = 250

t.test('a raw segment is found by its id, wherever the ids of its batch begin', async (t) => {
  const { members, pool } = await memberStoreSetup(t)
  const held = (batch: string, seq: number, id: number): BatchWrite => ({
    ...{ id: batch, seq, status: 'processed', resource: null, refusal: null },
    results: [{ _id: id, segment_id: null, trip_id: null, action: 'held' }],
  })
  const messages = [
    message('1', 101, '50', { first: '51', count: 1 }),
    message('1', 102, '60', { first: '40', count: 1 }),
    message('1', 103, '70', { kind: 'withdraw' }),
  ]
  const batches = [held('50', 101, 51), held('60', 102, 40), held('70', 103, 51)]
  await applyOne(members, commit(1, 1, 100, 103, { messages, folded: [folded('1', 103, { batches })] }))
  const reads = batchReads(pool)
  t.match(await reads.byRawId('1', '51'), { id: '50', client: 'app', held: false }, 'withdrawn later')
  t.match(await reads.byRawId('1', '40'), { id: '60', held: true }, 'not next to the id of its batch')
  t.equal(await reads.byRawId('1', '52'), null)
})

t.test(
  'however many wait for their fold, they take one connection, and each gets its own batch',
  async (t) => {
    const { members, pool } = await memberStoreSetup(t)
    const messages = [message('1', 101, '51'), message('2', 102, '52')]
    await applyOne(
      members,
      commit(1, 1, 100, 103, { messages, folded: [folded('1', 101), folded('2', 102)] }),
    )
    const batches = batchReads(pool)
    const before = pool.totalCount
    const waiting = Array.from(
      { length: WAITERS },
      async (_, n) => await batches.byId('1', String(1_000 + n)),
    )
    const found = await Promise.all([
      batches.byId('1', '51'),
      batches.byId('2', '52'),
      batches.byId('2', '51'),
      batches.byId('1', '51'),
    ])
    t.same(
      found.map((row) => row?.id ?? null),
      ['51', '52', null, '51'],
      'none of another member',
    )
    t.ok(
      (await Promise.all(waiting)).every((row) => row === null),
      'unknown ones are not folded yet',
    )
    t.ok(pool.totalCount <= Math.max(before, 2), `${pool.totalCount} connections for ${WAITERS} lookups`)
  },
)

t.test('a lookup that fails rejects for all that are in it, and the next works', async (t) => {
  const { pool } = await memberStoreSetup(t)
  const batches = batchReads(pool)
  const failed = await Promise.allSettled([batches.byId('1', 'no number'), batches.byId('1', '51')])
  t.same(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  t.equal(await batches.byId('1', '51'), null)
})
