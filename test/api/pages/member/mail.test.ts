/** Mails on the member's pages: who is shown as their sender, and what the member may answer. */
import t from 'tap'
import { receiveMail } from '../../../../db/documents/mails.js'
import { PAGE_CLIENT } from '../../../../api/pages/member/documents/page-documents.js'
import { aMember, signedInMember, signedInNode } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { formTo } from '../../../support/auth/visitor.js'

const { node, member, who } = await signedInNode(t)
const PAGE = '/account/mail'
const DOCUMENTS = '/account/documents'
const SENDER = 'booking@wings.example'
const HOTEL = {
  ...{ type: 'Hotel', source: 'gds', hotel_name: 'Inn', checkin_date: '2027-02-10' },
  checkout_date: '2027-02-13',
}

const { form_token = '' } = formTo((await who.get(PAGE)).text, PAGE).fields
const made = await who.post(PAGE, { form_token, name: 'Airlines' })
const secret = /trips\+([\da-f]{40})@mail\.tripfold\.example/.exec(made.text)![1]!
let id = 900
/** A mail that was read, with a stay in it. */
async function arrives(isVerified: boolean, from: string | null = SENDER): Promise<string> {
  id += 2
  const { pool } = node.database
  await receiveMail(pool, {
    ...{ id: String(id), batch: String(id + 1), client: PAGE_CLIENT, request: 'r', received: Date.now() },
    ...{ bytes: Buffer.from(`Subject: ${id}`), name: `Stay <${id}>`, mediaType: 'message/rfc822' },
    ...{ source: null, appointments: false, secret, mail: { from, isVerified } },
  })
  await node.knex('background_job').where({ id }).update({ ended: new Date() })
  const reading = { status: 'read', bytes: null, parts: '[]', n: 1, segments: JSON.stringify([HOTEL]) }
  await node.knex('document').where({ id }).update(reading)
  return `${DOCUMENTS}/${id}`
}
const submitted = async (path: string): Promise<boolean> =>
  (
    await node
      .knex('document')
      .where({ id: path.split('/').at(-1) })
      .whereNotNull('submitted')
  ).length === 1

t.test('an address is shown once, has a name, and is recorded', async (t) => {
  t.match(await who.post(PAGE, { form_token, name: ' ' }), { status: 422 })
  const { text } = await who.get(PAGE)
  t.match(text, /Airlines[^]*last email: none yet/)
  t.notOk(text.includes(secret))
  t.match(await node.knex('audit').where({ event: 'mail_address_created' }), [
    { member_id: Number(member.id), detail: { name: 'Airlines' } },
  ])
})

t.test('added once; added, and accepted always if it is verified; deleted', async (t) => {
  const [once, always, forged, unclear, gone] = [
    await arrives(true),
    await arrives(true),
    await arrives(false),
    await arrives(false, null),
    await arrives(true),
  ] as const
  t.match(
    (await who.get(DOCUMENTS)).text,
    /Emails that wait for you[^]*Stay &lt;910&gt;[^]*from booking@wings/,
  )
  for (const path of [forged, unclear]) {
    const { text } = await who.get(path)
    t.match(text, /We could not verify the sender/)
    t.notMatch(text, /always accept/)
  }
  t.match((await who.fillAt(gone, `${gone}/delete`, {})).headers['location'], `${DOCUMENTS}?m=deleted`)
  t.equal((await who.get(gone)).status, 404)
  t.same(await Promise.all([forged, unclear, once, always].map(submitted)), [false, false, false, false])
  await Promise.all([
    who.fill(once, { 'add-0': '1' }),
    ...[forged, unclear, always].map(async (path) => await who.fill(path, { 'add-0': '1', always: '1' })),
  ])
  t.same(await Promise.all([forged, unclear, once, always].map(submitted)), [true, true, true, true])
  t.same(await node.knex('mail_sender').pluck('sender'), [SENDER], 'whatever a form says')
  t.notMatch((await who.get(always)).text, /\/delete"/, 'what was added cannot be deleted here')

  t.equal(await submitted(await arrives(true)), true, 'the next one is added by itself')
  t.match((await who.get(PAGE)).text, /Senders that you always accept[^]*booking@wings\.example/)
  t.match(await who.fillAt(PAGE, `${PAGE}/refuse`, {}), { status: 303 })
  const full = await arrives(true)
  t.equal(await submitted(full), false)
  await node.knex.raw(
    "insert into mail_sender (id, member_id, sender) select n, ?, 'x' || n from generate_series(1, 200) n",
    [member.id],
  )
  const refused = await who.fill(full, { 'add-0': '1', always: '1' })
  t.match([refused.status, refused.text], [422, /You already accept 200 senders/])
  t.equal(await submitted(full), false)
  t.same(await node.knex('audit').whereLike('event', 'mail_sender%').orderBy('id').pluck('event'), [
    'mail_sender_accepted',
    'mail_sender_removed',
  ])
})

t.test('another member sees and deletes nothing of it, and has at most 20 addresses', async (t) => {
  const path = await arrives(true)
  const other = await signedInMember(node, await aMember(node))
  t.notMatch((await other.get(DOCUMENTS)).text, /Stay/)
  const { form_token = '' } = formTo((await other.get(PAGE)).text, PAGE).fields
  await other.post(`${path}/delete`, { form_token })
  t.equal((await who.get(path)).status, 200)
  for (let i = 0; i < 20; i++) t.equal((await other.post(PAGE, { form_token, name: 'x' })).status, 200)
  t.match(await other.post(PAGE, { form_token, name: 'x' }), {
    status: 422,
    text: /You already have 20 addresses/,
  })
})

t.test('without a domain there is no such page', async (t) => {
  const without = await authNode(t, { joins: node, settings: { mailDomain: '' } })
  const visit = await signedInMember(without, member)
  t.equal((await visit.get(PAGE)).status, 404)
  t.notMatch((await visit.get(DOCUMENTS)).text, /account\/mail/)
})
