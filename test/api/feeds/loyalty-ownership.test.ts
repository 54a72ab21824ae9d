/** Whose a loyalty number is, and what its member receives (contract.md 8.3). */
import t from 'tap'
import { until } from '../../support/until.js'
import { feedFlight, makeFeedSupplier, sendFeed } from '../../support/api/feed-client.js'
import { ADA, startLoyalty } from '../../support/api/loyalty.js'
import type { Doc } from '../../support/api/loyalty.js'
import { sharing } from '../../support/sharing.js'

t.setTimeout(150_000)

const check = sharing(t, startLoyalty)

const NOBODY = { first_name: null, last_name: null }
const LATER = {
  flight_num: '77',
  confirmation_no: 'LATER2',
  departure_datetime: '2027-04-14T18:30',
  arrival_datetime: '2027-04-14T21:45',
}
const GRACE = { first_name: 'Grace', last_name: 'Stranger' }

check(
  'a stranger who registers a number and takes the name of its owner gets nothing, and its owner everything',
  async (t, { ingress, register, vouch, tripsOf, line, held, accountOf }) => {
    const before = await held()
    await sendFeed(ingress, [line('1001', { seat_assignment: '1A' })])
    const stranger = await ingress.createMember(GRACE)
    const number = await register(stranger, '1001')
    const owner = await ingress.createMember()
    const theirs = await vouch(owner, '1001')
    const renamed = await ingress.request('/v2/me', {
      method: 'PUT',
      token: await ingress.token(stranger),
      body: { first_name: 'Ada', last_name: 'Example' },
    })
    t.equal(renamed.status, 200)
    await sendFeed(ingress, [line('1001', { seat_assignment: '2A' }), line('1001', { ...NOBODY, ...LATER })])
    await until('the owner has all of it', async () => {
      const trips = JSON.stringify(await tripsOf(owner))
      return trips.includes('"seat_assignment":"2A"') && trips.includes('"flight_num":"77"')
    })
    await until('nothing waits', async () => (await held()) === before)
    t.same(await tripsOf(stranger), [], 'the stranger has nothing')
    t.match(
      await accountOf(stranger, number),
      { last_access: null, last_harvest_status: 'Never' },
      'nor learns that there was something',
    )
    await until(
      'the owner sees that somebody else has the number',
      async () => (await accountOf(owner, theirs))['conflict'] === true,
    )
    const events = await ingress.database.pool.query<{ body: string }>(
      "select body from logged_event where member_id = $1 and type = 'account.updated' order by sequence desc limit 1",
      [owner],
    )
    t.match(
      events.rows.map((row) => JSON.parse(row.body) as Doc),
      [{ data: { changed_fields: ['conflict'], material: true } }],
    )
    await ingress.request(`/v2/accounts/${String(number['id'])}`, {
      method: 'DELETE',
      token: await ingress.token(stranger),
    })
    await until('the conflict is over', async () => (await accountOf(owner, theirs))['conflict'] === false)
  },
)

check(
  'an unproven number gets the travel of its own application, and the bookings once it is proven',
  async (t, { ingress, register, tripsOf, line, confirm, accountOf }) => {
    await makeFeedSupplier(ingress, 'second')
    const member = await ingress.createMember()
    const account = await register(member, '2002', 'gds')
    const booked = {
      confirmation_no: 'TF4D7K',
      price: '412.00',
      currency: 'USD',
      notes: 'Code TF4D7K',
      travelers: [{ ...ADA, ticket_number: '006-2345678901' }],
    }
    const [answer] = await sendFeed(ingress, [line('2002', booked)])
    await sendFeed(ingress, [line('2002', LATER)], { client: 'second' })
    await until('the travel is there', async () => (await tripsOf(member)).length === 1)
    const segment = `/v2/segments/${String(answer?.segments?.[0]?.['_id'])}?provenance=1`
    const read = async () => await ingress.request(segment, { token: await ingress.token(member) })
    const before = await read()
    t.match(before.json, {
      flight_num: '42',
      confirmation_no: null,
      price: null,
      notes: null,
      travelers: [{}],
    })
    t.notMatch(before.text, /TF4D7K|"412|2345678901/)
    const stranger = await ingress.createMember()
    t.equal(await confirm(stranger, account, 'TF4D7K'), 'unknown_booking', 'only its member may prove it')
    t.equal(await confirm(member, account, 'TF4D7X'), 'unknown_booking')
    t.equal(await confirm(member, account, '0062345678901'), 'done')
    t.match(await accountOf(member, account), { ownership: 'Confirmed' })
    await until('the booking is there', async () => (await read()).text.includes('TF4D7K'))
    t.match((await read()).json, { confirmation_no: 'TF4D7K', price: '412.00' }, 'of the same segment')
    await until('and what another supplier sent', async () =>
      JSON.stringify(await tripsOf(member)).includes('"flight_num":"77"'),
    )
  },
)

check('an application vouches for its own source only', async (t, { ingress, vouch }) => {
  const member = await ingress.createMember()
  t.match(await vouch(member, '3003'), { ownership: 'Vouched' })
  const token = await ingress.token(member, 'airline')
  const other = { source: 'airline_ba', account_id: '3003' }
  const unvouched = await ingress.request('/v2/accounts', { method: 'POST', token, body: other })
  t.match(unvouched, { json: { ownership: 'Unconfirmed' } })
})

check(
  'a supplier sends by loyalty numbers what its role names, and nothing else',
  async (t, { ingress, line }) => {
    await ingress.database.pool.query(
      `insert into app (client_id, name, feed, feed_sources) values ('ba', 'BA', true, '{airline_ba}')`,
    )
    const foreign = line('5005')
    const ours = { account: { source: 'airline_ba', account_id: '5005' } }
    const flight = (source: string) => feedFlight({ ...ADA, source })
    const answers = await sendFeed(
      ingress,
      [foreign, { ...ours, segments: [flight('airline_ba')] }, { ...ours, segments: [flight('airline_dl')] }],
      { client: 'ba' },
    )
    t.match(answers, [
      {
        status: 403,
        error: 'access_denied',
        error_description: /may not send anything of the source "airline_dl"/,
      },
      { status: 202 },
      {
        status: 403,
        error: 'access_denied',
        error_description: /may not send anything of the source "airline_dl"/,
      },
    ])
  },
)
