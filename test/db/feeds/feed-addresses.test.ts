/** Who may receive a feed line for a loyalty number, as the database decides it (contract.md 8.3). */
import t from 'tap'
import { feedAddresses } from '../../../db/feeds/feed-addresses.js'
import { heldLines } from '../../../db/feeds/held-lines.js'
import { heldLineCounts } from '../../../db/operator/source-admin.js'
import { holderKeys, lineNames } from '../../../schemas/itinerary/name-agreement.js'
import { openDatabase } from '../../support/open-database.js'

const { pool } = await openDatabase(t)
const { addressStates } = feedAddresses(pool)

/** Registers `number` of `airline_dl` for a new member; the id of the account is that of the member. */
async function register(
  id: number,
  number: string,
  name: [first: string, last: string],
  more: { ownership?: string; status?: string; member?: string } = {},
): Promise<void> {
  const { ownership = 'Unconfirmed', status = 'Active', member = 'Active' } = more
  await pool.query("insert into member (id, doc, status) values ($1, '{}', $2)", [id, member])
  await pool.query(
    `insert into account (member_id, id, status, source, account_id, classification, holder, ownership,
        version, updated, doc, state)
      values ($1, $1, $2, 'airline_dl', $3, 'airline', $4, $5, 1, now(), '{}', '{}')`,
    [id, status, number, holderKeys(...name), ownership],
  )
}

const line = (number: string, ...segments: Array<Record<string, string>>) => ({
  source: 'airline_dl',
  number,
  ...lineNames(segments, number),
})
const members = async (...lines: Array<ReturnType<typeof line>>): Promise<string[][]> =>
  (await addressStates(lines)).map(({ recipients }) => recipients.map((one) => one.member))

const ANN = { first_name: 'ANN', last_name: 'LEE' }
const BOB = { first_name: 'Bob', last_name: 'Lee' }
const LEE = { last_name: 'Lee' }

t.test('a name decides, not who registered the number first', async (t) => {
  await register(1, '10', ['Eve', 'Stranger'], { ownership: 'Confirmed' })
  await register(2, '1-0', ['Ann', 'Lee'])
  await register(3, '10', ['Bob', 'Lee'], { status: 'Removed' })
  await register(4, '10', ['Bob', 'Lee'], { member: 'Deleted' })
  t.same(await members(line('10', ANN), line('1 0', BOB), line('10', {}), line('10', LEE), line('11', ANN)), [
    ['2'],
    [],
    [],
    [],
    [],
  ])
  t.same(
    (await addressStates([line('10', ANN), line('11', ANN)])).map((one) => one.registered),
    [2, 0],
  )
  t.same(await addressStates([{ ...line('10', ANN), source: 'airline_ba' }]), [
    { registered: 0, recipients: [] },
  ])
})

t.test('a line without a full name needs proof', async (t) => {
  await register(21, '20', ['Ann', 'Lee'], { ownership: 'Confirmed' })
  await register(22, '30', ['Ann', 'Lee'])
  t.same(await members(line('20', {}), line('20', LEE), line('20', { last_name: 'Roe' }), line('30', {})), [
    ['21'],
    ['21'],
    [],
    [],
  ])
  await register(23, '20', ['Eve', 'Stranger'], { ownership: 'Confirmed' })
  t.same(await members(line('20', {}), line('20', ANN)), [[], ['21']], 'two members, and nobody vouches')
  await pool.query("update account set ownership = 'Vouched' where id = 23")
  t.same(await members(line('20', {}), line('20', LEE)), [['23'], []])
})

t.test('at most 20 members receive one line', async (t) => {
  for (let id = 101; id <= 125; id++) await register(id, '40', ['Ann', 'Lee'])
  const [recipients] = await members(line('40', ANN))
  t.same(
    recipients,
    Array.from({ length: 20 }, (_, at) => String(101 + at)),
    'the longest registered',
  )
})

t.test('a change of an account queues its number, and held lines are counted by reason', async (t) => {
  const { keep, due, conflicts } = heldLines(pool)
  const queued = async (): Promise<string[]> => (await due(1_000)).map((one) => one.key).sort()
  t.same(await queued(), ['10', '20', '30', '40'])
  for (const [change, key] of [
    ["holder = '{ROE/A}'", '30'],
    ["status = 'Removed'", '30'],
    ['doc = \'{"last_access":1}\'', null],
  ] as const) {
    await pool.query(`update account set ${change} where id = 22`)
    t.same(await queued(), key === null ? [] : [key], change)
  }
  t.match(await conflicts({ source: 'airline_dl', key: '10' }), [
    { member: '1', conflict: true },
    { member: '2', conflict: true },
  ])
  await pool.query("update account set ownership = 'Unconfirmed' where id = 1")
  t.same(await queued(), ['10'], 'ownership')
  await pool.query("update member set status = 'Deleted' where id = 2")
  t.same(await queued(), ['10'], 'a member who leaves')
  t.same(await conflicts({ source: 'airline_dl', key: '10' }), [])
  const envelope = { v: 1 as const, kind: 'segments' as const, batch: '1', received: 0 }
  const held = { shared: false, envelope, body: '{}' }
  await keep([
    { ...line('10', ANN), ...held },
    { ...line('10', {}), ...held },
    { ...line('50', ANN), ...held },
    { ...line('40', ANN), ...held, shared: true },
  ])
  t.same(await queued(), ['40'], 'a line with several recipients is due at once')
  t.same(
    (await heldLineCounts(pool)).map((one) => [one.reason, one.messages]),
    [
      ['due', 1],
      ['other_name', 1],
      ['unproven', 1],
      ['unregistered', 1],
    ],
  )
})
