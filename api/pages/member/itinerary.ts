/** The member's own itinerary and loyalty accounts as plain pages. */
import type { FastifyInstance } from 'fastify'
import type { AccountReads, TripQuery, TripReads } from '../../ports/reads.js'
import type { requireMember } from '../lib/require-session.js'
import { timelineTrip } from './timeline.js'
import { formatDateTime } from '../lib/format-date.js'

export interface ItineraryDeps {
  trips: TripReads
  accounts: AccountReads
  now: () => number
}

const SHOWN = 20

export function itineraryRoutes(
  app: FastifyInstance,
  scope: ReturnType<typeof requireMember>,
  deps: ItineraryDeps,
): void {
  app.get('/account', async (_request, reply) => await reply.redirect('/account/trips', 303))

  app.get(
    '/account/trips',
    scope(async ({ session, account, query, show }) => {
      const view = query.get('view') === 'past' ? 'past' : 'upcoming'
      const page = Math.min(500, Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0))
      const trips = await deps.trips.list(session.accountId, tripQuery(view, page * SHOWN, deps.now()))
      return await show(
        'trips',
        { title: view === 'past' ? 'Past trips' : 'Your itinerary' },
        {
          firstName: account.firstName,
          view,
          trips: trips.rows.map((row) => timelineTrip(row.doc, row.segments)),
          earlier: page > 0 ? `/account/trips?view=${view}&page=${page - 1}` : null,
          later: (page + 1) * SHOWN < trips.total ? `/account/trips?view=${view}&page=${page + 1}` : null,
        },
      )
    }),
  )

  app.get(
    '/account/loyalty',
    scope(async ({ session, show }) => {
      const accounts = await deps.accounts.list(session.accountId, {
        status: null,
        classification: null,
        limit: 100,
        offset: 0,
        after: null,
      })
      return await show(
        'loyalty',
        { title: 'Loyalty accounts' },
        { accounts: accounts.rows.map((row) => loyaltyLine(row.doc)) },
      )
    }),
  )
}

export interface LoyaltyLine {
  name: string
  number: string
  level: string | null
  status: string
  last: string
}

const STATUS_WORDS: Record<string, string> = {
  Active: 'Active',
  Paused: 'Paused',
  NeedsAttention: 'Needs attention',
  Removed: 'Removed',
}
const LOOK_WORDS: Record<string, string> = {
  Success: 'found travel',
  'No Travel Data': 'found no travel',
  Never: 'not yet',
}

function loyaltyLine(doc: string): LoyaltyLine {
  const account = JSON.parse(doc) as Record<string, unknown>
  const read = (name: string): string | null => (typeof account[name] === 'string' ? account[name] : null)
  const looked = read('last_access') === null ? null : Date.parse(read('last_access') ?? '')
  return {
    name: read('program_name') ?? read('name') ?? read('source') ?? 'Account',
    number: read('account_id') ?? '',
    level: read('loyalty_level') ?? read('loyalty_status'),
    status: STATUS_WORDS[read('status') ?? ''] ?? read('status') ?? '',
    last: [
      LOOK_WORDS[read('last_harvest_status') ?? 'Never'],
      looked === null || Number.isNaN(looked) ? null : formatDateTime(new Date(looked)),
    ]
      .filter((part) => typeof part === 'string')
      .join(', '),
  }
}

function tripQuery(view: 'past' | 'upcoming', offset: number, now: number): TripQuery {
  return {
    view,
    now,
    offset,
    limit: SHOWN,
    after: null,
    start: null,
    undated: false,
    end: null,
    since: null,
    until: null,
    status: ['Active'],
    privacy: null,
    purpose: null,
    segments: true,
  }
}
