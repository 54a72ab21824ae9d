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

t.test('feeds find an account by the name of its member, at most five names in 30 days', (t) => {
  const ann = traveller()
  const created = ann.send('account', { source: 'airline_dl', account_id: '4711' }, { first: '900' })
  t.match(created.accounts, [{ holder: ['LEE/A', 'LEE/'], ownership: 'Unconfirmed', conflict: false }])
  const rename = (last_name: string) => ann.send('profile', { last_name })
  const renamed = rename('Müller')
  t.match(renamed.accounts, [{ holder: ['MULLER/A', 'MULLER/'], version: 1 }])
  t.same(eventTypes(renamed), ['member.updated'], 'the account has not changed')
  t.same(rename('Mueller').accounts, [], 'the same name')
  for (const name of ['Smith', 'Jones', 'Brown']) t.equal(rename(name).accounts.length, 1, name)
  t.same(rename('Garcia').accounts, [], 'the sixth')
  ann.send('account', { remove: '900' })
  const again = ann.send('account', { source: 'airline_dl', account_id: '4711' })
  t.match(again.accounts, [{ holder: ['BROWN/A', 'BROWN/'] }], 'also if it is registered again')
  for (let hours = 0; hours < 31 * 24; hours++) ann.send('profile', { zip: String(hours) })
  t.match(rename('Garcia Lopez').accounts, [{ holder: ['GARCIALOPEZ/A', 'GARCIALOPEZ/'] }])
  t.end()
})

t.test('a number is confirmed, contested and vouched for, and starts again when it is removed', (t) => {
  const ann = traveller()
  const doc = () => JSON.parse(ann.state.accounts.get('900')?.doc ?? '') as object
  const body = { source: 'airline_dl', account_id: '4711' }
  ann.send('account', body, { first: '900' })
  t.match(doc(), { ownership: 'Unconfirmed', conflict: false })
  t.same(eventTypes(ann.send('account', { confirm: '900' })), ['account.updated'])
  t.same(eventTypes(ann.send('account', { confirm: '900' })), [], 'once')
  t.same(eventTypes(ann.send('account', { contested: '900', conflict: true })), ['account.updated'])
  t.same(eventTypes(ann.send('account', { contested: '900', conflict: true })), [])
  t.match(doc(), { ownership: 'Confirmed', conflict: true })
  ann.send('account', body)
  t.match(doc(), { ownership: 'Confirmed', conflict: true }, 'registering it again changes nothing')
  ann.send('account', { ...body, vouched: true })
  ann.send('account', { confirm: '900' })
  t.match(doc(), { ownership: 'Vouched' })
  ann.send('account', { remove: '900' })
  t.match(doc(), { status: 'Removed', ownership: 'Unconfirmed', conflict: false })
  t.match(ann.send('account', { confirm: '900' }).batches, [{ refusal: { error: 'not_found' } }])
  t.match(ann.send('account', { confirm: '901' }).batches, [{ refusal: { error: 'not_found' } }])
  ann.send('account', body)
  t.match(doc(), { status: 'Active', ownership: 'Unconfirmed' })
  t.end()
})
