/** Test members of applications (webhooks.md 7). */
import type { Knex } from 'knex'
import type { Id } from '../../schemas/base/ids.js'
import { MAX_TEST_MEMBERS } from '../../schemas/base/test-member.js'
import { rowsOf } from '../pg/knex-rows.js'

export interface TestMember {
  id: Id
  created: Date
}

const LIST = `
  select t.member_id::text as id, t.created from test_member t
  join member m on m.id = t.member_id and m.status <> 'Deleted' where t.client_id = ? order by t.created`

/** Oldest first, without those that are being deleted. */
export async function listTestMembers(knex: Knex, clientId: string): Promise<TestMember[]> {
  return await rowsOf<TestMember>(knex, LIST, [clientId])
}

const ADD = `
  insert into test_member (member_id, client_id) select ?, ?
  where (select count(*) from test_member where client_id = ?) < ${MAX_TEST_MEMBERS} returning member_id`

/**
 * Creates a test member with the record `doc`; false if the application has the maximum, including those that are still
 * being deleted.
 */
export async function createTestMember(knex: Knex, clientId: string, id: Id, doc: string): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    await trx('app').where({ client_id: clientId }).forUpdate().first('client_id')
    const added = await rowsOf(trx, ADD, [id, clientId, clientId])
    if (added.length > 0) await trx('member').insert({ id, doc })
    return added.length > 0
  })
}

const LAST_END = `
  select extract(epoch from max(coalesce(end_at, start_at)))::float8 * 1000 as at from segment where member_id = ?`

/** When the last segment of the member ends, epoch milliseconds; null: there is none. */
export async function lastEnd(knex: Knex, member: Id): Promise<number | null> {
  const [row] = await rowsOf<{ at: number | null }>(knex, LAST_END, [member])
  return row?.at ?? null
}
