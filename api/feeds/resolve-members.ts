/**
 * Which member each line of a feed is for (contract.md 8): asked once for all lines that were read together.
 */
import { ApiError } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import type { FeedAddress } from '../../schemas/feeds/feed-line.js'
import type { AddressState, FeedStore, HoldReason, LineAddress } from '../ports/feed-store.js'

export type Destination =
  { is: 'member'; member: Id; account: Id | null } | ({ is: 'waits'; why: HoldReason } & LineAddress)
export type ResolvedAddress = Destination | { is: 'refused'; error: ApiError }

/** Also for a member who does not exist, so that nobody learns who does. */
const NOT_AUTHORISED = new ApiError(
  'access_denied',
  'The member has not authorised this application. Send such lines by "account" instead.',
)
const FEED_ROLE_REVOKED = new ApiError('insufficient_scope', 'This application may no longer send feeds.')

const keyOf = ({ source, number, names }: LineAddress): string =>
  JSON.stringify([source, number, names ?? 'nobody'])

/** The destination of each address, in order. Throws what the store throws. */
export async function resolveMembers(
  store: FeedStore,
  client: string,
  addresses: readonly FeedAddress[],
): Promise<ResolvedAddress[]> {
  const memberIds = new Set<Id>()
  const numbers = new Map<string, LineAddress>()
  for (const address of addresses) {
    if ('member' in address) memberIds.add(address.member)
    else numbers.set(keyOf(address), address)
  }
  const [mayFeed, authorised, registered] = await Promise.all([
    store.mayFeed(client),
    memberIds.size === 0 ? new Set<Id>() : store.authorisedMembers(client, [...memberIds]),
    numbers.size === 0 ? [] : store.addressStates([...numbers.values()]),
  ])
  const states = new Map([...numbers.keys()].map((key, at) => [key, registered[at] ?? UNREGISTERED]))
  return addresses.map((address) => {
    if (!mayFeed) return { is: 'refused', error: FEED_ROLE_REVOKED }
    if ('member' in address)
      return authorised.has(address.member)
        ? { is: 'member', member: address.member, account: null }
        : { is: 'refused', error: NOT_AUTHORISED }
    return destinationOf(address, states.get(keyOf(address)) ?? UNREGISTERED)
  })
}

const UNREGISTERED: AddressState = { registered: 0, recipients: [] }

function destinationOf(address: LineAddress, { registered, recipients }: AddressState): Destination {
  const [recipient] = recipients
  if (recipient !== undefined && recipients.length === 1) return { is: 'member', ...recipient }
  return { is: 'waits', why: holdReason(address, registered, recipients.length), ...address }
}

function holdReason({ needsProof }: LineAddress, registered: number, recipients: number): HoldReason {
  if (recipients > 1) return 'shared'
  if (registered === 0) return 'unregistered'
  return needsProof ? 'unproven' : 'other_name'
}
