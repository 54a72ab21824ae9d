/**
 * Cuts a commit that is too large for one statement into several, member by member (workers/DESIGN.md 4.7).
 * Only the last part moves the cursor. The others are safe to save before it: if nothing follows, their
 * messages are read again and recognised by their batches.
 */
import type { Id } from '../../../schemas/base/ids.js'
import {
  commitSize,
  fitsStatement,
  foldResultSize,
  STATEMENT_LIMITS,
  sumOfSizes,
  type CommitSize,
} from '../../../schemas/stream/commit-size.js'
import type { FoldResult } from '../../../schemas/stream/fold-result.js'
import type { PreparedCommit } from '../../../schemas/stream/member-store.js'

/** The next part to save, and what is left after it; null if the part moves the cursor. */
export interface CutCommit {
  part: PreparedCommit
  rest: PreparedCommit | null
}

const NOTHING: CommitSize = { rows: 0, bytes: 0 }

/**
 * A part within `limits`, which keeps the partition at `cursor` if anything is left after it, or one member that exceeds them alone: the store saves that in one transaction of
 * several statements. Small members come first, so that they need not wait for large ones.
 */
export function cutCommit(commit: PreparedCommit, cursor: number, limits = STATEMENT_LIMITS): CutCommit {
  if (commit.folded.length <= 1 || fitsStatement(commitSize(commit), NOTHING, limits))
    return { part: commit, rest: null }
  const members = lightestFirst(commit)
  let size = NOTHING
  const taken = new Set<Id>()
  for (const one of members) {
    const larger = sumOfSizes([size, sizeWithMessages(commit, one)])
    if (taken.size > 0 && !fitsStatement(larger, NOTHING, limits)) break
    taken.add(one.member)
    size = larger
  }
  if (taken.size === members.length) return { part: commit, rest: null }
  return {
    part: partOf(commit, cursor, taken),
    rest: {
      ...commit,
      folded: commit.folded.filter(({ member }) => !taken.has(member)),
      messages: commit.messages.filter(({ member }) => !taken.has(member)),
    },
  }
}

/** What the commit changes for these members; it keeps the partition at `cursor`. */
export function partOf(
  { partition, epoch, folded, messages }: PreparedCommit,
  cursor: number,
  members: ReadonlySet<Id>,
): PreparedCommit {
  return {
    partition,
    epoch,
    cursor,
    messages: messages.filter(({ member }) => members.has(member)),
    folded: folded.filter(({ member }) => members.has(member)),
  }
}

/** The members of the commit, those that write least first. */
export function lightestFirst({ folded }: Pick<PreparedCommit, 'folded'>): FoldResult[] {
  const bytes = new Map(folded.map((one) => [one, foldResultSize(one).bytes]))
  return folded.toSorted((a, b) => (bytes.get(a) ?? 0) - (bytes.get(b) ?? 0))
}

function sizeWithMessages({ messages }: PreparedCommit, one: FoldResult): CommitSize {
  const { rows, bytes } = foldResultSize(one)
  const own = messages.filter(({ member }) => member === one.member)
  return { rows: rows + own.length, bytes: own.reduce((sum, { body }) => sum + body.length, bytes) }
}
