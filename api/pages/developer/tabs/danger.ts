/** What cannot be undone for an application: ending its tokens, disabling it, deleting it (oauth.md 5.9, 133). */
import type { OauthSettings } from '../../../oauth/ports.js'
import { email, text } from '../../lib/form.js'
import { noticeOf } from '../../lib/page.js'
import { redirect } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import { appView, tabPath } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage } from '../own-app.js'
import type { AppPage, AppPageDeclaration } from '../own-app.js'

const NOTICES: Readonly<Record<string, string>> = {
  ended: 'All tokens have ended.',
  disabled: 'The application is disabled. Its tokens have ended.',
  enabled: 'The application is enabled again.',
  offered:
    'If a developer account has this address, the application has been offered to it by email. ' +
    'It is yours until the offer is accepted, which is possible for a day.',
  offered_later:
    'If a developer account has this address, the application has been offered to it by email. It does not belong to your ' +
    'account, so its owner has been informed: the offer can be accepted after seven days, unless the owner stops it.',
}

const DISABLE = { disable_name: text({ label: 'Type the name of the application to disable it' }) }
const DELETE = { delete_name: text({ label: 'Type the name of the application to delete it' }) }
export const TRANSFER = { transfer_email: email({ label: 'Email address of the other developer account' }) }

export const dangerPages = [
  appPage(
    { route: 'GET /console/apps/:clientId/danger', role: 'owner' },
    async (page, deps: AppsDeps) => await renderDanger(page, deps),
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/end-tokens',
      role: 'owner',
      stepUp: { what: 'end all tokens of', back: 'danger' },
    },
    async ({ app: { clientId }, audit }, { developerApps }: AppsDeps) => {
      await developerApps.revokeTokens(clientId)
      await audit('tokens_ended', { clientId })
      return redirect(tabPath(clientId, 'danger', 'ended'))
    },
  ),
  appPage({ route: 'POST /console/apps/:clientId/enable', role: 'owner' }, async (page, deps: AppsDeps) => {
    const { clientId } = page.app
    if (!(await deps.developerApps.setEnabled(clientId, true)))
      return await renderDanger(page, deps, {
        errors: [{ field: 'held', text: disabledByOperatorText(deps.settings) }],
      })
    await page.audit('app_enabled', { clientId })
    return redirect(tabPath(clientId, 'danger', 'enabled'))
  }),
  appPage(
    { route: 'POST /console/apps/:clientId/disable', role: 'owner', ...withTypedName('disable', DISABLE) },
    async ({ app: { clientId }, audit }, { developerApps }: AppsDeps) => {
      await developerApps.setEnabled(clientId, false)
      await audit('app_disabled', { clientId })
      return redirect(tabPath(clientId, 'danger', 'disabled'))
    },
  ),
  appPage(
    { route: 'POST /console/apps/:clientId/delete', role: 'owner', ...withTypedName('delete', DELETE) },
    async ({ app: { clientId, name }, audit }, { developerApps }: AppsDeps) => {
      await developerApps.delete(clientId)
      await audit('app_deleted', { clientId, detail: { name } })
      return redirect('/console/apps?m=deleted')
    },
  ),
]

/** The name of the application has to be typed into the field of the form, before the action is confirmed. */
function withTypedName<F extends typeof DISABLE | typeof DELETE>(
  what: string,
  form: F,
): Pick<AppPageDeclaration<F, AppsDeps>, 'form' | 'check' | 'stepUp'> {
  return {
    form,
    check: async (page, deps) => {
      const { name } = page.app
      const [field = '', typed] = Object.entries(page.form)[0] ?? []
      if (typed === name) return null
      const text = `Type the name of the application, ${name}, to confirm.`
      return await renderDanger(page, deps, { errors: [{ field, text }] })
    },
    stepUp: { what, back: 'danger' },
  }
}

/** What a developer can do about an application that an operator disabled. */
function disabledByOperatorText({ operatorEmail }: Pick<OauthSettings, 'operatorEmail'>): string {
  return `We disabled this application. Write to ${operatorEmail} to have it enabled again.`
}

export async function renderDanger(
  page: AppPage,
  deps: AppsDeps,
  refused: Refused = {},
): Promise<PageResult> {
  const { app } = page
  const { members } = await deps.developerApps.countConnections(app.clientId)
  const count = members === 1 ? 'The one connected traveller has' : `All ${members} connected travellers have`
  const again = members === 0 ? 'No traveller is connected.' : `${count} to connect again.`
  const held = app.disabledBy === 'operator' ? disabledByOperatorText(deps.settings) : null
  return appView(
    page,
    'danger',
    { title: `Danger: ${app.name}`, notice: noticeOf(page, NOTICES), ...refused },
    (frame, at) => html`
<h1>Danger</h1>
<p>These actions take effect at once. They ask you to confirm it is you, unless you did so in the last five minutes.</p>
<section class="card danger" aria-labelledby="tokens">
<h2 id="tokens">End all tokens</h2>
<ul><li>Every access and refresh token stops working. ${again}</li><li>Secrets, webhooks and settings stay.</li></ul>
${postForm(frame, { action: `${at}/end-tokens` }, html`<p class="actions"><button class="danger">End all tokens</button></p>`)}
</section>
<section class="card${app.disabled ? '' : ' danger'}" aria-labelledby="disabling">
<h2 id="disabling">${app.disabled ? 'Enable' : 'Disable'}</h2>
${held === null ? disabling(app.disabled, again, frame, at) : html`<p id="held">${held}</p>`}
</section>
<section class="card danger" aria-labelledby="transferring">
<h2 id="transferring">Transfer</h2>
<ul><li>We offer it by email to another developer, who can accept within a day. It is yours until they do.</li><li>Then its secrets, tokens, webhooks and calendar addresses end. ${again}</li><li>It is no longer verified, and you cannot take it back.</li></ul>
${dangerForm(frame, `${at}/transfer`, TRANSFER, 'Offer the application')}
</section>
<section class="card danger" aria-labelledby="deleting">
<h2 id="deleting">Delete</h2>
<ul><li>Its tokens, secrets and webhooks end with it, and the client id is never used again. ${again.replace(' to connect again.', ' no connection to it after that.')}</li><li>What it submitted stays in the travellers' itineraries. Its test members are erased.</li></ul>
${dangerForm(frame, `${at}/delete`, DELETE, 'Delete the application')}
</section>
`,
  )
}

function disabling(isDisabled: boolean, again: string, frame: PageFrame, at: string): Html {
  if (isDisabled)
    return html`<p>It can get tokens again. Travellers have to connect again.</p>
${postForm(frame, { action: `${at}/enable` }, html`<p class="actions"><button>Enable again</button></p>`)}`
  return html`<ul><li>All tokens end, and no new ones are issued until it is enabled again. ${again}</li><li>Secrets, webhooks and settings stay.</li></ul>
${dangerForm(frame, `${at}/disable`, DISABLE, 'Disable')}`
}

function dangerForm(
  frame: PageFrame,
  action: string,
  form: typeof DISABLE | typeof DELETE | typeof TRANSFER,
  button: string,
): Html {
  return postForm(
    frame,
    { action, novalidate: true },
    html`${fields(frame, form)}<p class="actions"><button class="danger">${button}</button></p>`,
  )
}
