import t from 'tap'
import type { OpenErasure } from '../../../schemas/person/erasure-store.js'
import { eraseMember, type ErasureDeps } from '../../../workers/erasure/erase-member.js'

const ERASURE: OpenErasure = { id: '1', member: '4711', email: null, isSecondPass: false }

/** Dependencies that note what is called; the stream begins with 5, and has 5 and 9 of the member. */
function noting(folded: number): { deps: ErasureDeps; calls: string[] } {
  const calls: string[] = []
  const note = async <T>(what: string, answer: T): Promise<T> => {
    calls.push(what)
    return await Promise.resolve(answer)
  }
  return {
    calls,
    deps: {
      store: {
        due: async () => await Promise.resolve([ERASURE]),
        takePartitionOf: async () => {
          await note('partition', null)
        },
        lowestCursor: async () => await Promise.resolve(folded),
        recordMessages: async (sequences) => {
          await note(`recorded ${sequences.join(' ')}`, null)
        },
        eraseRows: async () => await note('rows', { segment: 2 }),
        recordPass: async (_erasure, counts) => {
          await note(JSON.stringify(counts), null)
        },
      },
      stream: {
        note: async (member) => {
          await note(`noted ${member}`, null)
        },
        messages: async () => await Promise.resolve({ own: [5, 9], oldest: 5 }),
        erase: async (_member, own) => await note(`messages ${own.join(' ')}`, 2),
      },
      eraseMails: async () => await note('mails', 1),
    },
  }
}

t.test('while it waits for the fold it leaves the partition to its owner', async (t) => {
  const { deps, calls } = noting(8)
  t.equal(await eraseMember(deps, ERASURE), false)
  t.same(calls, ['noted 4711'])
})

t.test('the member leaves the memory of the fold before messages, mails and rows are erased', async (t) => {
  const { deps, calls } = noting(9)
  t.equal(await eraseMember(deps, ERASURE), true)
  t.same(calls, [
    'noted 4711',
    'partition',
    'recorded 5 9',
    'messages 5 9',
    'mails',
    'rows',
    '{"segment":2,"messages of streams":2,"mails in files":1}',
  ])
})
