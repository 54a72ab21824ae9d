/** Reporting an application to the operator. */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { AppStore, OauthSettings } from '../../oauth/ports.js'
import { checkText } from '../lib/form-checks.js'
import { reportMail } from '../mails.js'
import type { Mailer } from '../ports.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { field } from '../views/field.js'
import type { PageFrame, FieldError } from '../views/page-frame.js'
import { page } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import { problem, view } from '../lib/page-result.js'
import type { MemberPage } from '../lib/page-access.js'
import type { PageResult } from '../lib/page-result.js'

export interface ReportDeps {
  apps: AppStore
  mailer: Mailer
  settings: OauthSettings
}

const MAX_WORDS = 1_000

export const reportPages = [
  page({ route: 'GET /account/report', access: member }, async (page, { apps }: ReportDeps) => {
    const found = await apps.find(page.query.get('app') ?? '')
    return found === null ? problem('not_found') : renderForm(found.app)
  }),
  page({ route: 'POST /account/report', access: member }, async (page, deps: ReportDeps) => {
    const found = await deps.apps.find(page.form.get('app') ?? '')
    return found === null ? problem('not_found') : await report(page, found.app, deps)
  }),
]

async function report(
  page: MemberPage,
  app: OauthApp,
  { mailer, settings }: ReportDeps,
): Promise<PageResult> {
  const { clientId, name } = app
  const memberId = page.session.accountId
  const words = checkText(page.form, 'words', 'what is wrong', MAX_WORDS)
  if (words.errors.length > 0) return renderForm(app, words.value, words.errors)
  await page.audit('app_reported', { clientId, memberId, detail: { words: words.value } })
  mailer.send(reportMail({ to: settings.operatorEmail, app: name, clientId, memberId, words: words.value }))
  return view(reportView, { title: 'Thank you' }, { clientId, name, words: '', sent: true })
}

function renderForm({ clientId, name }: OauthApp, words = '', errors: FieldError[] = []): PageResult {
  return view(reportView, { title: `Report ${name}`, errors }, { clientId, name, words, sent: false })
}

interface ReportViewData {
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
