/**
 * Commits several partitions in one transaction: while two transactions are being written, further commits
 * wait and go together with the next one. The fixed cost of a transaction (statement, flush, round trip) is
 * then shared, so that small batches on many partitions cost little more than large ones on one.
 */
import { asPoisonMessage } from '../../lib/errors.js'
import type { Commit, CommitResult, MemberStore } from '../../../schemas/stream/member-store.js'

/** Saves one commit. `fenced` and failures as in `MemberStore.apply`. */
export type Apply = (commit: Commit) => Promise<CommitResult | 'fenced'>

interface QueuedCommit {
  commit: Commit
  resolve: (answer: CommitResult | 'fenced') => void
  reject: (error: unknown) => void
}

/** While one transaction is flushed to disk, Postgres executes another. */
const CONCURRENT_TRANSACTIONS = 2
/** Limits the time that commits behind a shared transaction wait. A single commit may hold more. */
const MAX_GROUP_MESSAGES = 32

/**
 * A commit that makes its group fail (fenced, or data Postgres refuses) is found by committing the group one
 * by one.
 */
export function groupCommit(apply: MemberStore['apply']): Apply {
  let queue: QueuedCommit[] = []
  let writing = 0

  const nextGroup = (): QueuedCommit[] => {
    let messages = 0
    let size = 0
    for (const { commit } of queue) {
      messages += commit.messages.length
      if (size > 0 && messages > MAX_GROUP_MESSAGES) break
      size += 1
    }
    const group = queue.slice(0, size)
    queue = queue.slice(size)
    return group
  }

  const run = async (): Promise<void> => {
    writing += 1
    while (queue.length > 0) await commitGroup(apply, nextGroup())
    writing -= 1
  }

  return async (commit) =>
    await new Promise<CommitResult | 'fenced'>((resolve, reject) => {
      queue.push({ commit, resolve, reject })
      if (writing < CONCURRENT_TRANSACTIONS) void run()
    })
}

/** Saves the group and settles each of its commits. Never throws. */
async function commitGroup(apply: MemberStore['apply'], group: readonly QueuedCommit[]): Promise<void> {
  const oneByOne = async (): Promise<void> => {
    for (const queued of group) await commitGroup(apply, [queued])
  }
  try {
    const answer = await apply(group.map(({ commit }) => commit))
    if (answer === 'fenced' && group.length > 1) {
      await oneByOne()
      return
    }
    group.forEach(({ resolve }, i) => {
      resolve(answer === 'fenced' ? answer : (answer[i] ?? { notices: null }))
    })
  } catch (error) {
    if (group.length > 1 && asPoisonMessage(error) !== null) {
      await oneByOne()
      return
    }
    for (const { reject } of group) reject(error)
  }
}
