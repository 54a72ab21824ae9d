/** What cannot be undone for an application (oauth.md 5.9, 133). */
import type { OauthSettings } from '../../../oauth/ports.js'
import type { AppsDeps } from '../apps-deps.js'
import { appFrame } from './app-frame.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { field } from '../../views/field.js'
import { appLayout } from './app-layout.js'
import type { PageFrame, FieldError } from '../../views/page-frame.js'
import type { DangerData } from './page-data.js'
import type { AppPage } from '../own-app.js'
import type { PageResult } from '../../lib/page-result.js'
import { view } from '../../lib/page-result.js'
import { noticeOf } from '../../lib/page.js'

const NOTICES: Readonly<Record<string, string>> = {
  ended: 'All tokens have ended.',
  disabled: 'The application is disabled. Its tokens have ended.',
  enabled: 'The application is enabled again.',
  offered:
    'If a developer account has this address, the application has been offered to it by mail. ' +
    'It is yours until the offer is accepted, which is possible within a day.',
}

/** What a developer can do about an application that an operator disabled. */
export function disabledByOperatorText({ operatorEmail }: Pick<OauthSettings, 'operatorEmail'>): string {
  return `We disabled this application. Write to ${operatorEmail} to have it enabled again.`
}

export async function renderDanger(
  page: AppPage,
  { settings, developerApps }: AppsDeps,
  errors: FieldError[] = [],
): Promise<PageResult> {
  const { app } = page
  const { members } = await developerApps.countConnections(app.clientId)
  const typed = (field: string): string =>
    errors.some((error) => error.field === field) ? (page.form.get(field) ?? '') : ''
  return view(
    dangerView,
    { title: `Danger: ${app.name}`, errors, notice: noticeOf(page, NOTICES) },
    {
      appFrame: appFrame(app, 'danger'),
      disabledByOperator: app.disabledBy === 'operator' ? disabledByOperatorText(settings) : null,
      members,
      typed: {
        disableName: typed('disable_name'),
        transferEmail: typed('transfer_email'),
        deleteName: typed('delete_name'),
      },
    },
  )
}

function dangerView(data: DangerData, frame: PageFrame): Html {
  const at = data.appFrame.path
  const count =
    data.members === 1 ? 'The one connected traveller has' : `All ${data.members} connected travellers have`
  const again = data.members === 0 ? 'No traveller is connected.' : `${count} to connect again.`
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>Danger</h1>
<p>These actions take effect at once. They ask who you are, unless you confirmed it in the last five minutes.</p>
<section class="card danger" aria-labelledby="tokens">
<h2 id="tokens">End all tokens</h2>
<ul><li>Every access and refresh token stops working. ${again}</li><li>Secrets, webhooks and settings stay.</li></ul>
${postForm(frame, { action: `${at}/end-tokens` }, html`<p class="actions"><button class="danger">End all tokens</button></p>`)}
</section>
<section class="card${data.appFrame.disabled ? '' : ' danger'}" aria-labelledby="disabling">
<h2 id="disabling">${data.appFrame.disabled ? 'Enable' : 'Disable'}</h2>
${
  data.disabledByOperator !== null
    ? html`<p id="held">${data.disabledByOperator}</p>
`
    : html`${
        data.appFrame.disabled
          ? html`<p>It gets tokens again. Travellers have to connect again.</p>
${postForm(frame, { action: `${at}/enable` }, html`<p class="actions"><button>Enable again</button></p>`)}
`
          : html`<ul><li>All tokens end, and no new ones are issued until it is enabled again. ${again}</li><li>Secrets, webhooks and settings stay.</li></ul>
${postForm(
  frame,
  { action: `${at}/disable`, novalidate: true },
  html`${field(frame.errors, { id: 'disable_name', label: 'Type the name of the application to disable it', value: data.typed.disableName })}
<p class="actions"><button class="danger">Disable</button></p>`,
)}
`
      }`
}
</section>
<section class="card danger" aria-labelledby="transferring">
<h2 id="transferring">Transfer</h2>
<ul><li>We offer it by mail to another developer. It is yours until the offer is accepted, within a day.</li><li>Then its secrets, tokens, webhooks and calendar addresses end. ${again}</li><li>It is no longer verified, and you cannot take it back.</li></ul>
${postForm(
  frame,
  { action: `${at}/transfer`, novalidate: true },
  html`${field(frame.errors, { id: 'transfer_email', label: 'Email address of the other developer account', type: 'email', value: data.typed.transferEmail })}
<p class="actions"><button class="danger">Offer the application</button></p>`,
)}
</section>
<section class="card danger" aria-labelledby="deleting">
<h2 id="deleting">Delete</h2>
<ul><li>Its tokens, secrets and webhooks end with it, and the client id is never used again. ${again.replace(' to connect again.', ' no connection to it any more.')}</li><li>What it submitted stays in the travellers' itineraries.</li></ul>
${postForm(
  frame,
  { action: `${at}/delete`, novalidate: true },
  html`${field(frame.errors, { id: 'delete_name', label: 'Type the name of the application to delete it', value: data.typed.deleteName })}
<p class="actions"><button class="danger">Delete the application</button></p>`,
)}
</section>
`,
  )
}
