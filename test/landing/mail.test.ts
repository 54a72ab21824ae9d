/** A mail server pipes mails of a traveller into the command, with nothing but the database and a recipient. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT, dataFiles } from '../../ops/config/paths.js'
import { readRunConfig } from '../../ops/stack/ready-file.js'
import { visitor } from '../support/auth/visitor.js'
import { httpsSite } from '../support/https-site.js'
import { flightMail, pipeMail } from '../support/pipe-mail.js'
import { sharedStack } from '../support/shared-stack.js'
import { paste } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(300_000)

const DOCUMENTS = '/account/documents'
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

t.test('a mail waits until its sender is accepted; after that a mail becomes a trip by itself', async (t) => {
  const { ready, dir } = await sharedStack()
  const url = readRunConfig(dir)!.DATABASE_URL
  const who = visitor(httpsSite(t, ready.auth_url, ready.ca_file))
  await who.fill('/oauth/login', { email: ready.member_email, password: ready.member_password })
  const made = await who.fill('/account/mail', { name: 'Airlines' })
  const [, address = ''] = /id="link">([^<]+)</.exec(made.text) ?? []
  t.match(address, /^trips\+[\da-f]{40}@localhost$/)

  const first = flightMail({ day: inDays(60), locator: 'MAIL1A' })
  const twice = [await pipeMail(url, address, first), await pipeMail(url, address.toUpperCase(), first)]
  t.match(twice, [
    { code: 0, output: /^2\.0\.0 Document (\d+): waits for the member\.\n$/ },
    { code: 0, output: twice[0]!.output },
  ])
  const path = `${DOCUMENTS}/${/\d{6,}/.exec(twice[0]!.output)![0]}`
  const shown = await until('it is read', async () => {
    const page = await who.get(path)
    return page.text.includes('What was read') ? page : null
  })
  t.match(
    shown.text,
    /<h1>Your booking MAIL1A<\/h1>[^]*From <strong>booking@wings\.example[^]*SK 856[^]*MAIL1A/,
  )
  t.match(
    (await who.get(DOCUMENTS)).text,
    /Emails that wait for you[^]*Your booking MAIL1A[^]*from booking@wings/,
  )
  t.match(await who.submit(shown, path, { always: '1', 'add-0': '1' }), { status: 303 })

  const second = await pipeMail(url, address, flightMail({ day: inDays(90), locator: 'MAIL2B' }))
  t.match(second, { code: 0, output: /^2\.0\.0 Document \d+: submitted\.\n$/ })
  const forged = flightMail({
    day: inDays(95),
    locator: 'MAIL3C',
    verdict: 'mx.stranger.example; dmarc=pass',
  })
  t.match(await pipeMail(url, address, forged), { code: 0, output: /waits for the member/ })
  const api = httpsSite(t, ready.base_url, ready.ca_file)
  const headers = { authorization: `Bearer ${ready.member_token}` }
  const trips = await until('both trips are there', async () => {
    const { text } = await api.call('/v2/trips/upcoming?segments=1', { headers })
    return ['MAIL1A', 'MAIL2B'].every((locator) => text.includes(locator)) ? text : null
  })
  t.notMatch(trips, /MAIL3C/)

  t.match(await who.fillAt('/account/mail', '/account/mail/remove', {}), { status: 303 })
  t.match(await pipeMail(url, address, first), { code: 67, output: /^5\.1\.1 No member has this address/ })
})

/** The block of a document that it runs. */
const blockOf = (document: string): string =>
  /mail\.test\.ts runs this -->\n```sh\n([^]*?)```/.exec(readFileSync(join(ROOT, document), 'utf8'))![1]!

t.test("the README's mail becomes a trip", async () => {
  const { dir } = await sharedStack()
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const script = `${/^ready \(\)[^]*?\n\n/m.exec(readme)![0]}${blockOf('README.md')}`
    .replaceAll('./.tripfold/ready.json', dataFiles(dir).ready)
    .replace(/^sleep 3$/m, '')
  await until('the trip', async () =>
    /TP7Q2L/.test((await paste(script, 60_000)).split('\n').slice(1).join('')),
  )
})

t.test("the operator's script calls the command", async (t) => {
  const { dir } = await sharedStack()
  const folder = t.testdir({})
  const [script, settings] = [join(folder, 'tripfold-mail'), join(folder, 'mail.env')]
  const text = blockOf('ops/docs/mail.md')
    .replace('/etc/tripfold/mail.env', settings)
    .replace('/srv/tripfold', ROOT)
  writeFileSync(script, text)
  chmodSync(script, 0o755)
  const call = async (url: string): Promise<string> => {
    writeFileSync(settings, `DATABASE_URL='${url}'\n`)
    return await paste(`echo 'From: a@b' | ${script} trips+${'0'.repeat(40)}@localhost 2>&1; echo $?`, 60_000)
  }
  t.match(await call(readRunConfig(dir)!.DATABASE_URL), /^5\.1\.1 No member has this address\.\n67\n$/)
  t.match(await call('nonsense'), /\n75\n$/)
})

t.test('what cannot be taken in now is kept by the mail server, and what never can comes back', async (t) => {
  const { dir } = await sharedStack()
  const url = readRunConfig(dir)!.DATABASE_URL
  const address = `trips+${'0'.repeat(40)}@localhost`
  const mail = flightMail({ day: inDays(60), locator: 'MAIL1A' })
  for (const [what, code, output, server, to, text] of [
    ['no server', 75, /DATABASE_URL/, 'postgres://x:y@127.0.0.1:1/z', address, mail],
    ['no setting', 75, /DATABASE_URL/, '', address, mail],
    ['two recipients', 75, /^4\.3\.5 /, url, [address, address], mail],
    ['no such address', 67, /^5\.1\.1 /, url, address, mail],
    ['no address of ours', 67, /^5\.1\.1 /, url, 'postmaster@localhost', mail],
    ['too large', 65, /^5\.3\.4 /, url, address, Buffer.alloc(11 * 2 ** 20, mail)],
    ['no mail', 65, /^5\.6\.0 /, url, address, 'Dear Ada,\nhello'],
  ] as const)
    t.match(await pipeMail(server, to, text), { code, output }, what)
})
