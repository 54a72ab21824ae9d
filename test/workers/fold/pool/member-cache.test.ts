import t from 'tap'
import { memberCache } from '../../../../workers/fold/pool/member-cache.js'

const OWNER = '1.1'
const WEIGHT = 10
const seen = (appliedSeq: number) => ({ appliedSeq, newestBatch: 7 })

/** Room for so many members of one weight, and a use of one: whether it was still here. */
function room(members: number) {
  const memory = memberCache<string>(members * WEIGHT)
  const use = (member: string): boolean => {
    const held = memory.take(member, OWNER)
    memory.put(member, OWNER, `state of ${member}`, seen(1), WEIGHT)
    return held !== null
  }
  return { memory, use }
}

const numbered = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => String(from + i))

t.test('a feed that cycles through more members than fit still finds most of those that fit', async (t) => {
  const { memory, use } = room(80)
  const round = (): number => numbered(100).filter(use).length
  t.equal(round(), 0)
  for (let i = 0; i < 3; i++) round()
  t.ok(round() >= 60, 'of eighty that fit')
  t.ok(memory.weight() <= 80 * WEIGHT)
})

t.test('a member used several times in a row stays cached, however full the cache is', async (t) => {
  const { use } = room(80)
  for (let i = 0; i < 3; i++) numbered(80).forEach(use)
  t.notOk(use('new'))
  t.ok(use('new'))
  numbered(20, 1_000).forEach(use)
  t.ok(use('new'), 'members used once do not evict it')
})

t.test('recently used members replace those used earlier', async (t) => {
  const { use } = room(80)
  for (let i = 0; i < 3; i++) numbered(80).forEach(use)
  for (let day = 0; day < 20; day++)
    for (const member of numbered(60, 1_000)) {
      use(member)
      use(member)
    }
  t.equal(numbered(60, 1_000).filter(use).length, 60)
})

t.test('members over the budget are evicted', async (t) => {
  const { memory, use } = room(10)
  numbered(10).forEach(use)
  t.equal(memory.take('3', OWNER), 'state of 3')
  memory.put('3', OWNER, 'grown', seen(2), 5 * WEIGHT)
  t.ok(memory.weight() <= 10 * WEIGHT)
  t.equal(memory.position('3', OWNER)?.appliedSeq, 2)
  memory.put('9', OWNER, 'too large for all of it', seen(2), 11 * WEIGHT)
  t.equal(memory.position('9', OWNER), null)
  t.ok(memory.weight() <= 10 * WEIGHT)
})

t.test('only its owner finds a member, and invalidated members are gone', async (t) => {
  const { memory, use } = room(10)
  numbered(4).forEach(use)
  use('1')
  t.equal(memory.take('1', '1.2'), null)
  t.equal(memory.take('1', OWNER), null, 'another owner has taken over')
  memory.invalidate(['2'])
  t.equal(memory.position('2', OWNER), null)
  memory.invalidate({ ownerTag: '1.2' })
  t.equal(memory.position('3', OWNER)?.appliedSeq, 1)
  memory.invalidate({ ownerTag: OWNER })
  t.equal(memory.position('3', OWNER), null)
  use('5')
  memory.invalidate('all')
  t.equal(memory.weight(), 0)
})
