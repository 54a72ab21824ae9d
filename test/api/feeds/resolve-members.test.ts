/** Lines addressed by loyalty account (contract.md 8.3). */
import t from 'tap'
import { until } from '../../support/until.js'
import { feedFlight, sendFeed } from '../../support/api/feed-client.js'
import { startLoyalty } from '../../support/api/loyalty.js'
import type { Doc } from '../../support/api/loyalty.js'
import { sharing } from '../../support/sharing.js'

t.setTimeout(150_000)

const check = sharing(t, startLoyalty)

check(
  'a line for a number goes to the member who registered it, also without authorising the supplier',
  async (t, { ingress, vouch, tripsOf, line, held }) => {
    const member = await ingress.createMember()
    const account = await vouch(member, '2039 481-123')
    t.match(account, { last_access: null, last_harvest_status: 'Never' })
    t.match(await sendFeed(ingress, [line('2039481123')]), [{ status: 202, segments: [{ _id: Number }] }])
    await until('a trip', async () => (await tripsOf(member)).length === 1)
    const look = (
      await ingress.request(`/v2/accounts/${String(account['id'])}`, { token: await ingress.token(member) })
    ).json
    t.match(look, { last_access: String, last_harvest_status: 'Success' })
    t.equal(await held(), 0)
  },
)

check(
  'lines for an unregistered number are held, and folded when a member registers it',
  async (t, { ingress, vouch, tripsOf, line, held }) => {
    const answers = await sendFeed(ingress, [
      line('77', { seat_assignment: '1A' }),
      line('7-7', { seat_assignment: '2A' }),
      line('78'),
      line('77', {
        origin: 'SFO',
        destination: 'JFK',
        departure_datetime: '2027-03-18T08:00',
        arrival_datetime: '2027-03-18T16:30',
      }),
    ])
    t.same(
      answers.map((one) => one.status),
      [202, 202, 202, 202],
    )
    t.equal(await held(), 4)
    const member = await ingress.createMember()
    await vouch(member, '77')
    await until(
      'the trip',
      async () => ((await tripsOf(member))[0]?.['segments'] as Doc[] | undefined)?.length === 2,
    )
    const [trip] = await tripsOf(member)
    t.match(trip, { segments: [{ origin: 'JFK', seat_assignment: '2A' }, { origin: 'SFO' }] })
    t.match(
      (
        await ingress.request(`/v2/segments/${String(answers[3]?.segments?.[0]?.['_id'])}`, {
          token: await ingress.token(member),
        })
      ).json,
      { origin: 'SFO' },
      'under the id that was answered',
    )
    t.equal(await held(), 1, 'the other number is still held')
  },
)

check(
  'a line that is sent after the answers is later than the lines before',
  async (t, { ingress, vouch, line }) => {
    const answers = await sendFeed(
      ingress,
      Array.from({ length: 300 }, (_, at) => ({
        ...line('79', { seat_assignment: `${at + 1}A` }),
        key: `breath-${at}`,
      })),
    )
    t.ok(answers.every((one) => one.status === 202))
    t.match(await sendFeed(ingress, [line('79', { status: 'Cancelled' })]), [{ status: 202 }])
    const member = await ingress.createMember()
    await vouch(member, '79')
    const segment = async (): Promise<unknown> =>
      (
        await ingress.request(`/v2/segments/${String(answers[299]?.segments?.[0]?.['_id'])}`, {
          token: await ingress.token(member),
        })
      ).json
    await until('it is cancelled', async () => ((await segment()) as Doc)['status'] === 'Cancelled')
  },
)

check(
  'a removed account gets nothing, and a new registration gets what arrived meanwhile',
  async (t, { ingress, vouch, tripsOf, line }) => {
    const member = await ingress.createMember()
    const account = await vouch(member, '99')
    await ingress.request(`/v2/accounts/${String(account['id'])}`, {
      method: 'DELETE',
      token: await ingress.token(member),
    })
    await sendFeed(ingress, [line('99')])
    t.same(await tripsOf(member), [])
    await vouch(member, '99')
    await until('the trip exists', async () => (await tripsOf(member)).length === 1)
  },
)

check('a line that was in flight while its number was registered', async (t, { ingress, vouch, tripsOf }) => {
  const member = await ingress.createMember()
  const late = await ingress.database.pool.connect()
  await late.query('begin')
  await late.query(
    `insert into held_line (source, number_key, client_id, names, needs_proof, envelope, body)
      values ('airline_dl', '4711', 'gds', '{EXAMPLE/A}', false, $1, $2)`,
    [
      JSON.stringify({
        v: 1,
        kind: 'segments',
        batch: ingress.deps.ids.next(),
        first: ingress.deps.ids.block(1),
        count: 1,
        received: Date.now(),
        client: 'gds',
      }),
      JSON.stringify({ segments: [feedFlight()] }),
    ],
  )
  await vouch(member, '4711')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await late.query('commit')
  late.release()
  t.ok(await until('the trip exists', async () => (await tripsOf(member)).length === 1))
})

check(
  'a key stays with the number, whichever member has it',
  async (t, { ingress, vouch, tripsOf, line }) => {
    const keyed = { ...line('31337'), key: 'once' }
    const [first] = await sendFeed(ingress, [keyed])
    const member = await ingress.createMember()
    await vouch(member, '31337')
    await until('the trip exists', async () => (await tripsOf(member)).length === 1)
    t.match(await sendFeed(ingress, [keyed]), [{ status: 202, replayed: true, segments: first?.segments }])
  },
)
