/**
 * Saves commits: mostly one statement and one round trip, which is its own transaction; several statements in
 * one transaction for what is too much for one (workers/DESIGN.md 4.1 and 4.7).
 */
import type pg from 'pg'
import {
  commitSize,
  fitsStatement,
  STATEMENT_LIMITS,
  sumOfSizes,
  type CommitSize,
} from '../../schemas/stream/commit-size.js'
import type { MemberStore } from '../../schemas/stream/member-store.js'
import { bindMessage, newMessageBuffer, type MessageBuffer } from '../pg/bind-message.js'
import { prepared, type PreparedStatement } from '../pg/prepared-statements.js'
import { DEFAULT_RETENTION, shownDays } from '../pg/retention.js'
import { transaction } from '../pg/transaction.js'
import type { CommitRows } from './commit-columns.js'
import {
  COLUMN_COUNT,
  commitRows,
  noticesOfCommit,
  parkingJson,
  writeCommitParameters,
} from './commit-parameters.js'
import { sampleRows } from './commit-sample.js'
import { commitStatement, leadingParameterCount } from './commit-statement.js'
import { cutRows } from './cut-rows.js'

/** By the days for which events show documents; the second one parks or resumes members. */
const COMMITS = new Map<number, { plain: PreparedStatement; parking: PreparedStatement }>()
const DEFAULT_SHOWN_DAYS = shownDays(DEFAULT_RETENTION.eventDays)
commitsFor(DEFAULT_SHOWN_DAYS)

/** Buffers kept for later commits, and the largest that is kept. */
const MAX_BUFFERS = 8
const MAX_BUFFER_BYTES = 8 * 2 ** 20

const NOTHING: CommitSize = { rows: 0, bytes: 0 }
/** What a sample row and a touched position may take together. */
const PROBE_MS = 2_000
const TOUCH = 'update partition_position set applied = applied where partition = $1 and revision = $2'

/** Thrown within a transaction to end it without effects. */
class RolledBack extends Error {}

/** Runs one statement; the ids of its outbox rows in their order, or null if it was fenced. */
type RunStatement = (through: pg.Pool | pg.PoolClient, statement: Statement) => Promise<number[] | null>

interface Statement {
  rows: CommitRows
  parking: string | null
}

/**
 * `apply` and `probe` of `MemberStore`. A commit locks its partitions in order, then the members by id; a large
 * one holds those locks for all its statements.
 * @param shown days for which an event may show a document that is overwritten
 */
export function saveCommits(
  pool: pg.Pool,
  limits = STATEMENT_LIMITS,
  shown = DEFAULT_SHOWN_DAYS,
): Pick<MemberStore, 'apply' | 'probe'> {
  const run = statementRunner(shown)
  const apply: MemberStore['apply'] = async (commits) => {
    const notices = commits.map(noticesOfCommit)
    const rows = commitRows(commits, notices.flat())
    const parking = parkingJson(commits)
    const fits = fitsStatement(sumOfSizes(commits.map(commitSize)), NOTHING, limits)
    const statements = fits ? [rows] : cutRows(rows, limits)
    const ids = fits ? await run(pool, { rows, parking }) : await runTogether(pool, run, statements, parking)
    if (ids === null) return 'fenced'
    // In the order of the parameters, because ids rise in it.
    const next = ids.values()
    return notices.map((ofCommit, i) => ({
      revision: commits[i]!.revision + statements.length,
      notices: ofCommit.map(({ id, body }) => ({ id: next.next().value!, eventId: id, body })),
    }))
  }
  return {
    apply,
    probe: async (at) => {
      const startedAt = performance.now()
      const tried = await orRolledBack(async () => {
        await transaction(pool, async (client) => {
          if ((await run(client, { rows: sampleRows(at), parking: null })) !== null) throw new RolledBack()
        })
      })
      if (tried !== 'rolled back') return false
      const { rowCount } = await pool.query(TOUCH, [at.partition, at.revision])
      return rowCount === 1 && performance.now() - startedAt < PROBE_MS
    },
  }
}

/** One transaction of several statements; null if it was fenced, and nothing was saved. */
async function runTogether(
  pool: pg.Pool,
  run: RunStatement,
  statements: CommitRows[],
  parking: string | null,
): Promise<number[] | null> {
  let ids: number[] = []
  const answer = await orRolledBack(async () => {
    await transaction(pool, async (client) => {
      ids = []
      for (const [i, rows] of statements.entries()) {
        const added = await run(client, { rows, parking: i === 0 ? parking : null })
        if (added === null) throw new RolledBack()
        ids.push(...added)
      }
    })
  })
  return answer === 'rolled back' ? null : ids
}

async function orRolledBack(work: () => Promise<void>): Promise<'rolled back' | 'done'> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof RolledBack) return 'rolled back'
    throw error
  }
}

function commitsFor(shown: number): { plain: PreparedStatement; parking: PreparedStatement } {
  const known = COMMITS.get(shown)
  if (known !== undefined) return known
  const suffix = shown === DEFAULT_SHOWN_DAYS ? '' : `_${shown}`
  const made = {
    plain: prepared(commitStatement(false, shown), `commit${suffix}`),
    parking: prepared(commitStatement(true, shown), `commit_with_parking${suffix}`),
  }
  COMMITS.set(shown, made)
  return made
}

function statementRunner(shown: number): RunStatement {
  const statements = commitsFor(shown)
  const buffers: MessageBuffer[] = []
  return async (through, { rows, parking }) => {
    const buffer = buffers.pop() ?? newMessageBuffer()
    const hasParking = parking !== null
    const message = bindMessage(buffer, hasParking ? statements.parking : statements.plain, {
      values: leadingParameterCount(hasParking),
      columns: COLUMN_COUNT,
    })
    writeCommitParameters(message, rows, parking)
    const {
      rows: [result],
    } = await message.query<{ moved: number; notices: number[] }>(through)
    // Not reached after a failure, when the buffer may still be in use.
    if (buffers.length < MAX_BUFFERS && buffer.bytes.length <= MAX_BUFFER_BYTES) buffers.push(buffer)
    return result?.moved === rows.partition.length ? result.notices : null
  }
}
