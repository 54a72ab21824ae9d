/** Saves commits into the simulated database as db/fold/save-commits.ts does into Postgres. */
import { commitRows, noticesOfCommit } from '../../db/fold/commit-parameters.js'
import { cutRows } from '../../db/fold/cut-rows.js'
import { commitSize, fitsStatement, STATEMENT_LIMITS, sumOfSizes } from '../../schemas/stream/commit-size.js'
import type { Commit, CommitResult } from '../../schemas/stream/member-store.js'
import type { Database } from './database.js'

const NOTHING = { rows: 0, bytes: 0 }

/** Thrown by a database session that ends within a transaction of several statements. */
export class SessionEnded extends Error {
  readonly code = 'ECONNRESET'
}

/** @param isConnected whether the client still sends the next statement of a transaction */
export async function saveCommits(
  db: Database,
  commits: readonly Commit[],
  isConnected: () => boolean,
): Promise<CommitResult[] | 'fenced'> {
  const statements = statementsOf(commits)
  return await db.transaction<CommitResult[] | 'fenced'>(
    commits.map(({ partition }) => partition).filter((one) => db.partitions.has(one)),
    (xid) => {
      if (!commits.every((commit) => passesFence(db, commit))) return { answer: 'fenced' }
      const answer: CommitResult[] = commits.map(({ revision }) => ({
        revision: revision + statements,
        notices: [],
      }))
      const change = (): void => {
        if (statements > 1 && !isConnected()) throw new SessionEnded('simulated: rolled back')
        commits.forEach((commit, i) => {
          db.options.onCommit?.(commit)
          answer[i]!.notices = save(db, commit, statements, xid)
        })
      }
      return { answer, change }
    },
  )
}

/** How many statements the commits take, each of which raises the revision. */
function statementsOf(commits: readonly Commit[]): number {
  if (fitsStatement(sumOfSizes(commits.map(commitSize)), NOTHING)) return 1
  return cutRows(commitRows(commits, commits.flatMap(noticesOfCommit)), STATEMENT_LIMITS).length
}

function passesFence(db: Database, { partition, epoch, revision, cursor }: Commit): boolean {
  const row = db.partitions.get(partition)
  if (row?.epoch !== epoch || row.revision !== revision) return false
  if (cursor < row.cursor) throw new Error(`the cursor of partition ${partition} would fall`)
  return true
}

function save(db: Database, commit: Commit, statements: number, xid: number): CommitResult['notices'] {
  const row = db.row(commit.partition)
  const { messages, refused = [], parked = [], parking = [], unpark } = commit
  if (commit.cursor !== row.cursor) row.cursorStored = commit.cursorStored ?? null
  row.cursor = commit.cursor
  row.revision += statements
  row.applied += messages.length + refused.length + parked.length
  row.published = Math.max(row.published, commit.published ?? 0)
  for (const { member, seq, envelope } of [...messages, ...refused]) {
    db.audit.folded.add(seq)
    const key = `${member}/${envelope.batch}`
    if (!db.batches.has(key)) db.batches.set(key, seq)
    db.newestBatch.set(member, Math.max(db.newestBatch.get(member) ?? 0, Number(envelope.batch)))
  }
  for (const { member, head, sequence, appliedSeq, segments, events } of commit.folded) {
    const state = db.members.get(member)
    if (state !== undefined) Object.assign(state, { head, sequence, appliedSeq })
    for (const { id, rawIds } of segments) db.segments.set(id, { member, batch: rawIds[0]! })
    for (const event of events) db.addEvent({ ...event, member, xid, committedAt: db.options.now() })
  }
  for (const one of parking)
    db.parked.set(one.member, { ...one, partition: commit.partition, announced: false })
  db.parkedMessages.push(...parked)
  if (unpark?.done === true) db.parked.delete(unpark.member)
  const rows = noticesOfCommit(commit).map(({ id, body }) => ({ id: ++db.outboxIds, eventId: id, body }))
  db.outbox.get(commit.partition)!.push(...rows)
  return rows
}
