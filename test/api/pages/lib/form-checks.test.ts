/** Email addresses that forms accept: one mailbox, nothing that separates several in the header of a mail. */
import t from 'tap'
import { emailAddressError } from '../../../../api/pages/lib/form-checks.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { anApp } from '../../../support/auth/auth-fixtures.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { visitor } from '../../../support/auth/visitor.js'

const SEVERAL = [
  'ann@mail.example,eve@evil.example',
  'ann@mail.example;eve@evil.example',
  'ann@mail.example eve@evil.example',
  'ann@mail.example\neve@evil.example',
  'ann@mail.example\r\nBcc: eve@evil.example',
  'ann@<eve@evil.example>',
  'ann@mail.example>eve',
  'ann@"mail.example"',
  'ann@mail.example，eve@evil.example',
  'ann@mail.example,c.example',
]

t.test('what is not one address is refused with the reason, and nothing is mailed', async (t) => {
  const node = await authNode(t)
  const developer = await aDeveloper(node)
  const inside = await signedInDeveloper(node, developer)
  const app = await anApp(node, { developerId: developer.id })
  const at = `/console/apps/${app.clientId}`
  const appPage = await inside.get(`${at}/danger`)
  const names = { first_name: 'Ann', last_name: 'Example', name: 'Ann', organisation: 'Example Travel' }
  const submit = async (path: string, email: string): Promise<Answer> => {
    const who = visitor(node)
    const values = { ...names, email, password: 'a fine long password' }
    return await who.fill(path, values)
  }
  for (const email of SEVERAL) {
    for (const path of ['/oauth/signup', '/oauth/forgot', '/console/signup', '/console/forgot']) {
      const answer = await submit(path, email)
      t.equal(answer.status, 422, `${path} ${JSON.stringify(email)}`)
      t.match(answer.text, 'Enter one email address, without spaces, commas')
    }
    const offer = await inside.submit(appPage, `${at}/transfer`, { transfer_email: email })
    t.equal(offer.status, 422, `transfer ${JSON.stringify(email)}`)
  }
  t.equal(node.mails.length, 0)
})

t.test('other texts that are no address', async (t) => {
  for (const text of [
    '',
    'ann',
    'ann@localhost',
    'ann@.example',
    'ann@mail..example',
    'ann@-mail.example',
    'ann@mail-.example',
    'ann@mail.example.',
    'ann@eve@mail.example',
    'ann@mail_box.example',
    'ann@[127.0.0.1]',
    'ann@mail.example:25',
    'ann@mail.example/x',
    'ann＠eve@mail.example',
    'a\u200bnn@mail.example',
    `${'a'.repeat(65)}@mail.example`,
    `ann@${'a'.repeat(64)}.example`,
    `ann@${'a.'.repeat(130)}example`,
  ])
    t.equal(emailAddressError(text), 'Enter an email address, for example name@example.com.', text)
})

t.test('addresses', async (t) => {
  for (const text of [
    'ann@mail.example',
    "Ann.O'Neil+trips@sub.mail-box.example",
    'ann@bücher.example',
    'ann@उदाहरण.परीक्षा',
    '用户@例子.广告',
    'ann@xn--bcher-kva.example',
    'ａｎｎ@ｍａｉｌ.ｅｘａｍｐｌｅ',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  ])
    t.equal(emailAddressError(text), null, text)
})
