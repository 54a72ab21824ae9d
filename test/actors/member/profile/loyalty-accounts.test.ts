/** Loyalty accounts (contract.md 3, Account). */
import t from 'tap'
import { decide } from '../../../../actors/member/decide.js'
import { eventTypes, traveller } from '../../../support/traveller.js'

t.test('an account created, changed and removed in one step is one row', (t) => {
  const ann = traveller()
  const bodies = [
    { source: 'airline_dl', account_id: '4711' },
    { source: 'airline_dl', account_id: '4711', loyalty_level: 'Gold' },
    { remove: '900' },
  ]
  const messages = bodies.map((body, i) => ({
    seq: i + 1,
    envelope: {
      v: 1 as const,
      kind: 'account' as const,
      batch: String(1_000 + i),
      first: String(900 + i),
      received: ann.env.now,
    },
    body,
  }))
  const { state, folded } = decide(ann.state, messages, ann.env)
  t.match(folded.accounts, [{ id: '900', status: 'Removed', version: 3 }])
  t.equal(folded.accounts.length, 1)
  t.match(JSON.parse(state.accounts.get('900')?.doc ?? ''), { status: 'Removed', loyalty_level: 'Gold' })
  t.same(
    folded.events.map((event) => event.type).filter((type) => type.startsWith('account')),
    ['account.created', 'account.updated', 'account.deleted'],
  )
  t.end()
})

t.test('a number written differently is the same account', (t) => {
  const ann = traveller()
  ann.send('account', { source: 'airline_dl', account_id: '2039 481-123' }, { first: '900' })
  const again = ann.send(
    'account',
    { source: 'airline_dl', account_id: '2039481123', loyalty_level: 'Gold' },
    { first: '901' },
  )
  t.match(again.accounts, [{ id: '900', accountId: '2039481123' }])
  t.equal(ann.state.accounts.size, 1)
  ann.send('account', { source: 'hilton', account_id: '2039481123' }, { first: '902' })
  t.equal(ann.state.accounts.size, 2, 'the same number of another programme is another account')
  t.end()
})

t.test('data from a feed counts as an access of the account; accesses within an hour count as one', (t) => {
  const ann = traveller()
  ann.send('account', { source: 'airline_dl', account_id: '4711' }, { first: '900' })
  const flight = {
    type: 'Air',
    source: 'airline_dl',
    airline: 'DL',
    flight_num: '1',
    origin: 'JFK',
    destination: 'LHR',
    departure_datetime: '2026-05-01T18:00',
    arrival_datetime: '2026-05-02T06:00',
  }
  const harvest = (at: string): Record<string, unknown> => {
    const folded = ann.send(
      'segments',
      { segments: [flight] },
      { account: '900', received: Date.parse(at), first: ann.nextId() },
    )
    return {
      events: folded.events.map((event) => event.type).filter((type) => type.startsWith('account')),
      ...(JSON.parse(ann.state.accounts.get('900')?.doc ?? '') as object),
    }
  }
  t.match(harvest('2026-03-01T10:00:00Z'), {
    last_access: '2026-03-01T10:00:00Z',
    last_harvest_status: 'Success',
    events: ['account.updated'],
  })
  t.match(harvest('2026-03-01T10:59:59Z'), { last_access: '2026-03-01T10:00:00Z', events: [] })
  t.match(harvest('2026-03-01T11:00:00Z'), {
    last_access: '2026-03-01T11:00:00Z',
    events: ['account.updated'],
  })
  ann.send('account', { remove: '900' })
  t.match(harvest('2026-03-03T11:00:00Z'), {
    status: 'Removed',
    last_access: '2026-03-01T11:00:00Z',
    events: [],
  })
  t.equal(ann.trips().length, 1, 'its data is on the itinerary')
  t.end()
})

t.test('a member has at most 50 accounts, and 100 with those removed in 30 days', (t) => {
  const ann = traveller()
  const register = (number: number) =>
    ann.send(
      'account',
      { source: 'airline_dl', account_id: String(number) },
      { first: String(9_000 + number) },
    ).batches[0]?.refusal ?? null
  const remove = (number: number) => ann.send('account', { remove: String(9_000 + number) })
  for (let number = 1; number <= 50; number++) t.equal(register(number), null)
  t.match(register(51), {
    error: 'invalid_request',
    error_description: /^Field "account_id": the member has 50 loyalty accounts.* remove one with DELETE/,
  })
  t.equal(register(50), null, 'registering one again is not another one')
  for (let number = 1; number <= 50; number++) {
    remove(number)
    t.equal(register(50 + number), null)
  }
  remove(100)
  t.match(register(101), { error_description: /^Field "account_id": .* 100 loyalty numbers in 30 days/ })
  t.equal(register(100), null, 'a removed one may come back')
  remove(100)
  ann.send('profile', { zip: '1' })
  for (let hours = 0; hours < 31 * 24; hours++) ann.send('profile', { zip: String(hours) })
  t.equal(register(101), null)
  t.end()
})

const DL = { source: 'airline_dl', account_id: '4711' }

t.test(
  'an account has the name under which it was registered, and another one only with a new proof',
  (t) => {
    const ann = traveller()
    const register = (more: object, client: string) =>
      ann.send('account', { ...DL, ...more }, { first: '900', client }).accounts
    t.match(register({}, 'a'), [{ holder: ['LEE/A', 'LEE/'], ownership: 'Unconfirmed', client: 'a' }])
    const rename = (last_name: string) => ann.send('profile', { last_name })
    t.same(rename('Smith').accounts, [], 'a name that changes later proves nothing')
    t.match(register({}, 'b'), [{ holder: ['LEE/A', 'LEE/'], version: 1, client: 'b' }])
    t.same(register({}, 'b'), [], 'the same again')
    t.match(register({ vouched: true }, 'c'), [{ holder: ['SMITH/A', 'SMITH/'], ownership: 'Vouched' }])
    rename('Jones')
    t.match(register({ vouched: true }, 'c'), [{ holder: ['JONES/A', 'JONES/'], version: 2 }])
    t.end()
  },
)

t.test('at most five names in 30 days, however often it is registered', (t) => {
  const ann = traveller()
  const under = (last_name: string): string[] | undefined => {
    ann.send('profile', { last_name })
    ann.send('account', { remove: '900' })
    return ann.send('account', DL, { first: '900' }).accounts[0]?.holder
  }
  for (const name of ['A', 'B', 'C', 'D', 'E']) t.same(under(name), [`${name}/A`, `${name}/`])
  t.same(under('F'), ['E/A', 'E/'], 'the sixth')
  for (let hours = 0; hours < 31 * 24; hours++) ann.send('profile', { zip: String(hours) })
  t.same(under('F'), ['F/A', 'F/'])
  t.end()
})

t.test('a number is proven, contested and vouched for, and starts again when it is removed', (t) => {
  const ann = traveller()
  const doc = () => JSON.parse(ann.state.accounts.get('900')?.doc ?? '') as object
  const confirm = { confirm: '900', holder: ['LEE/A', 'LEE/'] }
  ann.send('account', DL, { first: '900' })
  t.match(doc(), { ownership: 'Unconfirmed', conflict: false })
  t.match(
    ann.send('account', { confirm: '900', holder: ['RAY/A', 'RAY/'] }).batches,
    [{ refusal: { error: 'conflict' } }],
    'the booking names somebody else than the member is called by now',
  )
  t.same(eventTypes(ann.send('account', confirm)), ['account.updated'])
  t.same(eventTypes(ann.send('account', confirm)), [], 'once')
  ann.send('profile', { last_name: 'Ray' })
  const again = ann.send('account', { confirm: '900', holder: ['RAY/A', 'RAY/'] })
  t.match(again.accounts, [{ holder: ['RAY/A', 'RAY/'] }], 'under the new name')
  t.same(eventTypes(ann.send('account', { contested: '900', conflict: true })), ['account.updated'])
  t.same(eventTypes(ann.send('account', { contested: '900', conflict: true })), [])
  t.match(doc(), { ownership: 'Confirmed', conflict: true })
  ann.send('account', DL)
  t.match(doc(), { ownership: 'Confirmed', conflict: true }, 'registering it again changes nothing')
  ann.send('account', { ...DL, vouched: true })
  ann.send('account', confirm)
  t.match(doc(), { ownership: 'Vouched' })
  ann.send('account', { remove: '900' })
  t.match(doc(), { status: 'Removed', ownership: 'Unconfirmed', conflict: false })
  t.match(ann.send('account', confirm).batches, [{ refusal: { error: 'not_found' } }])
  t.match(ann.send('account', { ...confirm, confirm: '901' }).batches, [{ refusal: { error: 'not_found' } }])
  ann.send('account', DL)
  t.match(doc(), { status: 'Active', ownership: 'Unconfirmed' })
  t.end()
})
