/** Test members of an application, their tokens, and journeys that raise every event (webhooks.md 7). */
import { DELETION_TYPES, JOURNEYS, NOTICE_TYPES } from '../../../../schemas/test-mode/journeys.js'
import type { JourneyName } from '../../../../schemas/test-mode/journeys.js'
import { MAX_TEST_MEMBERS, TEST_TOKEN_SECONDS } from '../../../../schemas/base/test-member.js'
import { testEvent } from '../../../document/examples/events.js'
import { asSent, choice } from '../../lib/form.js'
import { formatDateTime } from '../../lib/format-date.js'
import { noticeOf } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { copyButton, field, fieldError, fieldOf } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import { table } from '../../views/table.js'
import { appView, tabPath } from '../app-view.js'
import { appPage } from '../own-app.js'
import type { AppPage } from '../own-app.js'
import { runJourney } from '../test-mode/run-journey.js'
import type { Stopped } from '../test-mode/run-journey.js'
import type { TestMemberStore } from '../test-mode/test-stores.js'
import type { WebhookPagesDeps } from '../webhooks/own-webhook.js'
import type { AppWebhook } from '../webhooks/webhook-stores.js'
import type { AppsDeps } from '../apps-deps.js'

export type TestTabDeps = AppsDeps & WebhookPagesDeps & { testMembers: TestMemberStore; now: () => number }

const NOTICES: Readonly<Record<string, string>> = {
  made: 'The test member has been created.',
  ran: 'The journey ran. Its events are on their way to your test webhooks.',
  sent: 'The notices have been sent to your test webhooks.',
  deleted: 'The test member has been deleted, with all its data.',
}
const FULL = `An application has at most ${MAX_TEST_MEMBERS} test members. Delete one; its place is free in seconds.`
const DISABLED = 'The application is disabled, and gets no tokens. Enable it first.'
const NO_WEBHOOK = 'The application has no test webhook. Add one under Webhooks, with "For test members".'

const names = Object.keys(JOURNEYS) as JourneyName[]
const OF_MEMBER = { member: asSent() }
const RUN = {
  member: asSent(),
  journey: choice(names, names[0]!, {
    label: 'Journey',
    options: names.map((name) => [name, JOURNEYS[name].title]),
  }),
}

export const testPages = [
  appPage(
    { route: 'GET /console/apps/:clientId/test', role: 'developer' },
    async (page, deps: TestTabDeps) => await renderTest(page, deps),
  ),
  appPage({ route: 'POST /console/apps/:clientId/test/members' }, async (page, deps: TestTabDeps) => {
    const { clientId } = page.app
    if ((await deps.testMembers.create(clientId)) === null) return await refuse(page, deps, FULL)
    await page.audit('app_changed', { clientId, detail: { test_member: 'made' } })
    return redirect(tabPath(clientId, 'test', 'made'))
  }),
  appPage(
    { route: 'POST /console/apps/:clientId/test/token', form: OF_MEMBER, check: ownMember },
    async (page, deps: TestTabDeps) => {
      const { app, form } = page
      const token = await deps.testMembers.token(app.clientId, form.member)
      if (token === null) return await refuse(page, deps, DISABLED)
      await page.audit('app_changed', { clientId: app.clientId, detail: { test_member: 'token' } })
      return tokenPage(page, token, deps)
    },
  ),
  appPage(
    { route: 'POST /console/apps/:clientId/test/journey', form: RUN, check: ownMember },
    async (page, deps: TestTabDeps) => {
      const { clientId } = page.app
      const { member, journey: name } = page.form
      // Connects the member again if it has disconnected the application.
      if ((await deps.testMembers.token(clientId, member)) === null) return await refuse(page, deps, DISABLED)
      const stopped = await runJourney(deps.testMembers, { clientId, member, name, now: deps.now() })
      if (stopped !== null) return await refuse(page, deps, stoppedText(stopped))
      return redirect(tabPath(clientId, 'test', 'ran'))
    },
  ),
  appPage({ route: 'POST /console/apps/:clientId/test/notices' }, async (page, deps: TestTabDeps) => {
    const { clientId } = page.app
    const hooks = await testWebhooks(clientId, deps)
    if (hooks.length === 0) return await refuse(page, deps, NO_WEBHOOK)
    for (const type of NOTICE_TYPES)
      await Promise.all(
        hooks.map(async ({ id }) => await deps.deliveries.ping(clientId, id, testEvent(type))),
      )
    return redirect(tabPath(clientId, 'test', 'sent'))
  }),
  appPage(
    { route: 'POST /console/apps/:clientId/test/delete', form: OF_MEMBER, check: ownMember },
    async (page, deps: TestTabDeps) => {
      const { clientId } = page.app
      await deps.testMembers.remove(page.form.member)
      await page.audit('app_changed', { clientId, detail: { test_member: 'deleted' } })
      return redirect(tabPath(clientId, 'test', 'deleted'))
    },
  ),
]

const testWebhooks = async (clientId: string, { webhooks }: AppsDeps): Promise<AppWebhook[]> =>
  (await webhooks.list(clientId)).filter(({ test }) => test)

/** Null for a test member of the application. */
async function ownMember(
  { app, form }: Posted<AppPage, typeof OF_MEMBER>,
  { testMembers }: TestTabDeps,
): Promise<PageResult | null> {
  const members = await testMembers.list(app.clientId)
  return members.some(({ id }) => id === form.member) ? null : problem('not_found')
}

const stoppedText = ({ step, why }: Stopped): string =>
  why === null
    ? `Step ${step} was accepted but is not applied yet, so the rest was not sent. Run the journey again.`
    : `Step ${step} was refused: ${why}`

const refuse = async (page: AppPage, deps: TestTabDeps, text: string): Promise<PageResult> =>
  await renderTest(page, deps, { errors: [{ field: 'test', text }] })

async function renderTest(page: AppPage, deps: TestTabDeps, refused: Refused = {}): Promise<PageResult> {
  const { app } = page
  const members = await deps.testMembers.list(app.clientId)
  const hooks = await testWebhooks(app.clientId, deps)
  return appView(
    page,
    'test',
    { title: `Test ${app.name}`, notice: noticeOf(page, NOTICES), ...refused },
    (frame, at) => html`
<h1>Test</h1>
<p>Test members are travellers of your own, with their own tokens. Their events carry <code>"test": true</code>, and only webhooks for test members get them. They appear in no live list, figure or webhook. <a href="/docs/guides/test-your-integration">The guide</a> explains how to use them.</p>
<div id="test">${fieldError(frame.errors, 'test')}</div>
<h2>Test members</h2>
${members.length === 0 ? html`<p>There are none yet.</p>` : memberTable(members, frame, at)}
${postForm(frame, { action: `${at}/test/members` }, html`<p class="actions"><button class="primary">Create a test member</button></p>`)}
<h2>Journeys</h2>
<p>A journey sends what sources would report about the member, step by step, on days that are free.</p>
${
  members.length > 0 &&
  postForm(
    frame,
    { action: `${at}/test/journey`, class: 'card' },
    html`${field(frame.errors, { id: 'member', label: 'Test member', value: '', options: members.map(({ id }) => [id, id]) })}
${fieldOf(frame, RUN, 'journey', { values: { journey: names[0] } })}
<p class="actions"><button class="primary">Run the journey</button></p>
`,
  )
}
${journeyTable()}
<h2>Notices about a webhook</h2>
<p>Examples, sent at once to each webhook for test members, whatever it subscribes to: ${NOTICE_TYPES.join(', ')}.</p>
${hooks.length === 0 ? html`<p>${NO_WEBHOOK}</p>` : postForm(frame, { action: `${at}/test/notices` }, html`<p class="actions"><button>Send the notices</button></p>`)}
`,
  )
}

function memberTable(members: Array<{ id: string; created: Date }>, frame: PageFrame, at: string): Html {
  const button = (path: string, id: string, words: string): Html =>
    postForm(
      frame,
      { action: `${at}/test/${path}`, hidden: { member: id } },
      html`<button class="quiet">${words}<span class="hidden"> of ${id}</span></button>`,
    )
  return table('Test members', members, [
    { heading: 'Id', cell: ({ id }) => html`<code>${id}</code>`, isPlain: true },
    { heading: 'Created', cell: ({ created }) => formatDateTime(created) },
    {
      heading: 'Events',
      cell: ({ id }) =>
        html`<a href="${at}/events?member=${id}">Events<span class="hidden"> of ${id}</span></a>`,
      isPlain: true,
    },
    { heading: 'Token', cell: ({ id }) => button('token', id, 'Get a token'), isPlain: true },
    { heading: 'Deletion', cell: ({ id }) => button('delete', id, 'Delete all data'), isPlain: true },
  ])
}

function journeyTable(): Html {
  const rows = [
    ...names.map((name) => JOURNEYS[name]),
    {
      title: 'Delete a test member',
      steps: [{ says: 'The member leaves, and is erased' }],
      raises: DELETION_TYPES,
    },
  ]
  return table('Journeys and their events', rows, [
    { heading: 'Journey', cell: ({ title }) => title },
    { heading: 'Steps', cell: ({ steps }) => `${steps.map(({ says }) => says).join('. ')}.` },
    { heading: 'Raises', cell: ({ raises }) => raises.join(', ') },
  ])
}

const MINUTES = TEST_TOKEN_SECONDS / 60

function tokenPage({ app }: AppPage, token: string, { settings }: TestTabDeps): PageResult {
  return view(
    { title: 'Test token' },
    () => html`
<h1>Test token</h1>
<p class="lead">An access token for the test member, like those that your application gets for travellers. It is shown only once and expires in ${MINUTES} minutes.</p>
<p>access_token <span class="secret" id="secret_value">${token}</span></p>
<p class="after-code">${copyButton('secret_value', 'the token')}</p>
<pre tabindex="0">curl -s ${settings.baseUrl}/v2/trips -H 'Authorization: Bearer ACCESS_TOKEN'</pre>
<p><a class="button" href="${tabPath(app.clientId, 'test')}">Back to the test members</a></p>
`,
  )
}
