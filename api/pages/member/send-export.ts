/** The download of everything about a member, from the page Security. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { PersonExport } from '../../../schemas/member-pages/person-export.js'
import type { Account } from '../../../schemas/oauth/account.js'
import type { AccountPage } from '../lib/require-session.js'

/** Sends the itinerary as iCalendar if the form asks for it, else one JSON document, as it is read. */
export async function sendExport(
  { account, form, reply, audit }: AccountPage<Account>,
  person: PersonExport,
): Promise<FastifyReply> {
  const isCalendar = form.get('as') === 'ics'
  await audit('data_exported', { memberId: account.id, detail: { as: isCalendar ? 'calendar' : 'document' } })
  const name = `tripfold-${account.id}.${isCalendar ? 'ics' : 'json'}`
  void reply.header('content-disposition', `attachment; filename="${name}"`)
  return isCalendar
    ? await reply.type('text/calendar; charset=utf-8').send(await person.calendar(account.id))
    : await reply.type('application/json; charset=utf-8').send(Readable.from(person.document(account.id)))
}
