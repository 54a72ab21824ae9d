/** What a reset costs (oauth.md 5.7, 105; ASVS 6.4.1); password-reset.txt has what a new password ends. */
import type { ServerResponse } from 'node:http'
import t from 'tap'
import type { Test } from 'tap'
import { hash } from '@node-rs/argon2'
import { aMember, PASSWORD } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper } from '../../../support/auth/developer-fixtures.js'
import { developerAccounts } from '../../../../db/sign-in/developer-accounts.js'
import { linkAfter } from '../../../support/auth/mailed-link.js'
import { until } from '../../../support/until.js'
import { visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)

const KINDS: ReadonlyArray<{ kind: string; base: string; make: () => Promise<{ email: string }> }> = [
  { kind: 'member', base: '/oauth', make: async () => await aMember(node) },
  { kind: 'developer', base: '/console', make: async () => await aDeveloper(node) },
]

/** Requests a mail and returns the path of its link. */
const linkFor = async (base: string, email: string): Promise<string> => {
  const who = visitor(node)
  const form = await who.get(`${base}/forgot`)
  return await linkAfter(node, email, async () => await who.submit(form, `${base}/forgot`, { email }))
}
t.test('renewing a hash at sign-in is not a new password', async (t) => {
  const { id, email } = await aMember(node)
  await node.auth.deps.members.setPassword(
    id,
    await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  )
  const link = await linkFor('/oauth', email)
  const who = visitor(node)
  t.equal((await who.fill('/oauth/login', { email, password: PASSWORD })).status, 303)
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

/** What a request for a reset costs until its answer has left, and whether a mail leaves after it. */
const workOf = async (t: Test, base: string, email: string): Promise<Record<string, unknown>> => {
  const { deps } = node.auth
  const who = visitor(node)
  const form = await who.get(`${base}/forgot`)
  const statements: Array<{ sql: string; transaction: unknown }> = []
  const count = { hashes: 0, mailsBefore: 0 }
  const { mailer, passwords } = deps
  let answer: ServerResponse | null = null
  const onRequest = (_request: unknown, response: ServerResponse): void => {
    answer = response
  }
  const onQuery = (query: { sql: string; __knexTxId?: string }): void => {
    statements.push({ sql: query.sql, transaction: query.__knexTxId })
  }
  const counted = <A extends unknown[], R>(work: (...given: A) => R): ((...given: A) => R) => {
    return (...given) => {
      count.hashes += 1
      return work(...given)
    }
  }
  deps.passwords = { ...passwords, hash: counted(passwords.hash), verify: counted(passwords.verify) }
  deps.mailer = {
    ...mailer,
    send: (mail) => {
      if (answer?.writableFinished !== true) count.mailsBefore += 1
      mailer.send(mail)
    },
  }
  node.app.server.prependListener('request', onRequest)
  node.knex.on('query', onQuery)
  try {
    t.equal((await who.submit(form, `${base}/forgot`, { email })).status, 200)
    await until('the answer has left', () => (answer as ServerResponse | null)?.closed)
  } finally {
    node.knex.off('query', onQuery)
    node.app.server.off('request', onRequest)
    deps.mailer = mailer
    deps.passwords = passwords
  }
  // The node asks for them by itself, at times in a transaction.
  const own = statements.filter(({ sql }) =>
    /from revocation|join revocation|(signing|webhook)_key|family_days/.test(sql),
  )
  const isOwn = new Set(own.flatMap((one) => [one, one.transaction ?? one]))
  return {
    statements: statements
      .filter((one) => !isOwn.has(one) && !isOwn.has(one.transaction ?? one))
      .map(({ sql }) => sql),
    ...count,
  }
}

t.test('nobody makes the server hash passwords without a link', async (t) => {
  const { email } = await aMember(node)
  const { deps } = node.auth
  const { passwords } = deps
  let hashes = 0
  deps.passwords = {
    ...passwords,
    hash: async (...given) => {
      hashes += 1
      return await passwords.hash(...given)
    },
  }
  t.teardown(() => {
    deps.passwords = passwords
  })
  const who = visitor(node)
  const ask = async (): Promise<unknown> => await who.fill('/oauth/forgot', { email })
  const form = await who.get(await linkAfter(node, email, ask))
  const given = { password: 'a new and better one' }
  t.equal((await who.submit(form, '/oauth/reset', { ...given, token: 'guessed' })).status, 400)
  t.equal(hashes, 0)
  t.equal((await who.submit(form, '/oauth/reset', given)).status, 303)
  t.equal(hashes, 1)
})

for (const { kind, base, make } of KINDS) {
  t.test(`105 a request for a reset costs the same for an unknown address: ${kind}`, async (t) => {
    const { email } = await make()
    const before = node.mails.length
    const known = await workOf(t, base, email)
    await until('the mail', () => node.mails.length === before + 1)
    const unknown = await workOf(t, base, `nobody-${kind}@mail.example`)
    t.same(unknown, known)
    t.equal(known['mailsBefore'], 0, 'the mail leaves after the answer')
    t.equal(node.mails.length, before + 1, 'and only to who has an account')
  })
}
