/**
 * Where the data of a person is, table by table: what erasing does to it. A test compares the list with the
 * schema, so that a new table has to be classified: here, or in test/db/person/other-tables.json.
 */

import { isLiveSql } from '../event-log/test-events.js'

/** Statements have the parameters $1 member id, $2 key of the address (or null), $3 number of the receipt. */
export interface PersonTable {
  table: string
  /** Deletes the rows, or takes the person out of them. */
  erase: string
  /** Rows of other tables are found through it: it goes in the second pass, when nothing is under way any more. */
  inSecondPassOnly?: true
}

/** Rows of the member alone, found by `member_id`. */
const owned = (table: string): PersonTable => ({
  table,
  erase: `delete from ${table} where member_id = $1`,
})

/** Rows by source and number, of the loyalty numbers that are proven the member's, and that nobody else has. */
const ofOwnNumbers = (table: string): PersonTable => ({
  table,
  erase: `
    delete from ${table} r using account a
    where a.member_id = $1 and ${isLiveSql('a.member_id')} and a.ownership <> 'Unconfirmed'
      and r.source = a.source and r.number_key = loyalty_key(a.account_id)
      and not exists (select from account other where other.source = a.source
        and other.member_id <> $1 and loyalty_key(other.account_id) = r.number_key)`,
})

/** In this order: what is found through another table goes before it. */
export const PERSON_TABLES: readonly PersonTable[] = [
  {
    table: 'attempt',
    erase: `
      delete from attempt a using logged_event e
      where e.member_id = $1 and e.client_id is null and a.event_at = e.created and a.event_id = e.id`,
  },
  {
    table: 'delivery',
    erase: `
      delete from delivery d using logged_event e, callback c
      where e.member_id = $1 and e.client_id is null and d.event_id = e.id and d.callback_id = c.id
        and c.client_id in (select client_id from oauth_grant where member_id = $1)`,
  },
  {
    table: 'past_document',
    erase: `
      delete from past_document where member_id = $1 and id in (
        select id from segment where member_id = $1 union select id from trip where member_id = $1
        union select resource_id::bigint from logged_event where member_id = $1 and resource_id ~ '^[0-9]+$')`,
  },
  // Events for one application (member.deauthorized, member.deleted) stay; they hold only the member's id.
  {
    table: 'event',
    erase: 'delete from event where member_id = $1 and client_id is null',
    inSecondPassOnly: true,
  },
  ofOwnNumbers('held_line'),
  ofOwnNumbers('account_registration'),
  { ...owned('account'), inSecondPassOnly: true },
  owned('segment'),
  owned('trip'),
  owned('raw_batch'),
  owned('parked_message'),
  owned('parked_member'),
  owned('saved_message'),
  owned('fan_out_progress'),
  owned('quarantined_event'),
  owned('document'),
  owned('mail_address'),
  owned('mail_sender'),
  owned('calendar_feed'),
  owned('shared_trip'),
  owned('background_job'),
  // The id of a request may be the client's own words. The audit log knows the requests for tokens.
  {
    table: 'request_log',
    erase: `
      update request_log r set member_id = null, path = route, query = '', description = null, errors = null,
        request = gen_random_uuid()::text
      where client_id in (select client_id from oauth_grant where member_id = $1) and (member_id = $1
        or request in (select a.request from audit a where a.member_id = $1 and a.client_id = r.client_id))`,
  },
  {
    table: 'operator_command',
    erase: `
      update operator_command set member_id = null, args = '{}', result = null, reason = null where member_id = $1`,
  },
  {
    table: 'audit',
    erase: 'select from erase_audit($1, $3)',
  },
  {
    table: 'web_session',
    erase: "delete from web_session where kind = 'member' and account_id = $1",
  },
  {
    table: 'mail_link',
    erase: `
      delete from mail_link where purpose like 'member%' and subject = $1::text
        or lower(normalize(payload ->> 'email', nfkc)) = $2`,
  },
  { ...owned('oauth_grant'), inSecondPassOnly: true },
  owned('passkey'),
  owned('member_recovery_code'),
  owned('member_login'),
  owned('test_member'),
  { table: 'member', erase: 'delete from member where id = $1' },
]
