/** The download of everything about a member, from the page Security. */
import { Readable } from 'node:stream'
import type { PersonExport } from '../../../schemas/member-pages/person-export.js'
import type { Account } from '../../../schemas/oauth/account.js'
import type { AccountPage } from '../lib/page-access.js'
import type { PageResult } from '../lib/page-result.js'
import { file } from '../lib/page-result.js'

/** Sends the itinerary as iCalendar, or one JSON document, as it is read. */
export async function sendExport(
  { account, audit }: AccountPage<Account>,
  as: 'json' | 'ics',
  person: PersonExport,
): Promise<PageResult> {
  const isCalendar = as === 'ics'
  await audit('data_exported', { memberId: account.id, detail: { as: isCalendar ? 'calendar' : 'document' } })
  const name = `tripfold-${account.id}.${isCalendar ? 'ics' : 'json'}`
  return isCalendar
    ? file({ type: 'text/calendar; charset=utf-8', body: await person.calendar(account.id), name })
    : file({
        type: 'application/json; charset=utf-8',
        body: Readable.from(person.document(account.id)),
        name,
      })
}
