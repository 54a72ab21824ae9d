/** Whom lines of a feed are for (contract.md 8): asked once for all lines that were read together. */
import { Fault } from '../../schemas/faults.js'
import type { FeedAddress } from '../../schemas/feed.js'
import type { Id } from '../../schemas/ids.js'
import type { FeedDesk } from '../reads.js'

/** Whose line it is; `waits`: nobody has registered the loyalty number. */
export type Way =
  { is: 'member'; member: Id; account: Id | null } | { is: 'waits'; source: string; number: string }
export type Destination = Way | { is: 'refused'; fault: Fault }

/** The same for a member who does not exist: nobody learns who does. */
const DENIED = new Fault(
  'access_denied',
  'The member has not authorised this application; lines of other members reach theirs by "account".',
)
const ENDED = new Fault('insufficient_scope', 'This application may not send feeds any more.')

/** Where each address leads, in order. */
export async function destinations(
  desk: FeedDesk,
  client: string,
  addresses: readonly FeedAddress[],
): Promise<Destination[]> {
  const wanted = new Set<Id>()
  const numbers = new Map<string, { source: string; number: string }>()
  const named = ({ source, number }: { source: string; number: string }): string => `${source}\n${number}`
  for (const to of addresses) {
    if ('member' in to) wanted.add(to.member)
    else numbers.set(named(to), to)
  }
  const [may, members, registered] = await Promise.all([
    desk.mayFeed(client),
    wanted.size === 0 ? new Set<Id>() : desk.members(client, [...wanted]),
    numbers.size === 0 ? [] : desk.accounts([...numbers.values()]),
  ])
  const owners = new Map([...numbers.keys()].map((name, at) => [name, registered[at] ?? null]))
  return addresses.map((to) => {
    if (!may) return { is: 'refused', fault: ENDED }
    if ('member' in to)
      return members.has(to.member)
        ? { is: 'member', member: to.member, account: null }
        : { is: 'refused', fault: DENIED }
    const owner = owners.get(named(to)) ?? null
    return owner === null ? { is: 'waits', ...to } : { is: 'member', ...owner }
  })
}
