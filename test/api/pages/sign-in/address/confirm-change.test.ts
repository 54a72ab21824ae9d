/** The link that was mailed to a new address (oauth.md 5.7, 152). */
import t from 'tap'
import { aMember, anApp, PASSWORD, signedInMember } from '../../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../../support/auth/auth-node.js'
import type { Answer } from '../../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../../support/auth/developer-fixtures.js'
import { linkAfter } from '../../../../support/auth/mailed-link.js'
import { until } from '../../../../support/until.js'
import { visitor } from '../../../../support/auth/visitor.js'
import type { Visitor } from '../../../../support/auth/visitor.js'

interface Published {
  subject: string
  message: string
}
const published: Published[] = []
let streamIsDown = false
const node = await authNode(t, {
  publish: async (message, subject) => {
    if (streamIsDown) throw new Error('no stream')
    published.push({ subject, message: Buffer.from(message).toString('utf8') })
    return await Promise.resolve({ seq: published.length, duplicate: false })
  },
})

interface Person {
  id: string
  email: string
  enter: () => Promise<Visitor>
}

const KINDS = [
  {
    kind: 'member',
    site: '/oauth',
    account: '/account',
    make: async (): Promise<Person> => {
      const member = await aMember(node)
      return { ...member, enter: async () => await signedInMember(node, member) }
    },
  },
  {
    kind: 'developer',
    site: '/console',
    account: '/console',
    make: async (): Promise<Person> => {
      const developer = await aDeveloper(node)
      return { ...developer, enter: async () => await signedInDeveloper(node, developer) }
    },
  },
] as const
type Kind = (typeof KINDS)[number]

/** Asks for the address and returns the path of the mailed link. */
const linkTo = async ({ account }: Kind, who: Visitor, email: string): Promise<string> =>
  await linkAfter(node, email, async () => {
    const form = await who.get(`${account}/security`)
    await who.submit(form, `${account}/address`, { new_email: email, address_password: PASSWORD })
  })
const follow = async (who: Visitor, link: string, form: Record<string, string> = {}): Promise<Answer> => {
  const page = await who.get(link)
  return page.status === 200 ? await who.submit(page, link.split('?')[0]!, form) : page
}
const emailOf = async ({ kind }: Kind, id: string): Promise<string | undefined> =>
  (await (kind === 'member' ? node.auth.deps.members : node.auth.deps.developers).byId(id))?.email
const signIn = async ({ site }: Kind, email: string, password = PASSWORD): Promise<number> => {
  const who = visitor(node)
  return (await who.fill(`${site}/login`, { email, password })).status
}

for (const kind of KINDS) {
  t.test(`152 the button changes the address, opening the link does not: ${kind.kind}`, async (t) => {
    const person = await kind.make()
    const who = await person.enter()
    const elsewhere = await person.enter()
    const next = `new-${person.email}`
    const link = await linkTo(kind, who, next)
    t.match((await visitor(node).get(link)).text, next)
    t.equal(await emailOf(kind, person.id), person.email, 'a scanner opened it')
    const done = await follow(who, link)
    t.equal(done.headers['location'], `${kind.account}/security?m=address`)
    t.match((await who.get(`${kind.account}/security?m=address`)).text, /Your address is changed/)
    t.equal((await elsewhere.get(`${kind.account}/security`)).status, 303, 'other sessions have ended')
    t.same([await signIn(kind, person.email), await signIn(kind, next)], [422, 303])
    const last = await until('the notice', () =>
      node.mails.find(({ to, subject }) => to === person.email && /was changed/.test(subject)),
    )
    t.match(last.text, /operator@tripfold\.example/)
    t.ok(node.forgotten.includes(person.email), 'mails in files to the old address are deleted')
    const entries = await node.knex('audit').where({ actor_kind: kind.kind, actor_id: person.id })
    t.ok(entries.some(({ event }: { event: string }) => event === 'address_changed'))
    t.notMatch(JSON.stringify(entries), person.email)
    t.equal((await who.get(link)).status, 400, 'once')
    const reset = visitor(node)
    await linkAfter(node, next, async () => {
      await reset.fill(`${kind.site}/forgot`, { email: next })
    })
  })

  t.test(`152 a browser without a session needs the password as well: ${kind.kind}`, async (t) => {
    const person = await kind.make()
    const who = await person.enter()
    const link = await linkTo(kind, who, `typo-${person.email}`)
    const stranger = visitor(node)
    t.match((await stranger.get(link)).text, /You are not signed in to the account in this browser/)
    t.notMatch((await stranger.get(link)).text, `>${person.email}`)
    for (const password of ['', 'a guess']) t.equal((await follow(stranger, link, { password })).status, 422)
    const other = await (await kind.make()).enter()
    t.equal((await follow(other, link)).status, 422, 'in the session of somebody else')
    t.equal(await emailOf(kind, person.id), person.email)
    const done = await follow(stranger, link, { password: PASSWORD })
    t.equal(done.headers['location'], `${kind.site}/login?m=address`)
    t.equal(await emailOf(kind, person.id), `typo-${person.email}`)
    t.equal((await who.get(`${kind.account}/security`)).status, 303, 'every session has ended')
  })

  t.test(
    `152 a link ends with a newer one, a new password, its hour and the account: ${kind.kind}`,
    async (t) => {
      const person = await kind.make()
      const who = await person.enter()
      const gone = async (link: string, why: string): Promise<void> => {
        const open = visitor(node)
        t.equal((await open.get(link)).status, 400, why)
      }
      const first = await linkTo(kind, who, `a-${person.email}`)
      const second = await linkTo(kind, who, `b-${person.email}`)
      await gone(first, 'a newer request')
      const { members, developers } = node.auth.deps
      const accounts = kind.kind === 'member' ? members : developers
      const { passwordHash } = (await accounts.byId(person.id))!
      await accounts.setPassword(person.id, passwordHash)
      await gone(second, 'a new password')
      const third = await linkTo(kind, who, `c-${person.email}`)
      await node
        .knex('mail_link')
        .where({ purpose: `${kind.kind}_address` })
        .update({ expires_at: node.knex.raw("expires_at - interval '61 minutes'") })
      await gone(third, 'an hour')
      const fourth = await linkTo(kind, who, `d-${person.email}`)
      await accounts.close(person.id)
      await gone(fourth, 'a closed account')
      t.equal((await node.knex('mail_link').where({ subject: person.id })).length, 0, 'no address is left')
    },
  )

  t.test(`152 an address that was taken since stays with its owner: ${kind.kind}`, async (t) => {
    const person = await kind.make()
    const rival = await kind.make()
    const who = await person.enter()
    const link = await linkTo(kind, who, 'wanted@mail.example')
    t.equal(
      (
        await follow(await rival.enter(), await linkTo(kind, await rival.enter(), 'Wanted@mail.example'), {
          password: PASSWORD,
        })
      ).status,
      303,
    )
    const answer = await follow(who, link)
    t.equal(answer.status, 409)
    t.match(answer.text, /This address has another account now/)
    t.equal(await emailOf(kind, person.id), person.email)
    t.equal((await who.get(`${kind.account}/security`)).status, 200, 'the session goes on')
    await node
      .knex(kind.kind === 'member' ? 'member_login' : 'developer')
      .where({ email: 'Wanted@mail.example' })
      .update({ email: rival.email, email_key: rival.email })
  })

  t.test(`152 links for a reset that the old mailbox has end: ${kind.kind}`, async (t) => {
    const person = await kind.make()
    const asking = visitor(node)
    const reset = await linkAfter(node, person.email, async () => {
      await asking.fill(`${kind.site}/forgot`, {
        email: person.email,
      })
    })
    const who = await person.enter()
    t.equal((await follow(who, await linkTo(kind, who, `safe-${person.email}`))).status, 303)
    t.equal((await asking.get(reset)).status, 400)
  })
}

t.test("152 the member's record changes with it, or nothing does", async (t) => {
  const [kind] = KINDS
  const person = await kind.make()
  const who = await person.enter()
  const link = await linkTo(kind, who, 'record@mail.example')
  streamIsDown = true
  t.equal((await follow(who, link)).status, 500)
  streamIsDown = false
  t.equal(await emailOf(kind, person.id), person.email)
  t.equal((await follow(who, link)).status, 303, 'the link still works')
  const { subject, message } = published.at(-1)!
  t.match(subject, new RegExp(`\\.${person.id}$`))
  t.match(message, /"kind":"profile"/)
  t.match(message, /\{"email":"record@mail\.example"\}/)
})

t.test('152 open invitations to the old address move along', async (t) => {
  const kind = KINDS[1]
  const owner = await aDeveloper(node)
  const boss = await signedInDeveloper(node, owner)
  const app = await anApp(node, { developerId: owner.id })
  const team = `/console/apps/${app.clientId}/team`
  const person = await kind.make()
  await boss.fillAt(team, `${team}/invite`, {
    invite_email: person.email,
    invite_role: 'viewer',
  })
  const who = await person.enter()
  t.equal((await follow(who, await linkTo(kind, who, 'moved@mail.example'))).status, 303)
  t.match((await who.get('/console/apps')).text, '/console/invitations/')
  t.match((await boss.get(team)).text, 'moved@mail.example')
})
