/** Bookings by email: the member's secret addresses, and the senders whose mails are added without asking. */
import { randomBytes } from 'node:crypto'
import { isId } from '../../../../schemas/base/ids.js'
import type { IdGenerator } from '../../../../schemas/base/ids.js'
import { MAIL_SECRET_BYTES, mailAddress } from '../../../../schemas/documents/mail-addresses.js'
import type {
  MailAddress,
  MailAddresses,
  MailSenderRow,
} from '../../../../schemas/documents/mail-addresses.js'
import type { AuditEvent } from '../../../../schemas/oauth/audit.js'
import { asSent, line } from '../../lib/form.js'
import { formatDate, formatDateTime } from '../../lib/format-date.js'
import { noticeOf, page } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import { DOCUMENTS_PAGE } from './page-documents.js'

export interface MailDeps {
  mailAddresses: MailAddresses
  ids: IdGenerator
  settings: { mailDomain: string }
}

export const MAIL_PAGE = '/account/mail'
const MAX_ADDRESSES = 20
const TOO_MANY = `You already have ${MAX_ADDRESSES} addresses. Remove one that you no longer need.`
const NOTICES: Readonly<Record<string, string>> = {
  removed: 'Removed. Emails to that address are returned to their sender.',
  refused: 'Removed. Emails from that sender wait for you again.',
}
const NEW = {
  name: line(
    { label: 'Name', hint: 'A name that you will recognise, for example where you use it.' },
    'a name to recognise the address by',
    100,
  ),
}
const REMOVAL = { id: asSent() }

export const mailPages = [
  page(
    { route: `GET ${MAIL_PAGE}`, access: member },
    async (page, deps: MailDeps) => await renderMail(page, deps),
  ),
  page({ route: `POST ${MAIL_PAGE}`, access: member, form: NEW, again: renderMail }, create),
  removalPage('remove', 'removed', 'mail_address_removed'),
  removalPage('refuse', 'refused', 'mail_sender_removed'),
]

function removalPage(act: 'remove' | 'refuse', notice: string, event: AuditEvent) {
  return page(
    { route: `POST ${MAIL_PAGE}/${act}`, access: member, form: REMOVAL },
    async (page, { mailAddresses }: MailDeps) => {
      const memberId = page.account.id
      if (isId(page.form.id) && (await mailAddresses[act](memberId, page.form.id)))
        await page.audit(event, { memberId })
      return redirect(`${MAIL_PAGE}?m=${notice}`)
    },
  )
}

async function renderMail(page: MemberPage, deps: MailDeps, refused: Refused = {}): Promise<PageResult> {
  if (deps.settings.mailDomain === '') return problem('not_found')
  const [addresses, senders] = await Promise.all([
    deps.mailAddresses.list(page.account.id),
    deps.mailAddresses.senders(page.account.id),
  ])
  return view(
    { title: 'Bookings by email', path: '/account/trips', notice: noticeOf(page, NOTICES), ...refused },
    (frame) => html`
<p class="crumb"><a href="/account/documents">Add to my itinerary</a></p>
<h1>Bookings by email</h1>
<p class="lead">Create an address of your own and forward your booking confirmations to it, or give it to those who send them.</p>
<p>An email waits under <a href="${DOCUMENTS_PAGE}">Add to my itinerary</a> until you add it. Emails from ${page.account.email}, and from senders that you always accept, are added at once if we can verify where they come from. Anyone who knows an address can send to it, so give it only to people and companies you trust.</p>
${addresses.length > 0 && html`<h2>Your addresses</h2>\n${addresses.map((one) => addressCard(one, frame))}`}
${senders.length > 0 && html`<h2>Senders that you always accept</h2>\n${senders.map((one) => senderCard(one, frame))}`}
<h2>New address</h2>
${postForm(frame, { action: MAIL_PAGE, novalidate: true }, html`${fields(frame, NEW)}<p class="actions"><button class="primary">Create an address</button></p>`)}
`,
  )
}

function addressCard({ id, name, created, lastUsed }: MailAddress, frame: PageFrame): Html {
  return html`<section class="card" aria-labelledby="address-${id}">
<h3 id="address-${id}">${name}</h3>
<p class="soft">Created on ${formatDate(created)}; last email: ${lastUsed === null ? 'none yet' : formatDateTime(lastUsed)}.</p>
${removal(`${MAIL_PAGE}/remove`, id, name, frame)}
</section>
`
}

function senderCard({ id, sender, created }: MailSenderRow, frame: PageFrame): Html {
  return html`<section class="card" aria-labelledby="sender-${id}">
<h3 id="sender-${id}">${sender}</h3>
<p class="soft">Accepted on ${formatDate(created)}.</p>
${removal(`${MAIL_PAGE}/refuse`, id, sender, frame)}
</section>
`
}

const removal = (action: string, id: string, name: string, frame: PageFrame): Html =>
  postForm(
    frame,
    { action, hidden: { id } },
    html`<button>Remove<span class="hidden"> ${name}</span></button>`,
  )

async function create(page: Posted<MemberPage, typeof NEW>, deps: MailDeps): Promise<PageResult> {
  const { mailDomain } = deps.settings
  if (mailDomain === '') return problem('not_found')
  const { name } = page.form
  const memberId = page.account.id
  const secret = randomBytes(MAIL_SECRET_BYTES).toString('hex')
  const address = { id: deps.ids.next(), member: memberId, name, secret }
  if (!(await deps.mailAddresses.create(address, MAX_ADDRESSES)))
    return await renderMail(page, deps, { errors: [{ field: 'name', text: TOO_MANY }] })
  await page.audit('mail_address_created', { memberId, detail: { name } })
  return view(
    { title: 'Email address', path: '/account/trips' },
    () => html`
<h1>Email address: ${name}</h1>
<p class="lead">Save this address in your contacts. It is shown only once.</p>
<p><code class="secret" id="link">${mailAddress(secret, mailDomain)}</code></p>
<p class="actions"><button type="button" class="primary copy" data-copy-from="link" hidden>Copy the address</button> <a class="button" href="mailto:${mailAddress(secret, mailDomain)}">Write to it</a> <a href="${MAIL_PAGE}">Done</a></p>
`,
  )
}
