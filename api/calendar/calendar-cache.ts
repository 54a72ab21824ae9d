/**
 * The calendars that were made last, one per member. However many requests come in, one calendar of a member
 * is made at a time, and few in all; the others wait for it.
 */
import { concurrencyLimit } from '../../schemas/work/concurrency-limit.js'
import { ApiError } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'

export interface MadeCalendar {
  tag: string
  /** Compressed with gzip. */
  gzip: Buffer
}

export interface CalendarCacheOptions {
  /** Makes the calendar of a member as it is now. */
  make: (member: Id) => Promise<Buffer>
  /** At least this many bytes are kept, and at most twice as many. */
  bytes: number
  /** Calendars made at once: one is read from the database while another is rendered. */
  atOnce: number
  /** Members whose calendars are being made or wait for it; more are refused. */
  waiting: number
}

const RETRY_AFTER_S = 5
/** Of an entry besides its text. */
const ENTRY_BYTES = 300

/**
 * Gives the calendar of a member whose current version has that tag. The result may be newer, and then has an
 * older tag: a client that has read it reads it once more. Throws `temporarily_unavailable` when too many wait.
 */
export function calendarCache(
  options: CalendarCacheOptions,
): (member: Id, tag: string) => Promise<MadeCalendar> {
  const { make, bytes, atOnce, waiting } = options
  const made = twoGenerationCache<MadeCalendar & { begun: number }>(
    bytes,
    ({ gzip }) => gzip.length + ENTRY_BYTES,
  )
  const underWay = new Map<Id, Promise<unknown>>()
  const limit = concurrencyLimit(atOnce)
  /** Counts requests and beginnings, to know which came first. */
  let clock = 0

  const start = async (member: Id, tag: string): Promise<MadeCalendar> =>
    await limit(async () => {
      const begun = ++clock
      const calendar = { tag, gzip: await make(member), begun }
      made.set(member, calendar)
      return calendar
    })
  return async (member, tag) => {
    const asked = ++clock
    for (;;) {
      const known = made.get(member)
      if (known !== undefined && (known.tag === tag || known.begun > asked)) return known
      const other = underWay.get(member)
      if (other === undefined) break
      await other
    }
    if (underWay.size >= waiting)
      throw new ApiError(
        'temporarily_unavailable',
        `Too many calendars are being made. Retry after ${RETRY_AFTER_S} s.`,
        { retryAfter: RETRY_AFTER_S },
      )
    const work = start(member, tag)
    underWay.set(
      member,
      work.then(
        () => underWay.delete(member),
        () => underWay.delete(member),
      ),
    )
    return await work
  }
}
