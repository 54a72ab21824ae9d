/** Loyalty accounts (contract.md 3, Account). */
import t from 'tap'
import { decide } from '../../../../actors/member/decide.js'
import { traveller } from '../../../support/traveller.js'

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
    last_access: '2026-03-01T10:00:00+0000',
    last_harvest_status: 'Success',
    events: ['account.updated'],
  })
  t.match(harvest('2026-03-01T10:59:59Z'), { last_access: '2026-03-01T10:00:00+0000', events: [] })
  t.match(harvest('2026-03-01T11:00:00Z'), {
    last_access: '2026-03-01T11:00:00+0000',
    events: ['account.updated'],
  })
  ann.send('account', { remove: '900' })
  t.match(harvest('2026-03-03T11:00:00Z'), {
    status: 'Removed',
    last_access: '2026-03-01T11:00:00+0000',
    events: [],
  })
  t.equal(ann.trips().length, 1, 'its data is on the itinerary')
  t.end()
})
