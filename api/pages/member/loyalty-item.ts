/** A loyalty account as its page shows it, from the stored document (contract.md 3 and 8.3). */
import type { WaitingLines } from '../../../schemas/itinerary/account.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'

export interface LoyaltyItem {
  id: string
  name: string
  /** Name of the source. */
  source: string
  number: string
  level: string | null
  status: string
  /** Result and time of the last search for travel. */
  last: string
  /** The member may still confirm that the number is theirs. */
  confirmable: boolean
  ownership: string
  /** Another member has registered the number too. */
  conflict: boolean
  /** Bookings without a name that wait: how many, and the day the latest was received. */
  waiting: { count: number; latest: string } | null
}

const STATUS_LABELS: Readonly<Record<string, string>> = {
  Active: 'Active',
  Paused: 'Paused',
  NeedsAttention: 'Needs attention',
  Removed: 'Removed',
}
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

/** `doc` is JSON. `waiting`: what waits for the account, if anything does. */
export function loyaltyItem(doc: string, waiting?: WaitingLines): LoyaltyItem {
  const account = JSON.parse(doc) as Record<string, unknown>
  const read = (name: string): string | null => (typeof account[name] === 'string' ? account[name] : null)
  const status = read('status') ?? ''
  const ownership = read('ownership') ?? 'Unconfirmed'
  const harvested = Date.parse(read('last_access') ?? '')
  return {
    id: read('id') ?? '',
    source: read('name') ?? read('source') ?? 'a supplier',
    confirmable: ownership === 'Unconfirmed' && status !== 'Removed',
    ownership: OWNERSHIP_LABELS[ownership] ?? ownership,
    conflict: account['conflict'] === true,
    waiting: waiting === undefined ? null : { count: waiting.messages, latest: formatDate(waiting.latest) },
    name: read('program_name') ?? read('name') ?? read('source') ?? 'Account',
    number: read('account_id') ?? '',
    level: read('loyalty_level') ?? read('loyalty_status'),
    status: STATUS_LABELS[status] ?? status,
    last: [
      HARVEST_LABELS[read('last_harvest_status') ?? 'Never'],
      Number.isNaN(harvested) ? null : formatDateTime(new Date(harvested)),
    ]
      .filter((part) => typeof part === 'string')
      .join(', '),
  }
}
