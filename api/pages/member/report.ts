/** Reporting an application to the operator. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { AppStore, OauthSettings } from '../../oauth/ports.js'
import { checkText } from '../lib/form-checks.js'
import type { AccountPage, PageGuard } from '../lib/require-session.js'
import { reportMail } from '../mails.js'
import type { Mailer } from '../ports.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { field } from '../views/field.js'
import type { PageFrame, FieldError } from '../views/page-frame.js'

export interface ReportDeps {
  apps: AppStore
  mailer: Mailer
  settings: OauthSettings
}

type Page = AccountPage<MemberAccount>

const MAX_WORDS = 1_000

export function reportRoutes(app: FastifyInstance, guard: PageGuard<MemberAccount>, deps: ReportDeps): void {
  app.get(
    '/account/report',
    guard(async (page) => {
      const found = await deps.apps.find(page.query.get('app') ?? '')
      return found === null ? await page.renderError('not_found') : await renderForm(page, found.app)
    }),
  )
  app.post(
    '/account/report',
    guard(async (page) => {
      const found = await deps.apps.find(page.form.get('app') ?? '')
      return found === null ? await page.renderError('not_found') : await report(page, found.app, deps)
    }),
  )
}

async function report(page: Page, app: OauthApp, { mailer, settings }: ReportDeps): Promise<FastifyReply> {
  const { clientId, name } = app
  const memberId = page.session.accountId
  const words = checkText(page.form, 'words', 'what is wrong', MAX_WORDS)
  if (words.errors.length > 0) return await renderForm(page, app, words.value, words.errors)
  await page.audit('app_reported', { clientId, memberId, detail: { words: words.value } })
  mailer.send(reportMail({ to: settings.operatorEmail, app: name, clientId, memberId, words: words.value }))
  return await page.render(reportView, { title: 'Thank you' }, { clientId, name, words: '', sent: true })
}

async function renderForm(
  page: Page,
  { clientId, name }: OauthApp,
  words = '',
  errors: FieldError[] = [],
): Promise<FastifyReply> {
  return await page.render(
    reportView,
    { title: `Report ${name}`, errors },
    { clientId, name, words, sent: false },
  )
}

export interface ReportViewData {
  clientId: string
  name: string
  words: string
  sent: boolean
}

function reportView(data: ReportViewData, frame: PageFrame): Html {
  return html`
${
  data.sent
    ? html`<h1>Thank you</h1>
<p class="lead">We will look into it.</p>
<p>If you have connected ${data.name}, you can end its access at once under <a href="/account/apps">Connected apps</a>.</p>
`
    : html`<h1>Report ${data.name}</h1>
<p>Does it pretend to be something it is not, ask for your password, or misuse what you shared? Tell us in a sentence or two.</p>
${postForm(
  frame,
  { action: '/account/report', novalidate: true, hidden: { app: data.clientId } },
  html`${field(frame.errors, { id: 'words', label: 'What is wrong', rows: 4, value: data.words })}
<p class="actions"><button class="primary">Send the report</button> <a href="/account/apps">Back</a></p>
`,
)}
`
}
`
}
