/** A loyalty account as its page shows it, from the stored document (contract.md 3). */
import { formatDateTime } from '../lib/format-date.js'

export interface LoyaltyItem {
  name: string
  number: string
  level: string | null
  status: string
  /** Result and time of the last search for travel. */
  last: string
}

const STATUS_LABELS: Readonly<Record<string, string>> = {
  Active: 'Active',
  Paused: 'Paused',
  NeedsAttention: 'Needs attention',
  Removed: 'Removed',
}
const HARVEST_LABELS: Readonly<Record<string, string>> = {
  Success: 'found travel',
  'No Travel Data': 'found no travel',
  Never: 'not yet',
}

/** `doc` is JSON. */
export function loyaltyItem(doc: string): LoyaltyItem {
  const account = JSON.parse(doc) as Record<string, unknown>
  const read = (name: string): string | null => (typeof account[name] === 'string' ? account[name] : null)
  const status = read('status') ?? ''
  const harvested = Date.parse(read('last_access') ?? '')
  return {
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
