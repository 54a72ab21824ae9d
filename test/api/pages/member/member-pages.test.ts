/** The member's own pages: itinerary, loyalty accounts, reports (oauth.md 6.1). */
import t from 'tap'
import { aMember, anApp, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper } from '../../../support/auth/developer-fixtures.js'

const node = await authNode(t)
const developer = await aDeveloper(node)
await node.knex('developer').where({ id: developer.id }).update({ organisation: 'Example Travel <i>Ltd</i>' })
const app = await anApp(node, { developerId: developer.id })

const member = await aMember(node)
const who = await signedInMember(node, member)

t.test('a report of several lines is accepted, and its errors are explained', async (t) => {
  const path = `/account/report?app=${app.clientId}`
  t.equal((await who.submit(await who.get(path), '/account/report', { words: ' ' })).status, 422)
  const sent = await who.submit(await who.get(path), '/account/report', {
    words: 'It asks for my password.\r\n\r\nAnd it looks <b>odd</b>.',
  })
  t.equal(sent.status, 200)
  t.match(sent.text, /We will look into it/)
  const mail = node.mails.filter((one) => one.to === 'operator@tripfold.example').at(-1)!
  t.match(mail.text, /It asks for my password\. And it looks <b>odd<\/b>\./)
  t.match(mail.text, new RegExp(app.clientId))
})

t.test('loyalty accounts', async (t) => {
  await node.knex('account').insert({
    member_id: member.id,
    id: '9',
    status: 'NeedsAttention',
    source: 'hotel_hilton',
    account_id: '1',
    classification: 'hotel',
    version: 1,
    updated: new Date(),
    state: '{}',
    doc: JSON.stringify({
      id: '9',
      program_name: 'Honors',
      account_id: '****1111',
      status: 'NeedsAttention',
      last_harvest_status: 'No Travel Data',
      last_access: '2026-11-20T09:30:00Z',
    }),
  })
  const { text } = await who.get('/account/loyalty')
  t.match(text, /Needs attention/)
  t.match(text, /found no travel, 20 November 2026 at 09:30 UTC/)
})

t.test('an itinerary as a timeline', async (t) => {
  const { timelineTrip } = await import('../../../../api/pages/member/timeline.js')
  const trip = timelineTrip(
    JSON.stringify({
      id: '1',
      display_name: 'Trip to Paris',
      begin_datetime: '2027-03-01T07:30:00',
      end_datetime: '2027-03-05T18:35:00',
      destinations: [{ city_name: 'Paris' }],
      warnings: [],
    }),
    JSON.stringify([
      {
        type: 'Air',
        status: 'Active',
        airline: 'BA',
        flight_num: '304',
        origin: 'LHR',
        destination: 'CDG',
        departure_datetime: '2027-03-01T07:30:00',
        arrival_datetime: '2027-03-01T09:45:00',
        confirmation_no: 'TF4D7K',
      },
      {
        type: 'Hotel',
        status: 'Cancelled',
        hotel_name: 'Hotel du Nord',
        checkin_date: '2027-03-01',
        checkout_date: '2027-03-05',
      },
    ]),
  )
  t.equal(trip.name, 'Trip to Paris')
  t.match(trip.lines[0], {
    what: 'Flight BA 304: LHR to CDG',
    when: /07:30 to .*09:45/,
    more: ['Booking TF4D7K'],
  })
  t.match(trip.lines[1], { what: 'Stay at Hotel du Nord', cancelled: true })
})
