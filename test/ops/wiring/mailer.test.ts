/** Mail over TLS or not at all. */
import t from 'tap'
import { readConfig } from '../../../ops/config/config.js'
import { createMailer } from '../../../ops/wiring/mailer.js'
import { testAuthority } from '../../support/certificates.js'
import { silentLog } from '../../support/silent-log.js'
import { smtpServer } from '../../support/smtp-server.js'
import { until } from '../../support/until.js'

const MAIL = { to: 'ada@example.com', subject: 'Reset', text: 'https://localhost/reset/secret-link' }
const authority = await testAuthority('authority of a test')
const tls = await authority.issue({ name: 'mail', hosts: ['127.0.0.1'] })

/** Sends one mail and resolves with the first line of the log about it. */
const send = async (port: number, settings: Record<string, string>): Promise<string> => {
  const log = silentLog()
  const config = readConfig({ SMTP_URL: `smtp://user:hunter2@127.0.0.1:${port}`, ...settings })
  createMailer(config, log).send(MAIL)
  const line = await until('the mail is sent or refused', () => log.lines[0])
  return `${line.message} ${String(line.fields['error'] ?? '')}`.trim()
}

t.test('SMTP_TLS=required refuses a server without STARTTLS before it gets anything', async (t) => {
  const { port, received } = await smtpServer(t)
  const outcome = await send(port, { SMTP_TLS: 'required' })
  t.match(
    outcome,
    /^mail not sent; will retry SMTP_TLS is required, but the mail server offers no STARTTLS \(/,
  )
  t.notMatch(JSON.stringify(received), /AUTH|MAIL FROM|ada@example|secret-link/)
})

t.test('SMTP_TLS=required sends over STARTTLS, password included', async (t) => {
  const { port, received } = await smtpServer(t, tls)
  const ca = t.testdir({ 'ca.crt': authority.ca })
  t.equal(await send(port, { SMTP_TLS: 'required', SMTP_CA: `${ca}/ca.crt` }), 'mail sent')
  t.match(received.find(({ line }) => line.includes('secret-link'))?.encrypted, true)
  t.same(
    received.filter(({ encrypted }) => !encrypted).map(({ line }) => line.split(' ')[0]),
    ['EHLO', 'STARTTLS'],
  )
})

t.test('a mail server that an unknown authority has signed gets nothing', async (t) => {
  const { port, received } = await smtpServer(t, tls)
  const other = await testAuthority('another authority')
  const ca = t.testdir({ 'ca.crt': other.ca })
  for (const mode of ['required', 'offered']) {
    const outcome = await send(port, { SMTP_TLS: mode, SMTP_CA: `${ca}/ca.crt` })
    t.match(
      outcome,
      /^mail not sent; will retry SMTP_CA is \S+ca\.crt, and the mail server is not trusted \(/,
    )
  }
  t.notMatch(JSON.stringify(received), /AUTH|MAIL FROM|secret-link/)
})

t.test('by default a server without STARTTLS is used as it is', async (t) => {
  const { port, received } = await smtpServer(t)
  t.equal(await send(port, {}), 'mail sent')
  t.match(received.find(({ line }) => line.includes('secret-link'))?.encrypted, false)
})

t.test('deliver makes one attempt and says whether the mail was accepted', async (t) => {
  const { port, received } = await smtpServer(t)
  const mailer = (settings: Record<string, string>) =>
    createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, ...settings }), silentLog())
  await mailer({}).deliver(MAIL)
  t.ok(received.some(({ line }) => line.includes('secret-link')))
  await t.rejects(mailer({ SMTP_TLS: 'required' }).deliver(MAIL), /offers no STARTTLS/)
})
