/** Lookups of folded batches, as requests that wait for their fold make them (contract.md 2.1). */
import t from 'tap'
import { batchReads } from '../../../db/reads/batches.js'
import { applyOne, commit, folded, memberStoreSetup, message } from '../fold/commits.js'

const WAITERS = 250

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
