/** Mails that arrive at a secret address of a member: each becomes one document, however often it is delivered. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { DocumentAnswer, MailFacts, NewDocument } from '../../schemas/documents/document-store.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'
import { transaction } from '../pg/transaction.js'
import { WAITS_SQL, addDocument } from './documents.js'
import { mailAddressHash } from './mail-addresses.js'

/** Limits on the mails of one member: those that wait for an answer, and those that arrive within 24 hours. */
const MAX_MAILS = { waiting: 100, daily: 200 }

export interface ArrivedMail extends Omit<NewDocument, 'member' | 'account' | 'dryRun'> {
  /** The secret of the recipient's address. */
  secret: string
  mail: MailFacts
}

/** `unknown`: no member has the address; all but this and `stored` pass. */
export type MailAnswer =
  | { is: 'stored'; id: Id; isSubmitted: boolean }
  | { is: 'unknown' | 'mails_wait' | 'many_mails' | Exclude<DocumentAnswer, 'stored'> }

const FIND = prepared(`
  select a.id, a.member_id from mail_address a
  where a.hash = $1 and exists (select from member m where m.id = a.member_id and m.status <> 'Deleted')`)
/** All addresses of the member, so that its mails are counted one after the other. */
const LOCK = prepared('select id from mail_address where member_id = $1 order by id for update')
const KNOWN = prepared('select id, submitted is not null from document where mail_hash = $1')
const STATE = prepared(`
  select (select count(*) from document d where d.member_id = $1 and ${WAITS_SQL}),
    (select count(*) from document d where d.member_id = $1 and d.mail_hash is not null
      and d.id >= first_id_after(clock_timestamp() - interval '1 day')),
    exists (select from mail_sender where member_id = $1 and sender = $2)
      or exists (select from member_login where member_id = $1 and email_key = $2)`)
const SAVE = prepared(
  'update document set mail_from = $2, mail_verified = $3, mail_hash = $4 where id = $1 returning id',
)
const RECORD_USE = prepared('update mail_address set last_used = now() where id = $1 returning id')

/** Stores a mail for the holder of the address; of a sender that the member has confirmed it is submitted. */
export async function receiveMail(
  pool: Pool,
  { secret, mail, ...document }: ArrivedMail,
): Promise<MailAnswer> {
  const recipient = mailAddressHash(secret)
  const hash = createHash('sha256').update(recipient).update(document.bytes).digest()
  return await transaction<MailAnswer>(pool, async (client) => {
    const [address] = await queryRows<[id: number, member: number]>(client, FIND, [recipient])
    if (address === undefined) return { is: 'unknown' }
    const member = String(address[1])
    const held = await queryRows<[number]>(client, LOCK, [member])
    if (!held.some(([id]) => id === address[0])) return { is: 'unknown' }
    const [known] = await queryRows<[id: number, isSubmitted: boolean]>(client, KNOWN, [hash])
    if (known !== undefined) return { is: 'stored', id: String(known[0]), isSubmitted: known[1] }
    const [state] = await queryRows<[number, number, boolean]>(client, STATE, [member, mail.from])
    const [waiting, daily, isConfirmed] = state!
    const isSubmitted = mail.isVerified && isConfirmed
    if (!isSubmitted && waiting >= MAX_MAILS.waiting) return { is: 'mails_wait' }
    if (daily >= MAX_MAILS.daily) return { is: 'many_mails' }
    const answer = await addDocument(client, { ...document, member, account: null, dryRun: !isSubmitted })
    if (answer !== 'stored') return { is: answer }
    await queryRows(client, SAVE, [document.id, mail.from, mail.isVerified, hash])
    await queryRows(client, RECORD_USE, [address[0]])
    return { is: 'stored', id: document.id, isSubmitted }
  })
}
