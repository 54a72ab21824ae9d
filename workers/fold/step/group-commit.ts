/**
 * Saves commits of several partitions in one transaction: while two are being written, those that come wait, and go together
 * with the next. What a transaction costs whatever is in it (its statement, its flush to the disk, the way there and back) is
 * then shared by all that came meanwhile, so that few batches on many partitions cost little more than many on one.
 */
import type { Commit, MemberStore, CommitResult } from '../../ports.js'
import { asPoisonMessage } from '../../lib/errors.js'

/** Saves one commit; `fenced` and failures as of MemberStore's `apply`. */
export type Apply = (commit: Commit) => Promise<CommitResult | 'fenced'>

interface QueuedCommit {
  commit: Commit
  resolve: (answer: CommitResult | 'fenced') => void
  reject: (error: unknown) => void
}

/** Transactions at a time: while one is flushed to the disk, another one is worked out. */
const CONCURRENT_TRANSACTIONS = 2
/** Most messages of a transaction of several commits, so that what comes behind it does not wait for long. */
const MAX_GROUP_MESSAGES = 32

/** Commits wait for one of two transactions; one that spoils it for the others of its transaction is saved, or refused, alone. */
export function groupCommit(apply: MemberStore['apply']): Apply {
  let waiting: QueuedCommit[] = []
  let writing = 0
  const next = (): QueuedCommit[] => {
    let messages = 0
    let upTo = 0
    for (const { commit } of waiting) {
      messages += commit.messages.length
      if (upTo > 0 && messages > MAX_GROUP_MESSAGES) break
      upTo += 1
    }
    const group = waiting.slice(0, upTo)
    waiting = waiting.slice(upTo)
    return group
  }
  const run = async (): Promise<void> => {
    writing += 1
    while (waiting.length > 0) await commitGroup(apply, next())
    writing -= 1
  }
  return async (commit) =>
    await new Promise<CommitResult | 'fenced'>((resolve, reject) => {
      waiting.push({ commit, resolve, reject })
      if (writing < CONCURRENT_TRANSACTIONS) void run()
    })
}

/** Saves the group and tells each of it what came of it; never throws. */
async function commitGroup(apply: MemberStore['apply'], group: readonly QueuedCommit[]): Promise<void> {
  const alone = async (): Promise<void> => {
    for (const one of group) await commitGroup(apply, [one])
  }
  try {
    const answer = await apply(group.map(({ commit }) => commit))
    if (answer === 'fenced' && group.length > 1) {
      await alone()
      return
    }
    group.forEach(({ resolve }, i) => {
      resolve(answer === 'fenced' ? answer : (answer[i] ?? { notices: null }))
    })
  } catch (error) {
    if (group.length > 1 && asPoisonMessage(error) !== null) {
      await alone()
      return
    }
    for (const { reject } of group) reject(error)
  }
}
