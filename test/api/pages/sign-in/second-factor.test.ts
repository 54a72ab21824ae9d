/** The second factor of developers (oauth.md 5.7, 114). */
import t from 'tap'
import { matchTotp, totpCode, totpStep } from '../../../../api/pages/sign-in/totp.js'
import { developerAccounts } from '../../../../db/sign-in/developer-accounts.js'
import { PASSWORD } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { aDeveloper } from '../../../support/auth/developer-fixtures.js'
import { keyOn } from '../../../support/auth/factors.js'
import { until } from '../../../support/until.js'
import { visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)

t.test('114 a second factor is set up at the first sign-in, asked for at each, and used once', async (t) => {
  const fresh = visitor(node)
  const form = await fresh.get('/console/signup')
  const answer = await fresh.submit(form, '/console/signup', {
    name: 'New Dev',
    organisation: 'Fresh Travel',
    email: 'fresh@mail.example',
    password: 'a fine long password',
  })
  t.equal(answer.status, 200)
  const link = /https:\/\/\S+/.exec(node.mails.at(-1)!.text)![0].slice(node.url.length)
  const ready = await fresh.fillAt(link, '/console/confirm', {})
  t.match(ready.text, /you are signed in as [^]*Set up your second factor/)
  t.match((await fresh.get('/console/apps')).headers['location'], /^\/console\/second-factor/)
  const signIn = async (): Promise<Visitor> => {
    const by = visitor(node)
    await by.fill('/console/login', {
      email: 'fresh@mail.example',
      password: 'a fine long password',
    })
    return by
  }
  const by = await signIn()
  t.equal(
    (await by.get('/console/transfer?token=x')).headers['location'],
    '/console/second-factor?q=%2Fconsole%2Ftransfer%3Ftoken%3Dx',
    'nothing opens before, and the requested page opens after',
  )
  const setUp = await by.get('/console/second-factor')
  const secret = keyOn(setUp)
  const code = (steps = 0): string => totpCode(secret, totpStep(node.auth.keys.now()) + steps)
  t.equal(
    (await by.submit(setUp, '/console/second-factor', { code: '000000' === code() ? '111111' : '000000' }))
      .status,
    422,
  )
  const used = code()
  t.match((await by.submit(setUp, '/console/second-factor', { code: used })).text, /Your recovery codes/)
  t.equal((await by.get('/console/apps')).status, 200)

  const again = await signIn()
  const ask = await again.get('/console/second-factor')
  t.notMatch(ask.text, /class="qr"/)
  t.equal(
    (await again.submit(ask, '/console/second-factor', { code: used })).status,
    422,
    'a code is used once',
  )
  t.equal((await again.submit(ask, '/console/second-factor', { code: code(1) })).status, 303)
})

t.test(
  '114 of two set-ups of a second factor at once the first one counts, and the other is asked for it',
  async (t) => {
    const { id, email } = await aDeveloper(node)
    await developerAccounts(node.knex).forgetTotp(id)
    const page = async (): Promise<{ by: Visitor; setUp: Answer; code: string }> => {
      const by = visitor(node)
      await by.fill('/console/login', { email, password: PASSWORD })
      const setUp = await by.get('/console/second-factor')
      return { by, setUp, code: totpCode(keyOn(setUp), totpStep(node.auth.keys.now())) }
    }
    const pages = [await page(), await page()]
    const trx = await node.knex.transaction()
    await trx('developer').where({ id }).forUpdate().first('id')
    const submitted = Promise.all(
      pages.map(async ({ by, setUp, code }) => await by.submit(setUp, '/console/second-factor', { code })),
    )
    await until(
      'both are about to set theirs',
      async () =>
        await node
          .knex('pg_stat_activity')
          .where({ wait_event_type: 'Lock' })
          .whereRaw("datname = current_database() and query like '%totp%'")
          .then((rows) => rows.length === 2),
    )
    await trx.commit()
    const answers = await submitted
    t.same(answers.map((answer) => answer.status).sort(), [200, 422])
    const refused = answers.findIndex((answer) => answer.status === 422)
    t.notMatch(answers[refused]?.text, /class="qr"/)
    t.match((await pages[refused]!.by.get('/console/apps')).headers['location'], /^\/console\/second-factor/)
  },
)

t.test('114 the codes are those of RFC 6238', async (t) => {
  const secret = Buffer.from('12345678901234567890')
  t.equal(totpCode(secret, totpStep(59_000)), '287082')
  t.equal(totpCode(secret, totpStep(1_111_111_109_000)), '081804')
  t.equal(totpCode(secret, totpStep(20_000_000_000_000)), '353130')
  t.equal(matchTotp(secret, '287 082', 59_000), 1)
  t.equal(matchTotp(secret, '287082', 200_000), null)
})
