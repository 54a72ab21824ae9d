/** Whom lines of a feed are for (contract.md 8): asked once for all lines that were read together. */
import { ApiError } from '../../schemas/base/errors.js'
import type { FeedAddress } from '../../schemas/segment/feed-line.js'
import type { Id } from '../../schemas/base/ids.js'
import type { FeedStore } from '../ports/reads.js'

/** Whose line it is; `waits`: nobody has registered the loyalty number. */
export type Destination =
  { is: 'member'; member: Id; account: Id | null } | { is: 'waits'; source: string; number: string }
export type ResolvedAddress = Destination | { is: 'refused'; fault: ApiError }

/** The same for a member who does not exist: nobody learns who does. */
const NOT_AUTHORISED = new ApiError(
  'access_denied',
  'The member has not authorised this application; lines of other members reach theirs by "account".',
)
const FEED_ROLE_REVOKED = new ApiError('insufficient_scope', 'This application may not send feeds any more.')

/** Where each address leads, in order. */
export async function resolveMembers(
  desk: FeedStore,
  client: string,
  addresses: readonly FeedAddress[],
): Promise<ResolvedAddress[]> {
  const wanted = new Set<Id>()
  const numbers = new Map<string, { source: string; number: string }>()
  const named = ({ source, number }: { source: string; number: string }): string => `${source}\n${number}`
  for (const to of addresses) {
    if ('member' in to) wanted.add(to.member)
    else numbers.set(named(to), to)
  }
  const [may, members, registered] = await Promise.all([
    desk.mayFeed(client),
    wanted.size === 0 ? new Set<Id>() : desk.authorisedMembers(client, [...wanted]),
    numbers.size === 0 ? [] : desk.accountOwners([...numbers.values()]),
  ])
  const owners = new Map([...numbers.keys()].map((name, at) => [name, registered[at] ?? null]))
  return addresses.map((to) => {
    if (!may) return { is: 'refused', fault: FEED_ROLE_REVOKED }
    if ('member' in to)
      return members.has(to.member)
        ? { is: 'member', member: to.member, account: null }
        : { is: 'refused', fault: NOT_AUTHORISED }
    const owner = owners.get(named(to)) ?? null
    return owner === null ? { is: 'waits', ...to } : { is: 'member', ...owner }
  })
}
