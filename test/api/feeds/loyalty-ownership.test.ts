/** Whose a loyalty number is: by name, by confirmation, by its source (contract.md 8.3). */
import t from 'tap'
import { until } from '../../support/until.js'
import { sendFeed } from '../../support/api/feed-client.js'
import { startLoyalty } from '../../support/api/loyalty.js'
import type { Doc, Loyalty } from '../../support/api/loyalty.js'
import { sharing } from '../../support/sharing.js'

t.setTimeout(150_000)

const check = sharing(t, startLoyalty)

check(
  'no matter who registers a number first, its owner alone gets the lines',
  async (t, { ingress, register, tripsOf, line, held }) => {
    const before = await held()
    await sendFeed(ingress, [line('1001', { seat_assignment: '1A' })])
    const stranger = await ingress.createMember(GRACE)
    const number = await register(stranger, '1001')
    await sendFeed(ingress, [
      line('1001', { seat_assignment: '2A' }),
      line('1001', { ...NOBODY, seat_assignment: '3A', confirmation_no: 'NAMELE' }),
    ])
    const owner = await ingress.createMember()
    await register(owner, '1001')
    // Each line is a message of its own: the later one may be folded after the trip is there.
    await until('the owner has the trip as the later line has it', async () =>
      JSON.stringify(await tripsOf(owner)).includes('"seat_assignment":"2A"'),
    )
    t.equal((await tripsOf(owner)).length, 1)
    t.same(await tripsOf(stranger), [], 'the stranger has nothing')
    t.equal(await held(), before + 1, 'the line without a name is held')
    t.match(
      (
        await ingress.request(`/v2/accounts/${String(number['id'])}`, {
          token: await ingress.token(stranger),
        })
      ).json,
      { last_access: null, last_harvest_status: 'Never' },
      'nor learns that there was something',
    )
  },
)

check('two members whose names agree both get the line, and see the conflict', async (t, context) => {
  const { ingress, register, tripsOf, line, accountOf } = context
  const [first, second] = [await ingress.createMember(), await ingress.createMember({ first_name: 'Anna' })]
  const one = await register(first, '555')
  t.match(one, { ownership: 'Unconfirmed', conflict: false })
  const two = await register(second, '555')
  for (const [member, account] of [
    [first, one],
    [second, two],
  ] as const)
    await until('the member sees it', async () => (await accountOf(member, account))['conflict'] === true)
  const events = await ingress.database.pool.query<{ body: string }>(
    "select body from event where member_id = $1 and type = 'account.updated'",
    [first],
  )
  t.match(
    events.rows.map((row) => JSON.parse(row.body) as Doc),
    [{ data: { changed_fields: ['conflict'], material: true } }],
  )
  const [answer] = await sendFeed(ingress, [line('555')])
  t.match(answer, { status: 202 })
  for (const member of [first, second]) {
    await until('the trip exists', async () => (await tripsOf(member)).length === 1)
    const segment = `/v2/segments/${String(answer?.segments?.[0]?.['_id'])}`
    t.equal((await ingress.request(segment, { token: await ingress.token(member) })).status, 200)
  }
  await ingress.request(`/v2/accounts/${String(two['id'])}`, {
    method: 'DELETE',
    token: await ingress.token(second),
  })
  await until('the conflict is over', async () => (await accountOf(first, one))['conflict'] === false)
  t.equal((await tripsOf(second)).length, 1, 'what was released stays')
})

check('a line without a name waits until the number is confirmed', async (t, context) => {
  const { ingress, register, tripsOf, line, confirm, accountOf } = context
  const [member, stranger] = [await ingress.createMember(), await ingress.createMember(GRACE)]
  const account = await register(member, '2002')
  await sendFeed(ingress, [line('2002', NOBODY), line('2002', { ...GRACE, flight_num: '77' })])
  await confirm(stranger, account)
  t.match(await accountOf(member, account), { ownership: 'Unconfirmed' }, 'only its member may confirm it')
  t.same(await tripsOf(member), [])
  await confirm(member, account)
  await until('the trip exists', async () => (await tripsOf(member)).length === 1)
  t.match(await tripsOf(member), [{ segments: [{ flight_num: '42' }] }], 'not that of another name')
  t.match(await accountOf(member, account), { ownership: 'Confirmed' })
  await sendFeed(ingress, [line('2002', { ...NOBODY, seat_assignment: '9F' })])
  await until('later ones come at once', async () =>
    JSON.stringify(await tripsOf(member)).includes('"seat_assignment":"9F"'),
  )
})

check('a confirmed number that another member registers too waits for the source', async (t, context) => {
  const { ingress, register, tripsOf, line, confirm, accountOf } = context
  const [owner, stranger] = [await ingress.createMember(), await ingress.createMember(GRACE)]
  const account = await register(owner, '3003')
  await confirm(owner, account)
  await confirm(stranger, await register(stranger, '3003'))
  await until('the owner sees it', async () => (await accountOf(owner, account))['conflict'] === true)
  await sendFeed(ingress, [line('3003', NOBODY)])
  await ingress.database.pool.query(
    `insert into app (client_id, name, vouches) values ('airline', 'Airline', '{airline_dl}')`,
  )
  const token = await ingress.token(owner, 'airline')
  const body = { source: 'airline_dl', account_id: '3003' }
  t.same(await tripsOf(owner), [])
  t.same(await tripsOf(stranger), [])
  const vouched = await ingress.request('/v2/accounts', { method: 'POST', token, body })
  t.match(vouched, { status: 201, json: { id: account['id'], ownership: 'Vouched' } })
  await until('the trip exists', async () => (await tripsOf(owner)).length === 1)
  t.same(await tripsOf(stranger), [])
  const other = { source: 'airline_ba', account_id: '3003' }
  const unvouched = await ingress.request('/v2/accounts', { method: 'POST', token, body: other })
  t.match(unvouched, { json: { ownership: 'Unconfirmed' } }, 'it vouches for its own source only')
})

check(
  'a member who corrects the name gets what was held; what was released stays',
  async (t, { ingress, register, tripsOf, line }) => {
    const member = await ingress.createMember({ first_name: null, last_name: 'Lovelace' })
    await register(member, '4004')
    await sendFeed(ingress, [line('4004')])
    const rename = async (body: Doc): Promise<void> => {
      const answer = await ingress.request('/v2/me', {
        method: 'PUT',
        token: await ingress.token(member),
        body,
      })
      t.equal(answer.status, 200)
    }
    await rename({ first_name: 'Ada' })
    t.same(await tripsOf(member), [])
    await rename({ last_name: 'Éxample' })
    await until('the trip exists', async () => (await tripsOf(member)).length === 1)
    await rename({ last_name: 'Lovelace' })
    t.equal((await tripsOf(member)).length, 1)
  },
)

check('two registrations and a line at the same time', async (t, { ingress, register, tripsOf, line }) => {
  const members = await Promise.all([1, 2, 3].map(async () => await ingress.createMember()))
  const lines = Array.from({ length: 20 }, (_, at) => line('5005', { seat_assignment: `${at + 1}A` }))
  await Promise.all([
    ...members.map(async (member) => await register(member, '5005')),
    ...lines.map(async (one) => await sendFeed(ingress, [one])),
  ])
  const trips = async (): Promise<number[]> =>
    await Promise.all(members.map(async (member) => (await tripsOf(member)).length))
  await sendFeed(ingress, [line('5005', { seat_assignment: '40F' })])
  await until('all have it', async () => (await trips()).every((count) => count === 1))
  t.ok(await until('nothing is held', async () => await unheld(ingress, '5005')))
})

check('a number keeps its newest lines only', async (t, { ingress, line }) => {
  const { pool } = ingress.database
  await pool.query(
    `insert into held_line (source, number_key, needs_proof, envelope, body)
      select 'airline_dl', '6006', true, '{}', '{}' from generate_series(1, 1100)`,
  )
  await sendFeed(ingress, [line('6006')])
  const { rows } = await pool.query<{ n: number; named: number }>(
    `select count(*)::int as n, count(names)::int as named from held_line where number_key = '6006'`,
  )
  t.match(rows, [{ n: 1_000, named: 1 }])
})

const GRACE = { first_name: 'Grace', last_name: 'Stranger' }
const NOBODY = { first_name: null, last_name: null }

async function unheld({ database }: Loyalty['ingress'], number: string): Promise<boolean> {
  const { rows } = await database.pool.query('select 1 from held_line where number_key = $1 limit 1', [
    number,
  ])
  return rows.length === 0
}
