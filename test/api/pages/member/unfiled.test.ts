/** Segments that are in no trip, on their own page, and why (RULES 5). */
import t from 'tap'
import { unfiledReason } from '../../../../api/pages/member/unfiled-reason.js'
import { aMember, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { insertUnfiled } from '../../../support/auth/member-history.js'

const node = await authNode(t)
const DAY = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const dinner = { type: 'Restaurant', restaurant_name: 'Alte Mühle', start_datetime: `${DAY}T19:30:00` }

t.test('the page names each with its reason, and the list of trips leads to it', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  t.notMatch((await who.get('/account/trips')).text, /not in a trip/)
  t.match((await who.get('/account/trips/unfiled')).text, /Everything that is planned is in a trip/)
  await insertUnfiled(node.knex, member.id, [
    { ...dinner, city_name: 'Hamburg' },
    { type: 'Car', car_company: 'Sixt', pickup_datetime: `${DAY}T09:00:00`, pickup_city_name: 'Hamburg' },
    { ...dinner, restaurant_name: 'Cancelled table', status: 'Cancelled' },
  ])
  await node
    .knex('member')
    .where({ id: member.id })
    .update({ head: JSON.stringify({ pins: [['901', null]] }) })
  t.match((await who.get('/account/trips')).text, /unfiled">2 items not in a trip/)
  const { text } = await who.get('/account/trips/unfiled')
  t.match(text, /Sixt[^]*You took it out of its trip[^]*Alte Mühle[^]*It is near your home, or none of your/)
  t.match(text, /id="cancelled"[^]*Cancelled table/)
  t.match((await who.get('/account/trips/unfiled?view=past')).text, /Everything in the past is in a trip/)
  const stranger = await signedInMember(node, await aMember(node))
  t.notMatch((await stranger.get('/account/trips/unfiled')).text, /Sixt/)
})

t.test('more than a page of past ones: the newest come first', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  const docs = Array.from({ length: 60 }, (_, at) => ({ ...dinner, restaurant_name: `Table ${at}.` }))
  await insertUnfiled(node.knex, member.id, docs)
  await node.knex.raw(
    `update segment set start_at = now() - interval '100 days' + (id - 900) * interval '1 day' where member_id = ${member.id}`,
  )
  const newest = (await who.get('/account/trips/unfiled?view=past')).text
  t.match(newest, /Table 59\.[^]*Page 1 of 2/)
  t.notMatch(newest, /Table 9\./)
  t.match((await who.get('/account/trips/unfiled?view=past&page=1')).text, /Table 0\./)
})

t.test('the reason depends on what it is and what is known of it', async (t) => {
  const doc = { id: '1', status: 'Active', start_datetime: '2027-01-20T10:00:00' } as const
  t.match(unfiledReason({ ...doc, type: 'Meeting', start_city_name: 'Hamburg' }, []), /near your home/)
  t.match(unfiledReason({ ...doc, type: 'Meeting', start_city_name: 'Hamburg' }, ['1']), /took it out/)
  t.match(unfiledReason({ ...doc, type: 'Meeting' }, []), /could not find out where/)
  t.match(unfiledReason({ ...doc, type: 'Meeting', start_datetime: null }, []), /no date/)
  t.match(unfiledReason({ ...doc, type: 'Parking' }, []), /time of the parking/)
})
