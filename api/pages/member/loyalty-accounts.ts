/**
 * The member's loyalty accounts, and whose they are (contract.md 8.3): the member confirms a number, or removes
 * it. Of what waits without a name the page shows the source, how much and since when, and nothing else: it may
 * be a stranger's.
 */
import { isId } from '../../../schemas/base/ids.js'
import { ACCOUNT_STATUSES, MAX_ACCOUNTS } from '../../../schemas/itinerary/account.js'
import type { AccountReads } from '../../../schemas/itinerary/reads.js'
import type { LoyaltyChange, LoyaltyStore } from '../ports.js'
import { loyaltyItem } from './loyalty-item.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import type { PageFrame } from '../views/page-frame.js'
import type { LoyaltyItem } from './loyalty-item.js'
import { page } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import type { PageResult } from '../lib/page-result.js'
import { problem, redirect, view } from '../lib/page-result.js'

export interface LoyaltyDeps {
  accounts: AccountReads
  loyalty: LoyaltyStore
}

const PAGE = '/account/loyalty'
const NOTICES: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed. What was waiting for this number appears on your itinerary within seconds.',
  removed: 'Removed. Nothing more is added to your itinerary by this number.',
  pending: 'This takes a moment. Reload the page to see the change.',
}

export const loyaltyPages = [
  page({ route: `GET ${PAGE}`, access: member }, renderLoyalty),
  page(
    { route: `POST ${PAGE}/confirm`, access: member },
    async (page, deps: LoyaltyDeps) =>
      await change(page, deps, { work: deps.loyalty.confirm, event: 'loyalty_confirmed', done: 'confirmed' }),
  ),
  page(
    { route: `POST ${PAGE}/remove`, access: member },
    async (page, deps: LoyaltyDeps) =>
      await change(page, deps, { work: deps.loyalty.remove, event: 'loyalty_removed', done: 'removed' }),
  ),
]

async function renderLoyalty(
  { session, query }: MemberPage,
  { accounts, loyalty }: LoyaltyDeps,
): Promise<PageResult> {
  const [{ rows }, waiting] = await Promise.all([
    accounts.list(session.accountId, {
      status: ACCOUNT_STATUSES.filter((status) => status !== 'Removed'),
      classification: null,
      limit: MAX_ACCOUNTS,
      offset: 0,
      after: null,
    }),
    loyalty.waiting(session.accountId),
  ])
  const waitingFor = new Map(waiting.map((lines) => [lines.account, lines]))
  return view(
    loyaltyView,
    { title: 'Loyalty accounts', notice: NOTICES[query.get('m') ?? ''] ?? null },
    { accounts: rows.map((row) => loyaltyItem(row.doc, waitingFor.get(row.id))) },
  )
}

/** Applies a change to the account that the form names. */
async function change(
  page: MemberPage,
  { accounts }: LoyaltyDeps,
  action: {
    work: (member: string, account: string) => Promise<LoyaltyChange>
    event: 'loyalty_confirmed' | 'loyalty_removed'
    done: string
  },
): Promise<PageResult> {
  const memberId = page.session.accountId
  const id = page.form.get('account') ?? ''
  const row = isId(id) ? await accounts.byId(memberId, id) : null
  if (row === null) return problem('not_found')
  const account = JSON.parse(row.doc) as Partial<
    Record<'source' | 'account_id' | 'status' | 'ownership', string>
  >
  const { source, account_id: number } = account
  if (account.status === 'Removed') return problem('not_found')
  // Pressed twice.
  if (action.done === 'confirmed' && (account.ownership ?? 'Unconfirmed') !== 'Unconfirmed')
    return redirect(`${PAGE}?m=confirmed`)
  const outcome = await action.work(memberId, id)
  if (outcome === 'not_found') return problem('not_found')
  await page.audit(action.event, { memberId, detail: { source: source ?? null, number: number ?? null } })
  return redirect(`${PAGE}?m=${outcome === 'done' ? action.done : 'pending'}`)
}

function loyaltyView(data: { accounts: LoyaltyItem[] }, frame: PageFrame): Html {
  return html`
<h1>Loyalty accounts</h1>
${
  data.accounts.length === 0
    ? html`<p class="lead">You have no loyalty accounts here.</p>
<p>An application you have connected can register one for you. Travel booked with that number in your name then appears on your itinerary.</p>
`
    : html`<p class="lead">Travel booked with these numbers in your name appears on your itinerary.</p>
${data.accounts.map(
  (account) => html`<section class="card" aria-labelledby="account-${account.id} number-${account.id}">
<h2 id="account-${account.id}">${account.name}</h2>
<dl class="pairs">
<dt>Number</dt><dd id="number-${account.id}">${account.number}</dd>
${account.level !== null && html`<dt>Level</dt><dd>${account.level}</dd>`}
<dt>Status</dt><dd>${account.status}</dd>
<dt>Your number</dt><dd>${account.ownership}</dd>
<dt>Last search for travel</dt><dd>${account.last}</dd>
</dl>
${
  account.conflict &&
  html`<p><strong>Another member has registered this number too.</strong> Bookings in your name still reach you; bookings without a name wait until ${account.source} says whose number it is. If you do not know why, check the number, and tell ${account.source}.</p>
`
}
${
  account.waiting !== null &&
  html`<p>${account.waiting.count === 1 ? 'One booking' : account.waiting.count + ' bookings'} from ${account.source} without a traveller's name ${account.waiting.count === 1 ? 'is' : 'are'} waiting, the latest received on ${account.waiting.latest}. What ${account.waiting.count === 1 ? 'it contains' : 'they contain'} is shown only to the owner of the number.</p>
`
}
${
  account.confirmable &&
  html`${postForm(
    frame,
    { action: '/account/loyalty/confirm', hidden: { account: account.id } },
    html`<p class="actions"><button>This number is mine<span class="hidden">: ${account.name}</span></button> <button class="danger" formaction="/account/loyalty/remove">Not mine: remove it<span class="hidden">: ${account.name}</span></button></p>
`,
  )}
`
}
</section>
`,
)}
`
}
`
}
