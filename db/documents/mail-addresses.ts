/** Secret addresses to which members have mails sent, and the senders they accept. Secrets are stored as hashes. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { MailAddress, MailAddresses, MailSenderRow } from '../../schemas/documents/mail-addresses.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'
import { memberTurn } from '../pg/transaction.js'

/** Mail programs and servers change the case of an address. */
export const mailAddressHash = (secret: string): Buffer =>
  createHash('sha256').update(secret.toLowerCase()).digest()

const CREATE = prepared(`
  insert into mail_address (id, member_id, name, hash) select $1::bigint, $2::bigint, $3::text, $4::bytea
  where (select count(*) from mail_address where member_id = $2::bigint) < $5 returning id`)
const LIST = prepared(
  'select id, name, created, last_used from mail_address where member_id = $1 order by id',
)
const REMOVE = prepared('delete from mail_address where member_id = $1 and id = $2 returning id')
const ACCEPT = prepared(`
  insert into mail_sender (id, member_id, sender) select $1::bigint, $2::bigint, $3::text
  where (select count(*) from mail_sender where member_id = $2::bigint) < $4
  on conflict (member_id, sender) do update set sender = excluded.sender returning id`)
const SENDERS = prepared('select id, sender, created from mail_sender where member_id = $1 order by sender')
const REFUSE = prepared('delete from mail_sender where member_id = $1 and id = $2 returning id')

export function mailAddresses(pool: Pool): MailAddresses {
  const has = async (...query: [ReturnType<typeof prepared>, unknown[]]): Promise<boolean> =>
    (await queryRows(pool, ...query)).length > 0
  const added = async (member: Id, ...query: [ReturnType<typeof prepared>, unknown[]]): Promise<boolean> =>
    await memberTurn(pool, member, async (client) => (await queryRows(client, ...query)).length > 0)
  return {
    create: async ({ id, member, name, secret }, max) =>
      await added(member, CREATE, [id, member, name, mailAddressHash(secret), max]),
    list: async (member) =>
      (await queryRows<[number, string, Date, Date | null]>(pool, LIST, [member])).map(
        ([id, name, created, lastUsed]): MailAddress => ({ id: String(id), name, created, lastUsed }),
      ),
    remove: async (member, id) => await has(REMOVE, [member, id]),
    accept: async ({ id, member, sender }, max) => await added(member, ACCEPT, [id, member, sender, max]),
    senders: async (member) =>
      (await queryRows<[number, string, Date]>(pool, SENDERS, [member])).map(
        ([id, sender, created]): MailSenderRow => ({ id: String(id), sender, created }),
      ),
    refuse: async (member, id) => await has(REFUSE, [member, id]),
  }
}
