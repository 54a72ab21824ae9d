/**
 * Which member each line of a feed is for (contract.md 8): asked once for all lines that were read together.
 */
import { ApiError } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import type { FeedAddress } from '../../schemas/feeds/feed-line.js'
import type { AddressState, FeedStore, HoldReason, LineAddress } from '../ports/feed-store.js'

export type Destination =
  | { is: 'member'; member: Id; account: Id | null }
  | ({ is: 'waits'; why: HoldReason; due: boolean } & LineAddress)
export type ResolvedAddress = Destination | { is: 'refused'; error: ApiError }

/** Also for a member who does not exist, so that nobody learns who does. */
const NOT_AUTHORISED = new ApiError(
  'access_denied',
  'The member has not authorised this application. Send such lines with "account" instead of "member_id".',
)
const notItsSource = (source: string): ApiError =>
  new ApiError(
    'access_denied',
    `In a line with "account", this application may not send anything of the source "${source}". Correct the id (GET ` +
      '/v2/sources lists them), or ask the operator of the service to add the source to its feed role.',
  )
const NO_FEED_ROLE = new ApiError(
  'insufficient_scope',
  'This application may not send feeds; ask the operator of the service to give it the feed role.',
)

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
  const [sources, authorised, registered] = await Promise.all([
    store.feedSources(client),
    memberIds.size === 0 ? new Set<Id>() : store.authorisedMembers(client, [...memberIds]),
    numbers.size === 0 ? [] : store.addressStates(client, [...numbers.values()]),
  ])
  const states = new Map([...numbers.keys()].map((key, at) => [key, registered[at] ?? UNREGISTERED]))
  return addresses.map((address) => {
    if (sources === null) return { is: 'refused', error: NO_FEED_ROLE }
    if ('member' in address)
      return authorised.has(address.member)
        ? { is: 'member', member: address.member, account: null }
        : { is: 'refused', error: NOT_AUTHORISED }
    const foreign = address.sources.find((source) => !sources.has(source))
    if (foreign !== undefined) return { is: 'refused', error: notItsSource(foreign) }
    return destinationOf(address, states.get(keyOf(address)) ?? UNREGISTERED)
  })
}

const UNREGISTERED: AddressState = { reason: 'unregistered', recipient: null }

function destinationOf(
  { source, number, names, needsProof }: LineAddress,
  { reason, recipient }: AddressState,
): Destination {
  if (reason === null && recipient !== null) return { is: 'member', ...recipient }
  const due = recipient !== null
  return { is: 'waits', why: reason ?? 'unregistered', due, source, number, names, needsProof }
}
