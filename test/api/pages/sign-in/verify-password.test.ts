/** A password asked for within a session has no more attempts than at sign-in (ASVS 6.3.1). */
import t from 'tap'
import { aMember, PASSWORD, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t, { settings: { signInFailures: 4 } })
const NEXT = 'a new and better one'

interface Person {
  id: string
  email: string
  who: Visitor
}

const KINDS: ReadonlyArray<{ base: string; login: string; make: () => Promise<Person> }> = [
  {
    base: '/account',
    login: '/oauth/login',
    make: async () => {
      const member = await aMember(node)
      return { ...member, who: await signedInMember(node, member) }
    },
  },
  {
    base: '/console',
    login: '/console/login',
    make: async () => {
      const developer = await aDeveloper(node)
      return { ...developer, who: await signedInDeveloper(node, developer) }
    },
  },
]

for (const { base, login, make } of KINDS) {
  const change = async (who: Visitor, current: string): Promise<Answer> =>
    await who.fillAt(`${base}/security`, `${base}/password`, { current, password: NEXT })
  const close = async (who: Visitor, password: string): Promise<Answer> =>
    await who.fillAt(`${base}/security`, `${base}/close`, { close_password: password })
  const signIn = async (email: string, password: string): Promise<number> => {
    const who = visitor(node)
    return (await who.fill(login, { email, password })).status
  }

  t.test(`${base}: attempts within a session count together, whatever they are for`, async (t) => {
    const { id, email, who } = await make()
    t.equal((await change(who, 'wrong')).status, 422)
    t.equal((await close(who, 'wrong')).status, 422)
    t.equal((await change(who, 'wrong')).status, 422)
    t.equal((await close(who, 'wrong')).status, 422)
    for (const answer of [
      await change(who, PASSWORD),
      await close(who, PASSWORD),
      await close(who, 'wrong'),
    ]) {
      t.equal(answer.status, 429)
      t.ok(Number(answer.headers['retry-after']) > 0)
      t.match(answer.text, /Too many attempts/)
    }
    t.equal(await signIn(email, 'wrong'), 422, 'other browsers need not wait')
    t.equal((await who.get(`${base}/security`)).status, 200, 'the session stays')
    t.ok(await node.knex('audit').where({ event: 'throttled', actor_id: id }).first('at'), 'and it is logged')

    await node.knex('throttle').delete()
    t.equal((await change(who, PASSWORD)).status, 303, 'the password was not changed')
  })

  t.test(`${base}: guesses of strangers keep nobody in a session waiting`, async (t) => {
    const { email, who } = await make()
    for (const status of [422, 422, 422, 422, 429]) t.equal(await signIn(email, 'a guess'), status)
    t.equal((await change(who, PASSWORD)).status, 303)
  })

  t.test(`${base}: the right password clears the failures`, async (t) => {
    const { email, who } = await make()
    for (let i = 0; i < 3; i++) t.equal((await change(who, 'wrong')).status, 422)
    t.equal((await change(who, PASSWORD)).status, 303)
    for (let i = 0; i < 3; i++) t.equal((await close(who, 'wrong')).status, 422)
    t.equal((await close(who, NEXT)).status, 303)
    t.equal(await signIn(email, NEXT), 422, 'closed')
  })

  t.test(`${base}: parallel attempts are limited too`, async (t) => {
    const { who } = await make()
    const page = await who.get(`${base}/security`)
    const statuses = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await who.submit(page, `${base}/close`, { close_password: 'wrong' })).status,
      ),
    )
    t.equal(statuses.filter((status) => status === 422).length, 4, statuses.join(' '))
    t.equal(statuses.filter((status) => status === 429).length, 8)
  })
}
