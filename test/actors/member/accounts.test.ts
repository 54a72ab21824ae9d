import t from 'tap'
import { decide } from '../../../actors/member/decide.js'
import { traveller } from '../../support/traveller.js'

t.test('an account registered, changed and removed in one step is one row, as it is in the end', t => {
  const ann = traveller()
  const said = [{ source: 'airline_dl', account_id: '4711' }, { source: 'airline_dl', account_id: '4711', loyalty_level: 'Gold' }, { remove: '900' }]
  const messages = said.map((body, i) => ({ seq: i + 1, envelope: { v: 1 as const, kind: 'account' as const, batch: String(1_000 + i), first: String(900 + i), received: ann.env.now }, body }))
  const { state, folded } = decide(ann.state, messages, ann.env)
  t.match(folded.accounts, [{ id: '900', status: 'Removed', version: 3 }])
  t.equal(folded.accounts.length, 1)
  t.match(JSON.parse(state.accounts.get('900')?.doc ?? ''), { status: 'Removed', loyalty_level: 'Gold' })
  t.same(folded.events.map(event => event.type).filter(type => type.startsWith('account')), ['account.created', 'account.updated', 'account.deleted'])
  t.end()
})
