/** What a new password ends (oauth.md 5.7, 110 and 111; ASVS 6.4.1). */
import t from 'tap'
import { hash } from '@node-rs/argon2'
import { aMember, PASSWORD, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { developerAccounts } from '../../../../db/sign-in/developer-accounts.js'
import { visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)

interface Person {
  email: string
  enter: () => Promise<Visitor>
}

const KINDS: ReadonlyArray<{
  kind: string
  base: string
  security: string
  password: string
  make: () => Promise<Person>
}> = [
  {
    kind: 'member',
    base: '/oauth',
    security: '/account/security',
    password: '/account/password',
    make: async () => {
      const member = await aMember(node)
      return { email: member.email, enter: async () => await signedInMember(node, member) }
    },
  },
  {
    kind: 'developer',
    base: '/console',
    security: '/console/security',
    password: '/console/password',
    make: async () => {
      const developer = await aDeveloper(node)
      return { email: developer.email, enter: async () => await signedInDeveloper(node, developer) }
    },
  },
]

/** Requests a mail and returns the path of its link. */
const linkFor = async (base: string, email: string): Promise<string> => {
  const who = visitor(node)
  await who.submit(await who.get(`${base}/forgot`), `${base}/forgot`, { email })
  const text = node.mails
    .filter((mail) => mail.to === email && mail.subject === 'Choose a new password')
    .at(-1)!.text
  return /https:\/\/\S+/.exec(text)![0].slice(node.url.length)
}
const reset = async (who: Visitor, link: string, password: string): Promise<Answer> => {
  const page = await who.get(link)
  return page.status === 200 ? await who.submit(page, link.split('?')[0]!, { password }) : page
}

for (const { kind, base, security, password, make } of KINDS) {
  t.test(
    `after a reset by mail the new password works, however often others have guessed: ${kind}`,
    async (t) => {
      const strict = await authNode(t, { joins: node, settings: { signInFailures: 2 } })
      const { email } = await make()
      const signIn = async (password: string): Promise<number> => {
        const who = visitor(strict)
        return (
          await who.submit(
            await who.get(`${base}/login`),
            `${base}/login`,
            { email, password },
            { origin: node.url },
          )
        ).status
      }
      for (const status of [422, 422, 429]) t.equal(await signIn('a guess'), status)
      const who = visitor(strict)
      t.equal(
        (
          await who.submit(
            await who.get(await linkFor(base, email)),
            `${base}/reset`,
            { password: 'a new and better one' },
            { origin: node.url },
          )
        ).status,
        303,
      )
      t.equal(await signIn('a new and better one'), 303)
    },
  )

  t.test(`setting a password ends every other reset link of a ${kind}`, async (t) => {
    const one = await make()
    const other = await make()
    const [first, second, third, theirs] = [
      await linkFor(base, one.email),
      await linkFor(base, one.email),
      await linkFor(base, one.email),
      await linkFor(base, other.email),
    ]
    const who = visitor(node)
    const open = await who.get(third)
    t.equal((await reset(visitor(node), second, 'a new and better one')).status, 303)
    t.equal((await visitor(node).get(first)).status, 400, 'an older link')
    t.equal((await visitor(node).get(third)).status, 400, 'a newer one')
    t.equal(
      (await who.submit(open, `${base}/reset`, { password: 'a stolen password, really' })).status,
      400,
      'a page that was open',
    )

    const fourth = await linkFor(base, one.email)
    const inside = await one.enter()
    t.equal(
      (
        await inside.submit(await inside.get(security), password, {
          current: 'a new and better one',
          password: 'changed within a session',
        })
      ).status,
      303,
    )
    t.equal((await visitor(node).get(fourth)).status, 400, 'a link requested before the password was changed')
    t.equal(
      (await reset(visitor(node), theirs, 'a new and better one')).status,
      303,
      'those of others still work',
    )
    t.equal(
      (await reset(visitor(node), await linkFor(base, one.email), 'the last and best one')).status,
      303,
      'and so do new ones',
    )
  })
}

t.test('renewing a hash at sign-in is not a new password', async (t) => {
  const { id, email } = await aMember(node)
  await node.auth.deps.members.setPassword(
    id,
    await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  )
  const link = await linkFor('/oauth', email)
  const who = visitor(node)
  t.equal(
    (await who.submit(await who.get('/oauth/login'), '/oauth/login', { email, password: PASSWORD })).status,
    303,
  )
  t.equal((await who.get(link)).status, 200, 'the mailed link still works')
  const { members, developers } = node.auth.deps
  const developer = await aDeveloper(node)
  for (const [store, account] of [
    [members, await members.byId(id)],
    [developers, await developerAccounts(node.knex).byId(developer.id)],
  ] as const) {
    await store.setPassword(account!.id, 'changed meanwhile')
    await store.renewHash(account!.id, account!.passwordHash, 'the old one again')
    t.equal(
      (await store.byId(account!.id))!.passwordHash,
      'changed meanwhile',
      'nor does it undo a change made in the meantime',
    )
  }
})
