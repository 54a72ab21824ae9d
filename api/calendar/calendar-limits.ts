/**
 * The limits of reading calendars (contract.md 7.6). They count apart from those of applications and members:
 * anybody to whom the member gave an address knows it, and no program can be made to slow down.
 */
import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'
import type { RateLimits } from '../plugins/rate-limits.js'
import type { CalendarAddress, CalendarFeeds } from '../ports/calendar-feeds.js'

export interface CalendarLimits {
  /** Counts a read with a token. Throws `rate_limited` at the limit. */
  takeToken: (caller: { client: string; member: string }, header: SetHeader) => void
  /**
   * The address with that secret, its read counted; null if there is none. Throws `rate_limited` at the limit
   * of the address or its member. One that this node does not know counts as a request without a credential until it
   * is found.
   */
  findAddress: (
    secret: string,
    request: Pick<FastifyRequest, 'countAnonymous' | 'isProven'>,
    header: SetHeader,
  ) => Promise<CalendarAddress | null>
}

/** Sets a header of the answer. */
type SetHeader = (name: string, value: string) => void

/** Addresses that this node knows, and their members. */
const MAX_KNOWN = 20_000

export function calendarLimits(
  limits: Pick<RateLimits, 'takeCalendar'>,
  calendars: Pick<CalendarFeeds, 'find'>,
): CalendarLimits {
  const known = twoGenerationCache<string>(MAX_KNOWN)
  const take = (address: string, member: string, header: SetHeader): void => {
    limits.takeCalendar({ address, member }, header)
  }
  return {
    takeToken: ({ client, member }, header) => {
      take(`${client} ${member}`, member, header)
    },
    findAddress: async (secret, request, header) => {
      const key = createHash('sha256').update(secret).digest('base64url').slice(0, 22)
      const member = known.get(key)
      // A known one is refused without a query. Whether it still exists is asked each time.
      if (member !== undefined) take(key, member, header)
      else request.countAnonymous()
      const address = await calendars.find(secret)
      if (address === null) {
        known.delete(key)
        return null
      }
      request.isProven()
      if (member === undefined) {
        known.set(key, address.member)
        take(key, address.member, header)
      }
      return address
    },
  }
}
