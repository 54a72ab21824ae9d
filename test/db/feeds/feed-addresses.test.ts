/** Who receives a feed line for a loyalty number, as the database decides it (contract.md 8.3). */
import t from 'tap'
import { FIRST_TEST_MEMBER } from '../../../schemas/base/test-member.js'
import { feedAddresses } from '../../../db/feeds/feed-addresses.js'
import { heldLines } from '../../../db/feeds/held-lines.js'
import { provenHolder } from '../../../db/feeds/prove-number.js'
import { heldLineCounts } from '../../../db/operator/source-admin.js'
import { bookingProofs } from '../../../schemas/feeds/booking-proof.js'
import { holderKeys, lineNames } from '../../../schemas/itinerary/name-agreement.js'
import { openDatabase } from '../../support/open-database.js'

const { pool } = await openDatabase(t)
const { addressStates, authorisedMembers } = feedAddresses(pool)

let newest = 0

interface Registration {
  name?: [first: string, last: string]
  ownership?: string
  client?: string
  status?: string
  member?: string
  test?: true
}

/** Registers `number` of `airline_dl` for a new member, whose id is that of the account. */
async function register(number: string, more: Registration = {}): Promise<string> {
  const { name = ['Ann', 'Lee'], ownership = 'Unconfirmed', client = 'own' } = more
  newest += 1
  const id = more.test === true ? FIRST_TEST_MEMBER + newest : newest
  await pool.query('insert into member (id, doc, status) values ($1, $2, $3)', [
    id,
    JSON.stringify({ first_name: name[0], last_name: name[1] }),
    more.member ?? 'Active',
  ])
  await pool.query(
    `insert into account (member_id, id, status, source, account_id, classification, holder, client_id, ownership,
        version, updated, doc, state)
      values ($1, $1, $2, 'airline_dl', $3, 'airline', $4, $5, $6, 1, now(), '{}', '{}')`,
    [id, more.status ?? 'Active', number, holderKeys(...name), client, ownership],
  )
  return String(id)
}

const line = (number: string, ...segments: Array<Record<string, string>>) => ({
  source: 'airline_dl',
  number,
  ...lineNames(segments, number),
})

const LINES: Array<[word: string, client: string, segment: Record<string, string>]> = [
  ['own full', 'own', { first_name: 'ANN', last_name: 'LEE' }],
  ['full', 'other', { first_name: 'ANN', last_name: 'LEE' }],
  ['family', 'own', { last_name: 'Lee' }],
  ['nobody', 'own', {}],
  ['else', 'own', { first_name: 'Bob', last_name: 'Lee' }],
]

/**
 * For each of the lines who receives it: the position of the registration, with `~` if without the booking, or the reason
 * why nobody does.
 */
async function delivered(number: string, ids: readonly string[]): Promise<string[]> {
  const answers: string[] = []
  for (const [word, client, segment] of LINES) {
    const [state] = await addressStates(client, [line(number, segment)])
    const { recipient = null, reason = null } = state ?? {}
    const who = recipient === null ? reason : `${reason === null ? '' : '~'}${ids.indexOf(recipient.member)}`
    answers.push(`${word}: ${who}`)
  }
  return answers
}

const U = { ownership: 'Unconfirmed' }
const C = { ownership: 'Confirmed' }
const V = { ownership: 'Vouched' }
const EVE = { name: ['Eve', 'Stranger'] as [string, string] }

const TABLE: Array<[what: string, registrations: Registration[], lines: string[]]> = [
  ['nobody', [], ['unregistered', 'unregistered', 'unregistered', 'unregistered', 'unregistered']],
  ['unproven', [U], ['~0', 'unproven', 'unproven', 'unproven', 'unproven']],
  [
    'unproven, of an application without a feed',
    [{ ...U, client: 'x' }],
    ['unproven', 'unproven', 'unproven', 'unproven', 'unproven'],
  ],
  ['two unproven', [U, { ...U, ...EVE }], ['contested', 'contested', 'contested', 'contested', 'contested']],
  ['confirmed', [C], ['0', '0', 'other_name', 'other_name', 'other_name']],
  ['confirmed, and a stranger of that name', [U, C, U], ['1', '1', 'other_name', 'other_name', 'other_name']],
  ['two confirmed', [C, C], ['contested', 'contested', 'contested', 'contested', 'contested']],
  ['vouched', [V], ['0', '0', '0', '0', 'other_name']],
  ['vouched, and strangers of that name', [C, V, U], ['1', '1', '1', '1', 'other_name']],
  [
    'vouched for a stranger',
    [C, { ...V, ...EVE }],
    ['other_name', 'other_name', 'other_name', '1', 'other_name'],
  ],
  ['two vouched', [V, V, U], ['contested', 'contested', 'contested', 'contested', 'contested']],
  [
    'one removed, one closed',
    [{ ...V, status: 'Removed' }, { ...V, member: 'Deleted' }, C],
    ['2', '2', 'other_name', 'other_name', 'other_name'],
  ],
]

t.test('the decision table', async (t) => {
  for (const [at, [what, registrations, lines]] of TABLE.entries()) {
    const ids: string[] = []
    for (const one of registrations) ids.push(await register(`1-${at}`, one))
    t.same(
      await delivered(`1 ${at}`, ids),
      lines.map((one, n) => `${LINES[n]?.[0]}: ${one}`),
      what,
    )
  }
})

const keep = async (number: string, client: string, segments: Array<Record<string, string>>, due = false) => {
  const envelope = { v: 1 as const, kind: 'segments' as const, batch: '1', received: 0 }
  await heldLines(pool).keep([
    { ...line(number, ...segments), client, proofs: bookingProofs(segments), due, envelope, body: '{}' },
  ])
}

t.test('a number is proven by a locator or ticket number of a line that names the member', async (t) => {
  const ann = await register('20')
  await keep('20', 'own', [{ first_name: 'Ann', last_name: 'Lee', confirmation_no: 'AB0D1F' }])
  await keep('20', 'own', [{ first_name: 'Ann', last_name: 'Lee', ticket_number: '006-2345678901' }])
  await keep('20', 'own', [{ first_name: 'Bob', last_name: 'Roe', confirmation_no: 'BOBS22' }])
  await keep('20', 'own', [{ confirmation_no: 'NOBODY2' }])
  await keep('21', 'own', [{ first_name: 'Ann', last_name: 'Lee', confirmation_no: 'OTHER2' }])
  const proves = async (proof: string): Promise<boolean> =>
    (await provenHolder(pool, ann, ann, proof)) !== null
  for (const right of ['ABODIF', '0062345678901']) t.ok(await proves(right), right)
  for (const wrong of ['BOBS22', 'NOBODY2', 'OTHER2', '']) t.notOk(await proves(wrong), wrong)
  t.same(await provenHolder(pool, ann, ann, 'ABODIF'), ['LEE/A', 'LEE/'], 'under the present name')
  const bob = await register('99', { name: ['Bob', 'Roe'] })
  t.equal(await provenHolder(pool, bob, ann, 'BOBS22'), null, 'an account of somebody else')
  await pool.query("update held_line set created = now() - interval '31 days' where number_key = '20'")
  t.notOk(await proves('ABODIF'), 'a line that has expired')
})

t.test('a supplier pushes out its own held lines alone', async (t) => {
  await keep('30', 'airline', [{ first_name: 'Ann', last_name: 'Lee' }])
  await pool.query(
    `insert into held_line (source, number_key, client_id, needs_proof, envelope, body)
      select 'airline_dl', '30', 'flood', true, '{}', '{}' from generate_series(1, 1100)`,
  )
  await keep('30', 'flood', [{}])
  const { rows } = await pool.query(
    "select client_id, count(*)::int as n from held_line where number_key = '30' group by 1 order by 1",
  )
  t.same(rows, [
    { client_id: 'airline', n: 1 },
    { client_id: 'flood', n: 1_000 },
  ])
})

t.test(
  'a number of a test member receives nothing, and is no conflict; no feed reaches the member',
  async (t) => {
    const ids = [await register('70', { ...V, test: true })]
    t.same(await delivered('70', ids), await delivered('71', []), 'as if nobody had it')
    ids.push(await register('70'))
    const both = await delivered('70', ids)
    t.same(both, await delivered('72', ['', await register('72')]), 'the traveller has it alone')
    t.same(await heldLines(pool).conflicts({ source: 'airline_dl', key: '70' }), [])
    await pool.query("insert into app (client_id, name) values ('feeding', 'Feeding')")
    for (const id of ids)
      await pool.query("insert into oauth_grant (client_id, member_id) values ('feeding', $1)", [id])
    t.same([...(await authorisedMembers('feeding', ids))], [ids[1]])
  },
)

t.test('a change of an account queues its number, and held lines are counted by reason', async (t) => {
  const { due, conflicts } = heldLines(pool)
  const [eve, ann, sole] = [await register('40', EVE), await register('40'), await register('41')]
  await pool.query('delete from account_registration')
  const queued = async (): Promise<string[]> => (await due(1_000)).map((one) => one.key).sort()
  for (const [change, key] of [
    ["holder = '{ROE/A}'", '41'],
    ["client_id = 'another'", '41'],
    ["ownership = 'Confirmed'", '41'],
    ["status = 'Removed'", '41'],
    ['doc = \'{"last_access":1}\'', null],
  ] as const) {
    await pool.query(`update account set ${change} where id = $1`, [sole])
    t.same(await queued(), key === null ? [] : [key], change)
  }
  t.match(await conflicts({ source: 'airline_dl', key: '40' }), [
    { member: eve, conflict: true },
    { member: ann, conflict: true },
  ])
  await pool.query("update member set status = 'Deleted' where id = $1", [ann])
  t.same(await queued(), ['40'], 'a member who leaves')
  t.same(await conflicts({ source: 'airline_dl', key: '40' }), [])
  await pool.query('delete from held_line')
  await register('43', C)
  await register('44', V)
  for (const number of ['40', '42', '43', '44']) await keep(number, 'own', [{}])
  t.same(await queued(), ['43', '44'], 'what is registered')
  await keep('40', 'own', [{}], true)
  t.same(await queued(), ['40'], 'a line with a recipient is due at once')
  t.same(
    (await heldLineCounts(pool)).map((one) => [one.reason, one.messages]),
    [
      ['due', 1],
      ['other_name', 1],
      ['unproven', 2],
      ['unregistered', 1],
    ],
  )
})
