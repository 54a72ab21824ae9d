/** Reporting an application to the operator. */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { AppStore, OauthSettings } from '../../oauth/ports.js'
import { asSent, line } from '../lib/form.js'
import { page } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import { problem, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { reportMail } from '../mails.js'
import type { Mailer } from '../ports.js'
import { fields } from '../views/field.js'
import { html } from '../views/html.js'
import { postForm } from '../views/post-form.js'

interface ReportDeps {
  apps: AppStore
  mailer: Mailer
  settings: OauthSettings
}

const APP = { app: asSent() }
const REPORT = { ...APP, words: line({ label: 'What is wrong', rows: 4 }, 'what is wrong', 1_000) }

export const reportPages = [
  page({ route: 'GET /account/report', access: member, form: APP }, async (page, { apps }: ReportDeps) => {
    const found = await apps.find(page.form.app)
    return found === null ? problem('not_found') : renderForm(found.app)
  }),
  page({ route: 'POST /account/report', access: member, form: REPORT }, async (page, deps: ReportDeps) => {
    const { form, errors } = page
    const found = await deps.apps.find(form.app)
    if (found === null) return problem('not_found')
    if (errors.length > 0) return renderForm(found.app, { errors })
    const { clientId, name } = found.app
    const { words } = form
    const memberId = page.account.id
    await page.audit('app_reported', { clientId, memberId, detail: { words } })
    deps.mailer.send(reportMail({ to: deps.settings.operatorEmail, app: name, clientId, memberId, words }))
    return view(
      { title: 'Thank you' },
      () => html`
<h1>Thank you</h1>
<p class="lead">We will look into it.</p>
<p>If you have connected ${name}, you can end its access at once under <a href="/account/apps">Connected apps</a>.</p>
`,
    )
  }),
]

function renderForm({ clientId, name }: OauthApp, refused: Refused = {}): PageResult {
  return view(
    { title: `Report ${name}`, path: '/account/apps', ...refused },
    (frame) => html`
<h1>Report ${name}</h1>
<p>Does it pretend to be something it is not, ask for your password, or misuse what you shared? Tell us in a sentence or two.</p>
${postForm(
  frame,
  { action: '/account/report', novalidate: true, hidden: { app: clientId } },
  html`${fields(frame, REPORT)}<p class="actions"><button class="primary">Send the report</button> <a href="/account/apps">Back</a></p>`,
)}
`,
  )
}
