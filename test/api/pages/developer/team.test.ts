/** Teams of applications: invitations, roles, and what each role may do (oauth.md 5.9, 151; 6.6). */
import t from 'tap'
import { anApp, PASSWORD } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import type { TestDeveloper } from '../../../support/auth/developer-fixtures.js'
import type { Visitor } from '../../../support/auth/visitor.js'
import { visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const developer = await aDeveloper(node)
const owner = await signedInDeveloper(node, developer)

interface TestTeam {
  clientId: string
  home: string
}

const aTeam = async (name: string): Promise<TestTeam> => {
  const { clientId } = await anApp(node, { developerId: developer.id, name })
  return { clientId, home: `/console/apps/${clientId}` }
}
const invite = async ({ home }: TestTeam, email: string, role: string, by = owner): Promise<string> => {
  const answer = await by.fillAt(`${home}/team`, `${home}/team/invite`, {
    invite_email: email,
    invite_role: role,
  })
  if (answer.status !== 303) throw new Error(answer.text)
  return /https:\/\/\S+/.exec(node.mails.at(-1)!.text)![0].slice(node.url.length)
}
const join = async (team: TestTeam, role: string): Promise<[Visitor, TestDeveloper]> => {
  const who = await aDeveloper(node)
  const by = await signedInDeveloper(node, who)
  const link = await invite(team, who.email, role)
  await by.fillAt(link, `${link}/accept`, {})
  return [by, who]
}
const audited = async ({ clientId }: TestTeam, event: string): Promise<number> =>
  (await node.knex('audit').where({ client_id: clientId, event })).length

t.test('151 an invitation is accepted by the owner of the address alone, and once', async (t) => {
  const team = await aTeam('Invited <b>')
  const who = await aDeveloper(node)
  const by = await signedInDeveloper(node, who)
  const stranger = await signedInDeveloper(node, await aDeveloper(node))
  const link = await invite(team, who.email.toUpperCase(), 'developer')
  t.match(node.mails.at(-1), {
    to: who.email.toUpperCase(),
    subject: 'You are invited to the team of Invited <b>',
    text: `Dev Example (${developer.email}) of Example Travel invites you to the team of the application Invited <b>, as developer.`,
  })
  t.equal((await by.get(team.home)).status, 404, 'not yet')
  t.match((await by.get('/console/apps')).text, /Invitation to Invited &lt;b&gt;/)
  const page = await by.get(link)
  t.match(page.text, /Example Travel/)
  t.equal((await stranger.get(link)).status, 400)
  const token = /name="form_token" value="([^"]*)"/.exec((await stranger.get('/console/apps/new')).text)![1]!
  t.equal((await stranger.post(`${link}/accept`, { form_token: token })).status, 400)

  t.equal((await by.submit(page, `${link}/accept`, {})).headers['location'], `${team.home}/team?m=joined`)
  t.match(node.mails.at(-1), { to: developer.email, text: new RegExp(`${who.email}.*as developer`) })
  t.equal((await by.submit(page, `${link}/accept`, {})).status, 400, 'once')
  t.match((await by.get('/console/apps')).text, /Invited &lt;b&gt;[\s\S]*developer<\/span> of Example Travel/)
  const shown = (await owner.get(`${team.home}/team`)).text
  t.match(shown, new RegExp(`${who.email}, joined on`))
  t.match(shown, /Joined the team/)
  t.equal(await audited(team, 'team_joined'), 1)
})

t.test('151 somebody without an account signs up with the address, and finds the invitation', async (t) => {
  const team = await aTeam('Sign up')
  const link = await invite(team, 'invited-new@mail.example', 'viewer')
  const by = visitor(node)
  const signIn = await by.get(String((await by.get(link)).headers['location']))
  const signUp = /href="(\/console\/signup[^"]*)"/.exec(signIn.text)?.[1] ?? ''
  await by.fillAt(signUp, '/console/signup', {
    name: 'New',
    organisation: 'Other Travel',
    email: 'Invited-New@mail.example',
    password: PASSWORD,
  })
  const confirm = /https:\/\/\S+/.exec(node.mails.at(-1)!.text)![0].slice(node.url.length)
  const confirmed = await by.fillAt(confirm, '/console/confirm', {})
  t.equal(
    new URL(String(confirmed.headers['location']), node.url).searchParams.get('q'),
    link,
    'signing in leads back to the invitation',
  )
  const account = await node.auth.deps.developers.byEmail('invited-new@mail.example')
  const session = await signedInDeveloper(node, { ...developer, id: account!.id })
  t.match((await session.get('/console/apps')).text, /Invitation to Sign up/)
  t.equal((await session.fillAt(link, `${link}/decline`, {})).status, 303)
  t.equal((await session.get(link)).status, 400)
  t.equal(await audited(team, 'team_invitation_ended'), 1)
})

t.test('151 names that mail programs would make a link of stay out of the mail', async (t) => {
  const team = await aTeam('Win at evil.example')
  await invite(team, 'careful@mail.example', 'viewer')
  const { subject = '', text = '' } = node.mails.at(-1) ?? {}
  t.notMatch(subject + text, /evil/)
  t.match(
    text,
    `Dev Example (${developer.email}) of Example Travel invites you to the team of an application`,
  )
})

t.test('151 who may invite, and whom', async (t) => {
  const team = await aTeam('Who')
  const refused = async (email: string, role = 'viewer'): Promise<string> => {
    const page = await owner.get(`${team.home}/team`)
    const values = { invite_email: email, invite_role: role }
    const answer = await owner.submit(page, `${team.home}/team/invite`, values)
    return answer.status === 422 ? answer.text : `${answer.status}`
  }
  t.match(await refused('nonsense'), /Enter an email address/)
  t.match(await refused('a@mail.example', 'king'), /Choose a role/)
  t.match(await refused(developer.email), /is in the team/)
  const link = await invite(team, 'twice@mail.example', 'viewer')
  t.equal(await invite(team, 'Twice@mail.example', 'owner'), link, 'the same invitation, changed')
  t.match(
    (await owner.get(`${team.home}/team`)).text,
    /Twice@mail\.example<\/strong> <span class="badge plain">Owner/,
  )
  await node.knex('app_invitation').update({ expires_at: node.knex.raw('now()') })
  t.notMatch((await owner.get(`${team.home}/team`)).text, /<strong>Twice/, 'expired')
  await node.knex('app_invitation').insert(
    Array.from({ length: 50 }, (_, at) => ({
      client_id: team.clientId,
      email: `x${at}`,
      email_key: `x${at}`,
      role: 'viewer',
      invited_by: developer.id,
      expires_at: node.knex.raw("now() + interval '1 day'"),
    })),
  )
  t.match(await refused('more@mail.example'), /at most 50/)
  await owner.fillAt(`${team.home}/team`, `${team.home}/team/withdraw`, {})
  t.equal(await refused('more@mail.example'), '303')
})

t.test('151 developers change settings and credentials, owners everything', async (t) => {
  const team = await aTeam('Changed')
  const [member, who] = await join(team, 'developer')
  const settings = await member.get(`${team.home}/settings`)
  t.equal(
    (await member.submit(settings, `${team.home}/settings`, { description: 'by the team' })).status,
    303,
  )
  t.match((await member.fillAt(`${team.home}/credentials`, `${team.home}/rotate`, {})).text, /secret/)
  const page = await owner.get(`${team.home}/team`)
  t.equal((await owner.submit(page, `${team.home}/team/role`, { role: 'owner' })).status, 303)
  t.match(node.mails.at(-1), {
    to: who.email,
    text: `Dev Example (${developer.email}) has changed your role in the team of the application Changed: you are now owner.`,
  })
  await invite(team, 'by-second-owner@mail.example', 'viewer', member)
  t.equal((await member.get(`${team.home}/danger`)).status, 200)
  await member.fillAt(`${team.home}/danger`, `${team.home}/disable`, {
    disable_name: 'Changed',
  })
  t.match((await owner.get(team.home)).text, /Disabled/)
  const activity = (await owner.get(`${team.home}/team`)).text
  for (const what of [
    'Application changed',
    'Secret rotated',
    'Role in the team changed',
    'Application disabled',
  ])
    t.match(activity, what)

  await owner.fillAt(`${team.home}/team`, `${team.home}/team/remove`, {})
  t.match(node.mails.at(-1), {
    to: who.email,
    text: `Dev Example (${developer.email}) has removed you from the team of the application Changed.`,
  })
  t.equal((await member.get(team.home)).status, 404)
})

t.test('151 anybody can leave but the developer of the application', async (t) => {
  const team = await aTeam('Left')
  const [second] = await join(team, 'owner')
  const token = /name="form_token" value="([^"]*)"/.exec((await owner.get(`${team.home}/team`)).text)![1]!
  t.equal((await owner.post(`${team.home}/team/leave`, { form_token: token })).status, 404)
  const page = await second.get(`${team.home}/team`)
  for (const path of ['team/remove', 'team/role'])
    await second.post(`${team.home}/${path}`, {
      form_token: /name="form_token" value="([^"]*)"/.exec(page.text)![1]!,
      developer: developer.id,
      role: 'viewer',
    })
  t.equal((await owner.get(`${team.home}/danger`)).status, 200, 'nobody can remove or demote the developer')
  const left = await second.submit(page, `${team.home}/team/leave`, {})
  t.equal(left.headers['location'], '/console/apps?m=left')
  t.equal((await second.get(team.home)).status, 404)
})

t.test('168 an invitation ends with the role of who made it', async (t) => {
  const team = await aTeam('Ended')
  const receiver = await aDeveloper(node)
  const to = await signedInDeveloper(node, receiver)
  const ends: Array<(second: Visitor) => Promise<unknown>> = [
    async () => await owner.fillAt(`${team.home}/team`, `${team.home}/team/remove`, {}),
    async () => await owner.fillAt(`${team.home}/team`, `${team.home}/team/role`, { role: 'developer' }),
    async (second) => await second.fillAt(`${team.home}/team`, `${team.home}/team/leave`, {}),
  ]
  for (const end of ends) {
    const [second, who] = await join(team, 'owner')
    const link = await invite(team, receiver.email, 'owner', second)
    const page = await to.get(link)
    t.equal(page.status, 200)
    await end(second)
    t.equal((await to.get(link)).status, 400)
    t.equal((await to.submit(page, `${link}/accept`, {})).status, 400)
    t.notMatch((await owner.get(`${team.home}/team`)).text, `<strong>${receiver.email}`)
    await node
      .knex('app_team')
      .insert({ client_id: team.clientId, developer_id: who.id, role: 'owner' })
      .onConflict(['client_id', 'developer_id'])
      .merge()
    t.equal((await to.get(link)).status, 400, 'also if they come back')
    await node.knex('app_team').where({ client_id: team.clientId }).delete()
  }
  // Made at the moment of the removal: the row is there, and nobody may use it.
  await node.knex('app_invitation').insert({
    client_id: team.clientId,
    email: receiver.email,
    email_key: receiver.email,
    role: 'owner',
    invited_by: 1,
    expires_at: node.knex.raw("now() + interval '1 day'"),
  })
  t.notMatch((await to.get('/console/apps')).text, /Invitation to Ended/)
})

/** Offers the application; returns the path of the mailed link. */
const offer = async ({ home }: TestTeam, by: Visitor, receiver: TestDeveloper): Promise<string> => {
  await by.fillAt(`${home}/danger`, `${home}/transfer`, { transfer_email: receiver.email })
  const mail = node.mails.findLast((one) => one.to === receiver.email)
  return /https:\/\/\S+/.exec(mail!.text)![0].slice(node.url.length)
}
const NOW = "jsonb_set(payload, '{acceptable}', '\"0\"')"

t.test('169 an owner in the team gives the application away only after notice to its account', async (t) => {
  const team = await aTeam('Handed over')
  const [second, who] = await join(team, 'owner')
  const receiver = await aDeveloper(node)
  await invite(team, 'waiting@mail.example', 'viewer')
  const to = await signedInDeveloper(node, receiver)
  const link = await offer(team, second, receiver)
  const notice = node.mails.findLast((one) => one.to === developer.email)
  t.match(notice, { subject: 'Somebody wants to give your application away' })
  for (const said of [who.email, 'Handed over', receiver.email, `${node.url}${team.home}/team`])
    t.match(notice?.text, said)
  const page = await to.get(link)
  t.match(page.text, new RegExp(`Dev Example</strong> \\(${who.email}\\) offers you`))
  t.match(await to.submit(page, '/console/transfer', {}), {
    status: 422,
    text: /Its owner may still stop this/,
  })
  t.equal((await owner.get(team.home)).status, 200, 'it is still theirs')
  const open = await node
    .knex('mail_link')
    .where({ purpose: 'app_transfer' })
    .orderBy('expires_at', 'desc')
    .first<{ expires_at: Date }>()
  t.ok(open!.expires_at.getTime() > Date.now() + 7.9 * 86_400_000, 'open for a day after the notice')

  await node
    .knex('mail_link')
    .where({ purpose: 'app_transfer' })
    .update({ payload: node.knex.raw(NOW) })
  t.equal((await to.submit(page, '/console/transfer', {})).status, 303)
  t.match(
    node.mails.findLast((one) => one.to === developer.email)?.text,
    new RegExp(`${receiver.email}[^]*${who.email}`),
  )
  for (const one of [owner, second]) t.equal((await one.get(team.home)).status, 404)
  t.same(await node.knex('app_invitation').where({ client_id: team.clientId }), [])
})

t.test('169 an offer ends with the role of who made it', async (t) => {
  const team = await aTeam('Kept')
  const [second] = await join(team, 'owner')
  const receiver = await aDeveloper(node)
  const to = await signedInDeveloper(node, receiver)
  const page = await to.get(await offer(team, second, receiver))
  await owner.fillAt(`${team.home}/team`, `${team.home}/team/remove`, {})
  await node
    .knex('mail_link')
    .where({ purpose: 'app_transfer' })
    .update({ payload: node.knex.raw(NOW) })
  t.equal((await to.submit(page, '/console/transfer', {})).status, 400)
  t.equal((await owner.get(team.home)).status, 200)
})

t.test('a service for development says where the mail of an invitation is', async (t) => {
  const team = await aTeam('Mailed')
  const shown = async (): Promise<string> => (await owner.get(`${team.home}/team?m=invited`)).text
  t.match(await shown(), /invitation is on its way/)
  const { settings } = node.auth.deps
  const before = settings.mailFolder
  t.teardown(() => {
    settings.mailFolder = before
  })
  settings.mailFolder = 'mail'
  t.match(await shown(), /newest file in \.tripfold\/mail/)
  t.notMatch(await shown(), /on its way/)
})
