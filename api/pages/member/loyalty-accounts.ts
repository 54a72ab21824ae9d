/**
 * The member's loyalty accounts, and whose they are (contract.md 8.3): the member proves a number by a booking, or
 * removes it. The page tells nothing of what waits for a number, not even that something does: it may be a stranger's.
 */
import { isId } from '../../../schemas/base/ids.js'
import type { IdGenerator } from '../../../schemas/base/ids.js'
import { ACCOUNT_STATUSES, MAX_ACCOUNTS } from '../../../schemas/itinerary/account.js'
import { loyaltyKey } from '../../../schemas/itinerary/loyalty-number.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import type { AccountReads } from '../../../schemas/itinerary/reads.js'
import { accountErrors } from '../../commands/account-errors.js'
import type { ApiDeps } from '../../ports/deps.js'
import { asSent, text } from '../lib/form.js'
import { formatDateTime } from '../lib/format-date.js'
import { noticeOf, page } from '../lib/page.js'
import type { Posted } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import { problem, redirect, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { field } from '../views/field.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import type { PageFrame } from '../views/page-frame.js'
import { postForm } from '../views/post-form.js'
import { CHANGED_ACCOUNT, NEW_ACCOUNT, changeForm, newAccountForm } from './loyalty-forms.js'
import type { LoyaltyStore, WriteStore } from './ports.js'

export interface LoyaltyDeps {
  accounts: AccountReads
  loyalty: LoyaltyStore
  throttle: ThrottleStore
  writes: WriteStore
  ids: IdGenerator
  reference: ApiDeps['reference']
}

const PAGE = '/account/loyalty'
const ACCOUNT = { account: asSent() }
const PROOF = { ...ACCOUNT, booking: text() }
const DAY_SECONDS = 86_400
/** Bookings that a member may name in a day, and that may be named for one number, by whomever. */
const MAX_GUESSES = { ofMember: 5, ofNumber: 50 }
const UNKNOWN_BOOKING =
  'We have no booking in your name with this reference for this number. Check the reference, or try another booking.'
const NOTICES: Readonly<Record<string, string>> = {
  confirmed:
    'Confirmed. What was waiting for this number in your name appears on your itinerary within seconds.',
  removed: 'Removed. This number adds nothing more to your itinerary.',
  added: 'Added. Now confirm with a booking that the number is yours.',
  changed: 'Saved.',
  pending: 'This takes a moment. Reload the page to see the change.',
}
const STATUS_LABELS: Readonly<Record<string, string>> = { NeedsAttention: 'Needs attention' }
const OWNERSHIP_LABELS: Readonly<Record<string, string>> = {
  Unconfirmed: 'Not confirmed',
  Confirmed: 'Confirmed by a booking',
  Vouched: 'Confirmed by the programme',
}
const HARVEST_LABELS: Readonly<Record<string, string>> = {
  Success: 'Found travel',
  'No Travel Data': 'Found no travel',
  Never: 'Never',
}

export const loyaltyPages = [
  page({ route: `GET ${PAGE}`, access: member }, renderLoyalty),
  page({ route: `POST ${PAGE}/confirm`, access: member, form: PROOF }, confirm),
  page({ route: `POST ${PAGE}/add`, access: member, form: NEW_ACCOUNT, again: renderLoyalty }, add),
  page({ route: `POST ${PAGE}/change`, access: member, form: CHANGED_ACCOUNT }, change),
  page({ route: `POST ${PAGE}/remove`, access: member, form: ACCOUNT }, remove),
]

/** The texts of a stored account (contract.md 3 and 8.3). */
type AccountTexts = (name: string) => string | null

/** @param doc JSON */
function textsOf(doc: string): AccountTexts {
  const account = JSON.parse(doc) as Record<string, unknown>
  return (name) => (typeof account[name] === 'string' && account[name] !== '' ? account[name] : null)
}

async function renderLoyalty(
  page: MemberPage,
  { accounts, reference }: LoyaltyDeps,
  refused: Refused = {},
): Promise<PageResult> {
  const { rows } = await accounts.list(page.account.id, {
    status: ACCOUNT_STATUSES.filter((status) => status !== 'Removed'),
    classification: null,
    limit: MAX_ACCOUNTS,
    offset: 0,
    after: null,
  })
  return view(
    { title: 'Loyalty accounts', path: PAGE, notice: noticeOf(page, NOTICES), ...refused },
    (frame) => html`
<h1>Loyalty accounts</h1>
${
  rows.length === 0
    ? html`<p class="lead">You have no loyalty accounts here.</p>
<p>Add one, or let an application you have connected register it. Travel booked with that number in your name appears on your itinerary, once it is confirmed that the number is yours.</p>
`
    : html`<p class="lead">Travel booked with these numbers in your name appears on your itinerary, once it is confirmed that the number is yours.</p>
${rows.map((row) => accountCard(row.doc, frame))}`
}
${newAccountForm(frame, PAGE, { reference })}
`,
  )
}

function accountCard(doc: string, frame: PageFrame): Html {
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
<dt>Ownership</dt><dd>${OWNERSHIP_LABELS[ownership] ?? ownership}</dd>
<dt>Last search for travel</dt><dd>${lastSearch(read)}</dd>
</dl>
${
  conflict === true &&
  html`<p><strong>Another member has registered this number too.</strong> Bookings reach only the member who can show that the number is theirs. If you do not know why, check the number, and tell ${source}.</p>
`
}
${ownership !== 'Vouched' && proofForm(frame, { id, name, source, isProven: ownership === 'Confirmed' })}
${changeForm(frame, PAGE, { id, name, read })}
${postForm(
  frame,
  { action: `${PAGE}/remove`, hidden: { account: id } },
  html`<p class="actions"><button class="danger">${ownership === 'Unconfirmed' ? 'Not mine: remove it' : 'Remove it'}<span class="hidden">: ${name}</span></button></p>`,
)}
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

interface Provable {
  id: string
  name: string
  source: string
  isProven: boolean
}

/** The form that proves a number; a proven one again, if the member's name has changed since. */
function proofForm(frame: PageFrame, { id, name, source, isProven }: Provable): Html {
  const form = postForm(
    frame,
    { action: `${PAGE}/confirm`, hidden: { account: id } },
    html`${field(frame.errors, {
      id: bookingField(id),
      name: 'booking',
      label: `Reference or ticket number of a booking with ${source} in your name`,
      hint: `One that was made with this number in the last 30 days. It shows that the number is yours.`,
      plain: true,
      autocomplete: 'off',
    })}
<p class="actions"><button>${isProven ? 'Confirm again' : 'This number is mine'}<span class="hidden">: ${name}</span></button></p>`,
  )
  return isProven
    ? html`<details${frame.errors.some((error) => error.field === bookingField(id)) && ' open'}><summary>Has your name changed?</summary>
${form}
</details>`
    : form
}

const bookingField = (account: string): string => `booking-${account}`

/** The account that the form names; null if the member has none with this id. */
async function findAccount(
  memberId: string,
  id: string,
  { accounts }: LoyaltyDeps,
): Promise<AccountTexts | null> {
  const row = isId(id) ? await accounts.byId(memberId, id) : null
  const read = row === null ? null : textsOf(row.doc)
  return read?.('status') === 'Removed' ? null : read
}

async function confirm(page: Posted<MemberPage, typeof PROOF>, deps: LoyaltyDeps): Promise<PageResult> {
  const memberId = page.account.id
  const { account, booking } = page.form
  const read = await findAccount(memberId, account, deps)
  if (read === null) return problem('not_found')
  if (read('ownership') === 'Vouched') return redirect(`${PAGE}?m=confirmed`)
  const [source, number] = [read('source') ?? '', read('account_id') ?? '']
  const detail = { source, number }
  const refuse = async (text: string, more: Refused = {}): Promise<PageResult> =>
    await renderLoyalty(page, deps, { errors: [{ field: bookingField(account), text }], ...more })
  const guesses = [
    { key: `loyalty proof of ${memberId}`, limit: MAX_GUESSES.ofMember },
    { key: `loyalty proof for ${source} ${loyaltyKey(number)}`, limit: MAX_GUESSES.ofNumber },
  ]
  const wait = await deps.throttle.consume(guesses, DAY_SECONDS)
  if (wait !== null) {
    await page.audit('throttled', { memberId, detail: { what: 'loyalty proof', ...detail } })
    return await refuse('Too many attempts. Try again tomorrow.', { status: 429, retryAfter: wait })
  }
  const outcome = await deps.loyalty.confirm(memberId, account, booking)
  if (outcome === 'unknown_booking') {
    await page.audit('loyalty_proof_failed', { memberId, detail })
    return await refuse(UNKNOWN_BOOKING)
  }
  await deps.throttle.refund(guesses.map(({ key }) => key))
  if (outcome === 'not_found') return problem('not_found')
  await page.audit('loyalty_confirmed', { memberId, detail })
  return redirect(`${PAGE}?m=${outcome === 'done' ? 'confirmed' : 'pending'}`)
}

async function remove(page: Posted<MemberPage, typeof ACCOUNT>, deps: LoyaltyDeps): Promise<PageResult> {
  const memberId = page.account.id
  const read = await findAccount(memberId, page.form.account, deps)
  if (read === null) return problem('not_found')
  const outcome = await deps.loyalty.remove(memberId, page.form.account)
  if (outcome === 'not_found') return problem('not_found')
  const detail = { source: read('source'), number: read('account_id') }
  await page.audit('loyalty_removed', { memberId, detail })
  return redirect(`${PAGE}?m=${outcome === 'done' ? 'removed' : 'pending'}`)
}

async function add(page: Posted<MemberPage, typeof NEW_ACCOUNT>, deps: LoyaltyDeps): Promise<PageResult> {
  const { source, account_id: number } = page.form
  const [error] = accountErrors({ source, account_id: number }, deps)
  if (error !== undefined) {
    const isSource = error.field === 'source'
    const text = isSource ? 'Choose a company.' : 'Enter the number of your account.'
    return await renderLoyalty(page, deps, { errors: [{ field: error.field ?? 'source', text }] })
  }
  const body = Object.fromEntries(Object.entries(page.form).filter(([, value]) => value !== ''))
  return await register(page, deps, { body, notice: 'added', field: 'account_id' })
}

async function change(
  page: Posted<MemberPage, typeof CHANGED_ACCOUNT>,
  deps: LoyaltyDeps,
): Promise<PageResult> {
  const { account, ...details } = page.form
  const read = await findAccount(page.account.id, account, deps)
  if (read === null) return problem('not_found')
  const errors = page.errors.map(({ field, text }) => ({ field: `${field}-${account}`, text }))
  if (errors.length > 0) return await renderLoyalty(page, deps, { errors })
  const body = { source: read('source'), account_id: read('account_id'), ...details }
  return await register(page, deps, { body, notice: 'changed', field: `program_name-${account}` })
}

/** Registers an account, or once more with other details, as POST /v2/accounts does. */
async function register(
  page: MemberPage,
  { writes, ids, ...deps }: LoyaltyDeps,
  { body, notice, field }: { body: object; notice: string; field: string },
): Promise<PageResult> {
  const { row } = await writes.write(page.account.id, {
    kind: 'account',
    body,
    envelope: { first: ids.next() },
  })
  if (row?.refusal == null) return redirect(`${PAGE}?m=${row === null ? 'pending' : notice}`)
  const text = `You have reached the limit of numbers. Remove one, or try again in a few days.`
  return await renderLoyalty(page, { writes, ids, ...deps }, { errors: [{ field, text }] })
}
