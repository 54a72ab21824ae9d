/** The member's own calendar addresses (contract.md 2). */
import t from 'tap'
import { anApp, memberTokens, signedInNode } from '../../../support/auth/auth-fixtures.js'
import type { Answer } from '../../../support/https-site.js'
import { formTo, unescaped } from '../../../support/auth/visitor.js'

const { node, who } = await signedInNode(t)
const PAGE = '/account/calendar'
const { form_token = '' } = formTo((await who.get(PAGE)).text, PAGE).fields
const make = async (name: string): Promise<Answer> => await who.post(PAGE, { form_token, name })

t.test('a member makes an address, which a calendar program reads, and removes it', async (t) => {
  t.equal((await make(' ')).status, 422)
  const made = await make('Phone')
  const url = unescaped(/id="link">([^<]+)</.exec(made.text)![1]!)
  t.match(made.text, /href="webcal:\/\/localhost/)
  const path = url.slice(node.url.length)
  const read = await node.call(path)
  t.equal(read.status, 200)
  t.match(read.text, /^BEGIN:VCALENDAR/)
  const list = await who.get(PAGE)
  t.match(list.text, /Phone/)
  t.notOk(list.text.includes(path), 'its secret is not shown again')
  t.match((await who.submit(list, `${PAGE}/remove`, {})).headers['location'], /m=removed/)
  t.equal((await node.call(path)).status, 404)
})

t.test('an address of the member outlives every application, and applications list it', async (t) => {
  const app = await anApp(node)
  const { accessToken } = await memberTokens(node, app, who)
  const made = await make('Laptop')
  const path = unescaped(/id="link">([^<]+)</.exec(made.text)![1]!).slice(node.url.length)
  const listed = await node.call('/v2/calendar-feeds', {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  t.match(listed.text, /"name":"Laptop"/)
  const { id } = (JSON.parse(listed.text) as Array<{ id: string; name: string }>).find(
    ({ name }) => name === 'Laptop',
  )!
  const refused = await node.call(`/v2/calendar-feeds/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${accessToken}` },
  })
  t.match(refused, { status: 403, text: /access_denied.*only the member removes it/ })
  await who.fillAt(`/account/apps/disconnect?app=${app.clientId}`, '/account/apps/disconnect', {})
  t.equal((await node.call(path)).status, 200)
})

t.test('at most 20 of them', async (t) => {
  for (let i = 1; i < 20; i++) await make(`Program ${i}`)
  const refused = await make('One more')
  t.match(refused, { status: 422, text: /You already have 20 addresses/ })
})
