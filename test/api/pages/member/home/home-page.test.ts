/** The page on which a member states a home (RULES 5.2). */
import t from 'tap'
import { startIngress } from '../../../../support/api/ingress.js'
import { aMember, signedInMember } from '../../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../../support/auth/auth-node.js'
import type { Answer } from '../../../../support/auth/auth-node.js'
import { formTo } from '../../../../support/auth/visitor.js'
import { testDatabase, testNats } from '../../../../support/servers.js'

t.setTimeout(200_000)

const databaseUrl = await testDatabase(t)
const ingress = await startIngress(t, { fold: true, on: { databaseUrl, natsUrl: (await testNats(t)).url } })
const node = await authNode(t, { databaseUrl, publish: ingress.deps.publish })
const member = await aMember(node)
const who = await signedInMember(node, member)
const PAGE = '/account/home'
const { form_token = '' } = formTo((await who.get(PAGE)).text, '/signout').fields
const state = async (values: Record<string, string>): Promise<Answer> =>
  await who.post(PAGE, { form_token, q: 'Zurich', ...values })

t.test('a member searches for a city, says since when, and the record has it', async (t) => {
  t.match((await who.get(PAGE)).text, /You have not said where you live/)
  const found = await who.get(`${PAGE}?q=Zurich`)
  t.match(found.text, /Zürich, Zurich, Switzerland/)
  const saved = await state({ from: '2026-09-01', airports: 'zrh, BSL', city: '2657896' })
  t.match(saved, { status: 303, headers: { location: `${PAGE}?m=done` } })
  t.match(
    (await who.get(`${PAGE}?m=done`)).text,
    /Zürich, Switzerland<\/strong> since 1 September 2026[^]*ZRH, BSL/,
  )
  const me = await ingress.request('/v2/me', { token: await ingress.token(member.id) })
  t.match(me.json, {
    home_city: 'Zürich',
    country: 'CH',
    time_zone_id: 'Europe/Zurich',
    home_airports: ['ZRH', 'BSL'],
    homes: [{ from: '2026-09-01', city: 'Zürich' }],
  })
  t.match((await who.get('/account/security')).text, /Home changed/)
})

t.test('what is wrong is said next to its field', async (t) => {
  for (const [values, text] of [
    [{ city: '2657896', airports: 'XXQ' }, /There is no airport XXQ/],
    [{ city: '2657896', from: '2026-02-30' }, /Enter the first day there/],
    [{ city: '1' }, /choose it from the list/],
  ] as const)
    t.match(await state(values), { status: 422, text })
  t.match((await who.get(`${PAGE}?q=Qqqqqqqq`)).text, /No city is called/)
})
