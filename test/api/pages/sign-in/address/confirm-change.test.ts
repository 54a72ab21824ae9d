/** What changes with an address (oauth.md 5.7, 152); confirm-change.txt has the pages. */
import t from 'tap'
import { aMember, anApp, PASSWORD, signedInMember } from '../../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../../support/auth/developer-fixtures.js'
import { linkAfter } from '../../../../support/auth/mailed-link.js'
import type { Visitor } from '../../../../support/auth/visitor.js'

const published: Array<{ subject: string; message: string }> = []
let streamIsDown = false
const node = await authNode(t, {
  publish: async (message, subject) => {
    if (streamIsDown) throw new Error('no stream')
    published.push({ subject, message: Buffer.from(message).toString('utf8') })
    return await Promise.resolve({ seq: published.length, duplicate: false })
  },
})

/** Asks for the address and returns the path of the mailed link. */
const linkTo = async (who: Visitor, account: string, email: string): Promise<string> =>
  await linkAfter(node, email, async () => {
    const values = { new_email: email, address_password: PASSWORD }
    await who.fillAt(`${account}/security`, `${account}/address`, values)
  })
const follow = async (who: Visitor, link: string): Promise<number> =>
  (await who.fillAt(link, link.split('?')[0]!, {})).status

t.test("152 the member's record changes with it, or nothing does", async (t) => {
  const { id, email } = await aMember(node)
  const who = await signedInMember(node, { id, email })
  const link = await linkTo(who, '/account', 'record@mail.example')
  streamIsDown = true
  t.equal(await follow(who, link), 500)
  streamIsDown = false
  t.equal((await node.auth.deps.members.byId(id))?.email, email)
  t.equal(await follow(who, link), 303, 'the link still works')
  const { subject, message } = published.at(-1)!
  t.match(subject, new RegExp(`\\.${id}$`))
  t.match(message, /"kind":"profile"/)
  t.match(message, /\{"email":"record@mail\.example"\}/)
  t.ok(node.forgotten.includes(email), 'mails in files to the old address are deleted')
})

t.test('152 open invitations to the old address move along', async (t) => {
  const owner = await aDeveloper(node)
  const boss = await signedInDeveloper(node, owner)
  const app = await anApp(node, { developerId: owner.id })
  const team = `/console/apps/${app.clientId}/team`
  const person = await aDeveloper(node)
  await boss.fillAt(team, `${team}/invite`, { invite_email: person.email, invite_role: 'viewer' })
  const who = await signedInDeveloper(node, person)
  t.equal(await follow(who, await linkTo(who, '/console', 'moved@mail.example')), 303)
  t.match((await who.get('/console/apps')).text, '/console/invitations/')
  t.match((await boss.get(team)).text, 'moved@mail.example')
  t.ok(node.forgotten.includes(person.email))
})
