/**
 * The member's loyalty accounts, and whose they are (contract.md 8.3): the member confirms a number, or removes
 * it. Of what waits without a name the page shows the source, how much and since when, and nothing else: it may
 * be a stranger's.
 */
import { isId } from '../../../schemas/base/ids.js'
import { ACCOUNT_STATUSES, MAX_ACCOUNTS } from '../../../schemas/itinerary/account.js'
import type { WaitingLines } from '../../../schemas/itinerary/account.js'
import type { AccountReads } from '../../../schemas/itinerary/reads.js'
import { asSent } from '../lib/form.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'
import { noticeOf, page } from '../lib/page.js'
import type { Posted } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import { problem, redirect, view } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import type { PageFrame } from '../views/page-frame.js'
import { postForm } from '../views/post-form.js'
import type { LoyaltyChange, LoyaltyStore } from './ports.js'

export interface LoyaltyDeps {
  accounts: AccountReads
  loyalty: LoyaltyStore
}

const PAGE = '/account/loyalty'
const ACCOUNT = { account: asSent() }
const NOTICES: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed. What was waiting for this number appears on your itinerary within seconds.',
  removed: 'Removed. Nothing more is added to your itinerary by this number.',
  pending: 'This takes a moment. Reload the page to see the change.',
}
const STATUS_LABELS: Readonly<Record<string, string>> = { NeedsAttention: 'Needs attention' }
const OWNERSHIP_LABELS: Readonly<Record<string, string>> = {
  Unconfirmed: 'Not confirmed',
  Confirmed: 'Confirmed by you',
  Vouched: 'Confirmed by the programme',
}
const HARVEST_LABELS: Readonly<Record<string, string>> = {
  Success: 'found travel',
  'No Travel Data': 'found no travel',
  Never: 'not yet',
}

export const loyaltyPages = [
  page({ route: `GET ${PAGE}`, access: member }, renderLoyalty),
  page(
    { route: `POST ${PAGE}/confirm`, access: member, form: ACCOUNT },
    async (page, deps: LoyaltyDeps) =>
      await change(page, deps, { work: deps.loyalty.confirm, event: 'loyalty_confirmed', done: 'confirmed' }),
  ),
  page(
    { route: `POST ${PAGE}/remove`, access: member, form: ACCOUNT },
    async (page, deps: LoyaltyDeps) =>
      await change(page, deps, { work: deps.loyalty.remove, event: 'loyalty_removed', done: 'removed' }),
  ),
]

/** The texts of a stored account (contract.md 3 and 8.3). */
type AccountTexts = (name: string) => string | null

/** @param doc JSON */
function textsOf(doc: string): AccountTexts {
  const account = JSON.parse(doc) as Record<string, unknown>
  return (name) => (typeof account[name] === 'string' ? account[name] : null)
}

async function renderLoyalty(page: MemberPage, { accounts, loyalty }: LoyaltyDeps): Promise<PageResult> {
  const memberId = page.account.id
  const [{ rows }, waiting] = await Promise.all([
    accounts.list(memberId, {
      status: ACCOUNT_STATUSES.filter((status) => status !== 'Removed'),
      classification: null,
      limit: MAX_ACCOUNTS,
      offset: 0,
      after: null,
    }),
    loyalty.waiting(memberId),
  ])
  const waitingFor = new Map(waiting.map((lines) => [lines.account, lines]))
  return view(
    { title: 'Loyalty accounts', notice: noticeOf(page, NOTICES) },
    (frame) => html`
<h1>Loyalty accounts</h1>
${
  rows.length === 0
    ? html`<p class="lead">You have no loyalty accounts here.</p>
<p>An application you have connected can register one for you. Travel booked with that number in your name then appears on your itinerary.</p>
`
    : html`<p class="lead">Travel booked with these numbers in your name appears on your itinerary.</p>
${rows.map((row) => accountCard(row.doc, waitingFor.get(row.id), frame))}`
}
`,
  )
}

function accountCard(doc: string, waiting: WaitingLines | undefined, frame: PageFrame): Html {
  const read = textsOf(doc)
  const { conflict } = JSON.parse(doc) as { conflict?: unknown }
  const id = read('id') ?? ''
  const name = read('program_name') ?? read('name') ?? read('source') ?? 'Account'
  const source = read('name') ?? read('source') ?? 'a supplier'
  const level = read('loyalty_level') ?? read('loyalty_status')
  const status = read('status') ?? ''
  const ownership = read('ownership') ?? 'Unconfirmed'
  return html`<section class="card" aria-labelledby="account-${id} number-${id}">
<h2 id="account-${id}">${name}</h2>
<dl class="pairs">
<dt>Number</dt><dd id="number-${id}">${read('account_id') ?? ''}</dd>
${level !== null && html`<dt>Level</dt><dd>${level}</dd>`}
<dt>Status</dt><dd>${STATUS_LABELS[status] ?? status}</dd>
<dt>Your number</dt><dd>${OWNERSHIP_LABELS[ownership] ?? ownership}</dd>
<dt>Last search for travel</dt><dd>${lastSearch(read)}</dd>
</dl>
${
  conflict === true &&
  html`<p><strong>Another member has registered this number too.</strong> Bookings in your name still reach you; bookings without a name wait until ${source} says whose number it is. If you do not know why, check the number, and tell ${source}.</p>
`
}
${waiting !== undefined && waitingText(waiting, source)}
${
  ownership === 'Unconfirmed' &&
  status !== 'Removed' &&
  postForm(
    frame,
    { action: `${PAGE}/confirm`, hidden: { account: id } },
    html`<p class="actions"><button>This number is mine<span class="hidden">: ${name}</span></button> <button class="danger" formaction="${PAGE}/remove">Not mine: remove it<span class="hidden">: ${name}</span></button></p>`,
  )
}
</section>
`
}

/** Result and time of the last search for travel. */
function lastSearch(read: AccountTexts): string {
  const at = Date.parse(read('last_access') ?? '')
  const result = HARVEST_LABELS[read('last_harvest_status') ?? 'Never']
  return [
    ...(result === undefined ? [] : [result]),
    ...(Number.isNaN(at) ? [] : [formatDateTime(new Date(at))]),
  ].join(', ')
}

/** Bookings without a name that wait: how many, and the day the latest was received. */
function waitingText({ messages, latest }: WaitingLines, source: string): Html {
  const isOne = messages === 1
  return html`<p>${isOne ? 'One booking' : `${messages} bookings`} from ${source} without a traveller's name ${isOne ? 'is' : 'are'} waiting, the latest received on ${formatDate(latest)}. What ${isOne ? 'it contains' : 'they contain'} is shown only to the owner of the number.</p>`
}

/** Applies a change to the account that the form names. */
async function change(
  page: Posted<MemberPage, typeof ACCOUNT>,
  { accounts }: LoyaltyDeps,
  action: {
    work: (member: string, account: string) => Promise<LoyaltyChange>
    event: 'loyalty_confirmed' | 'loyalty_removed'
    done: string
  },
): Promise<PageResult> {
  const memberId = page.account.id
  const id = page.form.account
  const row = isId(id) ? await accounts.byId(memberId, id) : null
  if (row === null) return problem('not_found')
  const read = textsOf(row.doc)
  if (read('status') === 'Removed') return problem('not_found')
  // Pressed twice.
  if (action.done === 'confirmed' && (read('ownership') ?? 'Unconfirmed') !== 'Unconfirmed')
    return redirect(`${PAGE}?m=confirmed`)
  const outcome = await action.work(memberId, id)
  if (outcome === 'not_found') return problem('not_found')
  await page.audit(action.event, { memberId, detail: { source: read('source'), number: read('account_id') } })
  return redirect(`${PAGE}?m=${outcome === 'done' ? action.done : 'pending'}`)
}
