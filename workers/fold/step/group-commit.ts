/**
 * Commits several partitions in one transaction: while two transactions are being written, further commits
 * wait and go together with the next one. The fixed cost of a transaction (statement, flush, round trip) is
 * then shared, so that small steps on many partitions cost little more than large ones on one.
 */
import {
  commitSize,
  fitsStatement,
  sumOfSizes,
  type CommitSize,
} from '../../../schemas/stream/commit-size.js'
import { asPoisonMessage, isRefusedStatement } from '../../lib/errors.js'
import type { Commit, CommitResult, MemberStore } from '../../../schemas/stream/member-store.js'

/**
 * Saves one commit; `alone`: at once and in a transaction of its own, because it may fail or take long. `fenced`
 * and failures as in `MemberStore.apply`.
 */
export type Apply = (commit: Commit, alone?: boolean) => Promise<CommitResult | 'fenced'>

interface QueuedCommit {
  commit: Commit
  size: CommitSize
  resolve: (answer: CommitResult | 'fenced') => void
  reject: (error: unknown) => void
}

/** While one transaction is flushed to disk, Postgres executes another. */
const CONCURRENT_TRANSACTIONS = 2
/**
 * Limits the time that commits behind a shared transaction wait, as the size of a statement does
 * (commit-size.ts). A single commit may hold more.
 */
const MAX_GROUP_MESSAGES = 32

/**
 * A commit that makes its group fail (fenced, refused or not saved in time) is found by committing the group
 * one by one.
 */
export function groupCommit(apply: MemberStore['apply']): Apply {
  let queue: QueuedCommit[] = []
  let writing = 0

  const nextGroup = (): QueuedCommit[] => {
    let messages = 0
    let written: CommitSize = { rows: 0, bytes: 0 }
    let count = 0
    for (const { commit, size } of queue) {
      messages += commit.messages.length
      if (count > 0 && (messages > MAX_GROUP_MESSAGES || !fitsStatement(written, size))) break
      written = sumOfSizes([written, size])
      count += 1
    }
    const group = queue.slice(0, count)
    queue = queue.slice(count)
    return group
  }

  const run = async (): Promise<void> => {
    writing += 1
    while (queue.length > 0) await commitGroup(apply, nextGroup())
    writing -= 1
  }

  return async (commit, alone = false) =>
    await new Promise<CommitResult | 'fenced'>((resolve, reject) => {
      const queued = { commit, size: commitSize(commit), resolve, reject }
      if (alone) {
        void commitGroup(apply, [queued])
        return
      }
      queue.push(queued)
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
      resolve(answer === 'fenced' ? answer : answer[i]!)
    })
  } catch (error) {
    if (group.length > 1 && (asPoisonMessage(error) !== null || isRefusedStatement(error))) {
      await oneByOne()
      return
    }
    for (const { reject } of group) reject(error)
  }
}
