/** Erasures of persons: opened by the member or an operator, run in two passes, and the receipt. */
import type { Knex } from 'knex'
import type pg from 'pg'
import { emailKey } from '../../schemas/base/email-key.js'
import type { ErasureStore, OpenErasure } from '../../schemas/person/erasure-store.js'
import { partitionOf, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { CHANNEL } from '../fold/partition-statements.js'
import { notifyDeletion } from '../oauth/grant-revocation.js'
import { divisionOf } from '../operator/partition-admin.js'
import { withQueryTimeout, type Database } from '../pg/connect.js'
import { LONG_STATEMENT_TIMEOUT, transaction } from '../pg/transaction.js'
import { closeAccount } from '../sign-in/member-accounts.js'
import { listTestMembers } from '../sign-in/test-members.js'
import { PERSON_TABLES } from './person-tables.js'

/** A request that was accepted before the tokens ended is folded, and its retry given up, long before. */
const SECOND_PASS_SECONDS = 600

const OPEN = 'select open_erasure(?, ?) as id'
const OPENED_BEFORE = 'select id::text from erasure where member_id = ?'

/**
 * Opens an erasure and closes the account in one transaction: from then on nobody can sign in, read or write, and
 * every application that has a grant of the member, also one revoked within the last year (db/oauth/cleanup.ts), gets
 * member.deleted, once. Returns the number of the receipt. One that is done is opened again, because a restored backup
 * may have brought the member's data back.
 */
export async function openErasure(knex: Knex, member: string, requestedBy: string): Promise<string> {
  return await knex.transaction(async (trx) => {
    const receiptOf = async (sql: string, values: string[]): Promise<string | null> => {
      const { rows } = (await trx.raw(sql, values)) as { rows: Array<{ id: string | null }> }
      return rows[0]?.id ?? null
    }
    const opened = await receiptOf(OPEN, [member, requestedBy])
    await closeAccount(trx, member, 'member erased')
    if (opened !== null) await notifyDeletion(trx, member)
    return opened ?? (await receiptOf(OPENED_BEFORE, [member])) ?? ''
  })
}

/** Opens the erasures of all test members of an application that will be deleted. Can be repeated if it fails. */
export async function eraseTestMembers(knex: Knex, clientId: string, requestedBy: string): Promise<void> {
  for (const { id } of await listTestMembers(knex, clientId)) await openErasure(knex, id, requestedBy)
}

const WITHOUT_RECEIPT = `
  select member::text from unnest($1::bigint[]) as member
  where not exists (select from erasure where member_id = member) order by member`

/** The erased members without a receipt: the database was restored to an earlier time. */
export async function withoutReceipt(pool: pg.Pool, erased: readonly string[]): Promise<string[]> {
  if (erased.length === 0) return []
  const { rows } = await pool.query<{ member: string }>(WITHOUT_RECEIPT, [erased])
  return rows.map((row) => row.member)
}

/** Opens the erasures of members without a receipt, and returns these members. */
export async function reopenErasures({ pool, knex }: Database, erased: readonly string[]): Promise<string[]> {
  const members = await withoutReceipt(pool, erased)
  for (const member of members) await openErasure(knex, member, 'restored database')
  return members
}

/** A receipt. The id of the member is all that it has of the person once it is done. */
export interface Receipt {
  id: string
  /** Null only if it was done before receipts kept it. */
  member: string | null
  requestedBy: string
  requestedAt: Date
  erasedAt: Date | null
  doneAt: Date | null
  counts: Record<string, number>
}

/** The receipt with that number; null if there is none. */
export async function readReceipt(pool: pg.Pool, id: string): Promise<Receipt | null> {
  const { rows } = await pool.query<Receipt>(
    `select id::text, member_id::text as member, requested_by as "requestedBy", requested_at as "requestedAt", erased_at as "erasedAt",
       done_at as "doneAt", counts from erasure where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

const DUE = `
  select id::text, member_id::text as member, email, erased_at is not null as "isSecondPass" from erasure
  where done_at is null
    and (erased_at is null or erased_at < clock_timestamp() - interval '${SECOND_PASS_SECONDS} seconds')`
const MEMBERS = 'select member_id::text as member from erasure where member_id is not null order by id'
const ALL_DUE = `${DUE} order by id`
const ONE_DUE = `${DUE} and id = $1`

/** Class of the advisory locks, one per erasure that runs. */
const LOCK_CLASS = 7_246_159
/** Lasts as long as its transaction, which also a pooler leaves on one connection. */
const LOCK = `select pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext($1)) as mine`

const TAKE_PARTITION = `
  with taken as (
    update partition_owner set owner = null, epoch = epoch + 1, is_released = true where partition = $1
    returning partition
  )
  select pg_notify('${CHANNEL}', 'erasure') from taken`

const RECORD_MESSAGES = `
  insert into erased_message select unnest($1::bigint[]) on conflict (seq) do nothing`

const FIRST_PASS = 'update erasure set erased_at = clock_timestamp(), counts = $2 where id = $1'
const SECOND_PASS = `
  update erasure set done_at = clock_timestamp(), counts = $2, email = null where id = $1`

export function erasureStore(pool: pg.Pool): ErasureStore {
  return {
    members: async () => (await pool.query<{ member: string }>(MEMBERS)).rows.map((row) => row.member),
    due: async () => (await pool.query<OpenErasure>(ALL_DUE)).rows,
    exclusively: async (id, work) =>
      await transaction(pool, async (client) => {
        // It holds a lock and no snapshot, and pauses while the pass runs on other connections.
        await client.query('set local idle_in_transaction_session_timeout = 0')
        const {
          rows: [lock],
        } = await client.query<{ mine: boolean }>(LOCK, [id])
        if (lock?.mine !== true) return null
        const {
          rows: [erasure],
        } = await client.query<OpenErasure>(ONE_DUE, [id])
        return erasure === undefined ? null : await work(erasure)
      }),
    takePartitionOf: async (member) => {
      const division = await divisionOf(pool, SEGMENTS_STREAM)
      if (division !== null) await pool.query(TAKE_PARTITION, [partitionOf(member, division)])
    },
    lowestCursor: async () => {
      const { rows } = await pool.query<{ cursor: string | null }>(
        'select min(cursor)::text as cursor from partition_state',
      )
      return Number(rows[0]?.cursor ?? 0)
    },
    recordMessages: async (sequences) => {
      await pool.query(RECORD_MESSAGES, [sequences])
    },
    eraseRows: async (erasure) => await eraseRows(pool, erasure),
    recordPass: async ({ id, isSecondPass }, counts) => {
      const total = { ...(await readReceipt(pool, id))?.counts }
      for (const [what, count] of Object.entries(counts)) total[what] = (total[what] ?? 0) + count
      await pool.query(isSecondPass ? SECOND_PASS : FIRST_PASS, [id, JSON.stringify(total)])
    },
  }
}

/** The pool of a role gives a query up after 15 s, which is less than LONG_STATEMENT_TIMEOUT lets it take (60 s). */
const QUERY_TIMEOUT_MS = 75_000

/** Gives every parameter its type, also one that the statement of a table does not use. */
const PARAMETERS = 'with person as (select $1::bigint, $2::text, $3::text)'

/** One transaction a table: what is found through another table is gone before that table is. */
async function eraseRows(
  pool: pg.Pool,
  { id, member, email, isSecondPass }: OpenErasure,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, erase, inSecondPassOnly = false } of PERSON_TABLES) {
    if (inSecondPassOnly && !isSecondPass) continue
    const rows = await transaction(pool, async (client) => {
      // A table without an index by member is read as a whole: an erasure is rare and may take its time.
      await client.query(LONG_STATEMENT_TIMEOUT)
      await client.query('set local enable_seqscan = on')
      const statement = withQueryTimeout(`${PARAMETERS} ${erase}`, QUERY_TIMEOUT_MS)
      return (
        (await client.query({ ...statement, values: [member, email === null ? null : emailKey(email), id] }))
          .rowCount ?? 0
      )
    })
    if (rows > 0) counts[table] = rows
  }
  return counts
}
