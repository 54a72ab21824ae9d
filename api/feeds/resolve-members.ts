/**
 * Which member each line of a feed is for (contract.md 8): asked once for all lines that were read together.
 */
import { ApiError } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import type { FeedAddress } from '../../schemas/segment/feed-line.js'
import type { FeedStore } from '../ports/feed-store.js'

/** `waits`: nobody has registered the loyalty number. */
export type Destination =
  { is: 'member'; member: Id; account: Id | null } | { is: 'waits'; source: string; number: string }
export type ResolvedAddress = Destination | { is: 'refused'; error: ApiError }

/** Also for a member who does not exist, so that nobody learns who does. */
const NOT_AUTHORISED = new ApiError(
  'access_denied',
  'The member has not authorised this application. Send such lines by "account" instead.',
)
const FEED_ROLE_REVOKED = new ApiError('insufficient_scope', 'This application may no longer send feeds.')

const nameOf = ({ source, number }: { source: string; number: string }): string => `${source}\n${number}`

/** The destination of each address, in order. Throws what the store throws. */
export async function resolveMembers(
  store: FeedStore,
  client: string,
  addresses: readonly FeedAddress[],
): Promise<ResolvedAddress[]> {
  const memberIds = new Set<Id>()
  const numbers = new Map<string, { source: string; number: string }>()
  for (const address of addresses) {
    if ('member' in address) memberIds.add(address.member)
    else numbers.set(nameOf(address), address)
  }
  const [mayFeed, authorised, registered] = await Promise.all([
    store.mayFeed(client),
    memberIds.size === 0 ? new Set<Id>() : store.authorisedMembers(client, [...memberIds]),
    numbers.size === 0 ? [] : store.accountOwners([...numbers.values()]),
  ])
  const owners = new Map([...numbers.keys()].map((name, at) => [name, registered[at] ?? null]))
  return addresses.map((address) => {
    if (!mayFeed) return { is: 'refused', error: FEED_ROLE_REVOKED }
    if ('member' in address)
      return authorised.has(address.member)
        ? { is: 'member', member: address.member, account: null }
        : { is: 'refused', error: NOT_AUTHORISED }
    const owner = owners.get(nameOf(address)) ?? null
    return owner === null ? { is: 'waits', ...address } : { is: 'member', ...owner }
  })
}
