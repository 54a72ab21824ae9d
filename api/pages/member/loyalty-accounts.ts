/**
 * The member's loyalty accounts, and whose they are (contract.md 8.3): the member confirms a number, or removes
 * it. Of what waits without a name the page shows the source, how much and since when, and nothing else: it may
 * be a stranger's.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isId } from '../../../schemas/base/ids.js'
import { ACCOUNT_STATUSES, MAX_ACCOUNTS } from '../../../schemas/itinerary/account.js'
import type { AccountReads } from '../../../schemas/itinerary/reads.js'
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import type { AccountPage, PageGuard } from '../lib/require-session.js'
import type { LoyaltyChange, LoyaltyStore } from '../ports.js'
import { loyaltyItem } from './loyalty-item.js'

export interface LoyaltyDeps {
  accounts: AccountReads
  loyalty: LoyaltyStore
}

type Page = AccountPage<MemberAccount>

const PAGE = '/account/loyalty'
const NOTICES: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed. What was waiting for this number appears on your itinerary within seconds.',
  removed: 'Removed. Nothing more is added to your itinerary by this number.',
  pending: 'This takes a moment. Reload the page to see the change.',
}

export function loyaltyRoutes(
  app: FastifyInstance,
  guard: PageGuard<MemberAccount>,
  deps: LoyaltyDeps,
): void {
  app.get(
    PAGE,
    guard(async (page) => await renderLoyalty(page, deps)),
  )
  app.post(
    `${PAGE}/confirm`,
    guard(
      async (page) =>
        await change(page, deps, {
          work: deps.loyalty.confirm,
          event: 'loyalty_confirmed',
          done: 'confirmed',
        }),
    ),
  )
  app.post(
    `${PAGE}/remove`,
    guard(
      async (page) =>
        await change(page, deps, { work: deps.loyalty.remove, event: 'loyalty_removed', done: 'removed' }),
    ),
  )
}

async function renderLoyalty(
  { session, query, render }: Page,
  { accounts, loyalty }: LoyaltyDeps,
): Promise<FastifyReply> {
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
  return await render(
    'loyalty',
    { title: 'Loyalty accounts', notice: NOTICES[query.get('m') ?? ''] ?? null },
    { accounts: rows.map((row) => loyaltyItem(row.doc, waitingFor.get(row.id))) },
  )
}

/** Applies a change to the account that the form names. */
async function change(
  page: Page,
  { accounts }: LoyaltyDeps,
  action: {
    work: (member: string, account: string) => Promise<LoyaltyChange>
    event: 'loyalty_confirmed' | 'loyalty_removed'
    done: string
  },
): Promise<FastifyReply> {
  const memberId = page.session.accountId
  const id = page.form.get('account') ?? ''
  const row = isId(id) ? await accounts.byId(memberId, id) : null
  if (row === null) return await page.renderError('not_found')
  const account = JSON.parse(row.doc) as Partial<
    Record<'source' | 'account_id' | 'status' | 'ownership', string>
  >
  const { source, account_id: number } = account
  if (account.status === 'Removed') return await page.renderError('not_found')
  // Pressed twice.
  if (action.done === 'confirmed' && (account.ownership ?? 'Unconfirmed') !== 'Unconfirmed')
    return await page.redirect(`${PAGE}?m=confirmed`)
  const outcome = await action.work(memberId, id)
  if (outcome === 'not_found') return await page.renderError('not_found')
  await page.audit(action.event, { memberId, detail: { source: source ?? null, number: number ?? null } })
  return await page.redirect(`${PAGE}?m=${outcome === 'done' ? action.done : 'pending'}`)
}
