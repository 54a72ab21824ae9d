/**
 * Hands out queued mails to one process at a time (webhooks.md 2.3). The row is the lock: it is claimed before the
 * mail is sent and done afterwards. A process that ends in between leaves a claim that lapses, and another one sends
 * the mail.
 */
import type pg from 'pg'
import type {
  CallbackMail,
  CallbackMailStore,
  ClaimedMail,
  MailRecipient,
} from '../../../schemas/webhooks/callback-mail.js'
import { keyed, prepared } from '../../pg/prepared-statements.js'

/** Longer than any conversation with a mail server. */
const CLAIM = "interval '15 minutes'"
const RETRY = "interval '5 minutes'"
/** A mail that could not be sent for so long is not sent any more. */
const KEEP = "interval '1 day'"

const NEXT = prepared(
  `
  update callback_mail m set claim = m.claim + 1, claimed_until = clock_timestamp() + ${CLAIM}
  from (
    select callback_id, kind from callback_mail
    where due_at <= statement_timestamp() and due_at > statement_timestamp() - ${KEEP}
      and claimed_until < statement_timestamp()
    order by due_at limit 1 for update skip locked
  ) free
  where ${keyed('m.callback_id', 'free.callback_id')} and ${keyed('m.kind', 'free.kind')}
  returning m.callback_id::text as callback, m.kind, m.count, m.reason, m.since, m.due_at::text as due, m.claim`,
  'callback-mail-claim',
)

/** The recipients are the owners and developers of the application, without those who have this mail already. */
const FACTS = `
  select c.client_id as client, c.url, a.name as app,
    (select coalesce(json_agg(json_build_object('developer', d.id::text, 'email', d.email) order by d.id), '[]')
      from developer d
      where (d.id = a.developer_id or exists (
          select from app_team t
          where t.client_id = a.client_id and t.developer_id = d.id and t.role in ('owner', 'developer')))
        and not exists (
          select from callback_mail m
          where m.callback_id = c.id and m.kind = $3 and d.id = any (m.received_by))) as recipients,
    l.at, l.status::int as status, l.error
  from callback c join app a on a.client_id = c.client_id
  left join lateral (
    select at, status, error from attempt
    where callback_id = c.id and at >= $2::timestamptz - interval '1 minute' and state <> 'delivered'
    order by at desc limit 1
  ) l on true
  where c.id = $1`

type ClaimedRow = Pick<CallbackMail, 'callback' | 'kind' | 'count' | 'reason' | 'since'> & {
  due: string
  claim: number
}
type FactsRow = Pick<CallbackMail, 'client' | 'url' | 'app'> & {
  recipients: MailRecipient[]
  at: Date | null
  status: number | null
  error: string | null
}

/** Unless the claim has lapsed, or a newer mail is due instead. */
const RECEIVED = `
  update callback_mail set received_by = array_append(received_by, $4::bigint)
  where callback_id = $1 and kind = $2 and claim = $3 and due_at = $5::timestamptz`

/** A later disabling, or later exhausted deliveries, make it due again. */
const SENT = `
  update callback_mail set sent_at = clock_timestamp(), received_by = '{}', claimed_until = '-infinity', count = count - $4,
    since = case when count > $4 then clock_timestamp() else since end,
    due_at = case when count > $4 then clock_timestamp() + interval '1 day'
      when kind <> 'exhausted' and due_at <> $5::timestamptz then due_at end
  where callback_id = $1 and kind = $2 and claim = $3`

const FAILED = `
  update callback_mail set claimed_until = clock_timestamp() + ${RETRY}
  where callback_id = $1 and kind = $2 and claim = $3`

const REMOVE = 'delete from callback_mail where callback_id = $1'

/** The queued mails, on a pool. */
export function callbackMailStore(pool: pg.Pool): CallbackMailStore {
  return {
    claim: async () => await claimMail(pool),
    received: async ({ mail, claim, due }, { developer }) => {
      await pool.query(RECEIVED, [mail.callback, mail.kind, claim, developer, due])
    },
    sent: async ({ mail, claim, due }) => {
      await pool.query(SENT, [mail.callback, mail.kind, claim, mail.count, due])
    },
    failed: async ({ mail, claim }) => {
      await pool.query(FAILED, [mail.callback, mail.kind, claim])
    },
  }
}

async function claimMail(pool: pg.Pool): Promise<ClaimedMail | null> {
  for (;;) {
    const {
      rows: [row],
    } = await pool.query<ClaimedRow>(NEXT)
    if (row === undefined) return null
    const {
      rows: [facts],
    } = await pool.query<FactsRow>(FACTS, [row.callback, row.since, row.kind])
    if (facts !== undefined) return claimedMail(row, facts)
    // Its application was removed.
    await pool.query(REMOVE, [row.callback])
  }
}

function claimedMail({ due, claim, ...mail }: ClaimedRow, facts: FactsRow): ClaimedMail {
  const { recipients, at, status, error, ...callback } = facts
  return {
    mail: { ...mail, ...callback, last: at === null ? null : { at, status, error } },
    recipients,
    claim,
    due,
  }
}
