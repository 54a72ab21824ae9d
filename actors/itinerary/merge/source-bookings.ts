/**
 * What each source has said of a segment, by booking (RULES 3.2 and 4.2): a booking stands as its newest word says, unless
 * it was cancelled as a whole after it.
 */
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import type { StatementStatus } from '../statement/gds-status.js'
import { lowerBound } from '../lib/lower-bound.js'
import { compareVersions } from '../statement/statement.js'
import type { Statement } from '../statement/statement.js'
import { isOtherTraveller } from '../match/leg-history.js'
import { compareVersionsByContent } from '../match/version-order.js'
import type { LegHistory } from '../match/leg-history.js'

/** When a batch in mode `replace` was received, and the newest stamp of its supplier in it; legs it left out are cancelled by it. */
export interface BookingReplacement {
  at: number
  made: number
  /** When the last of its legs ends; not known of batches stored before it was noted. */
  until?: number
}

export interface BookingEnv {
  source: (id: string) => SourceRow | undefined
  /** Stamp of the newest cancellation of a whole booking, by source and locator. */
  bookingCancelledAt: (source: string, key: string) => number | undefined
  /** The newest batch in mode `replace` of a source and locator. */
  replacementOf: (source: string, key: string) => BookingReplacement | undefined
}

/** Rank of a source that is not known. */
export const UNKNOWN_SOURCE_PRIORITY = 1_000_000

export interface SourceBooking {
  history: LegHistory
  versions: Statement[]
  status: StatementStatus
  statedAt: number
}
export interface SourceBookings {
  source: string
  priority: number
  versions: Statement[]
  bookings: SourceBooking[]
}

/**
 * Stamp of the cancellation of a keyed track by what its booking was cancelled with as a whole; undefined when there is none
 * after its words. A batch in mode `replace` cancels what was received before it and is not in it; what came later counts
 * by the supplier's stamp. A leg that was over while another of the batch was still to come has been travelled: suppliers
 * leave out what is flown.
 */
function cancelledAsWholeAt(track: LegHistory, key: string, env: BookingEnv): number | undefined {
  const { statedAt: made, start, end } = track.versions.at(-1) as Statement
  const swept = env.bookingCancelledAt(track.source, key)
  const batch = env.replacementOf(track.source, key)
  const over = (end ?? start)?.instant ?? Infinity
  const travelled = batch !== undefined && over <= batch.made && batch.made < (batch.until ?? 0)
  const left =
    batch !== undefined &&
    !travelled &&
    !track.versions.some(({ raw }) => raw.receivedAt === batch.at) &&
    track.versions.every((word) => word.raw.receivedAt < batch.at || word.statedAt < batch.made)
  const whole = swept !== undefined && swept > made ? swept : undefined
  return left ? Math.max(batch.made, made, whole ?? -Infinity) : whole
}

/** The bookings of one source, from its tracks in order; words without a locator count to the booking they stand beside. */
function bookingsOf(list: readonly LegHistory[], env: BookingEnv): SourceBooking[] {
  const out: SourceBooking[] = []
  for (const track of list) {
    if (track.locatorKey === null) continue
    // Of one track the words stand in order, whatever their stamps.
    const booking: SourceBooking = {
      history: track,
      versions: track.versions.slice(),
      status: (track.versions.at(-1) as Statement).status,
      statedAt: track.versions.reduce((newest, s) => Math.max(newest, s.statedAt), -Infinity),
    }
    const swept = cancelledAsWholeAt(track, track.locatorKey, env)
    if (swept !== undefined) {
      booking.status = 'Cancelled'
      booking.statedAt = swept
    }
    out.push(booking)
  }
  if (out.length > 1) applyCancellationsWithoutTraveller(out)
  const keyed = out.slice()
  for (const track of list) {
    if (track.locatorKey !== null) continue
    const mayBe = ({ history: other }: SourceBooking): boolean =>
      other.latestNamed === null ||
      track.latestNamed === null ||
      !isOtherTraveller(other.latestNamed, track.latestNamed)
    const near = keyed.filter(mayBe)
    const beside = near.length > 0 ? near : keyed
    for (const s of track.versions) {
      let booking: SourceBooking | undefined
      if (keyed.length > 0) {
        booking = lastBegunBefore(beside, s.statedAt) ?? beside[0]
      } else booking = out.find(mayBe)
      if (booking === undefined) {
        out.push({ history: track, versions: [s], status: s.status, statedAt: s.statedAt })
        continue
      }
      booking.versions.push(s)
      if (s.statedAt >= booking.statedAt) {
        booking.status = s.status
        booking.statedAt = s.statedAt
      }
    }
  }
  for (const booking of out) booking.versions.sort(compareVersions)
  return out
}

/**
 * Of travellers under one locator: what names none of them is said of all.
 * Only a cancellation: what is confirmed for nobody by name brings back nobody who was cancelled by name.
 */
function applyCancellationsWithoutTraveller(all: readonly SourceBooking[]): void {
  const said = new Map<string | null, Array<{ track: LegHistory; word: Statement }>>()
  for (const { history: track } of all) {
    const word = track.versions.findLast((s) => s.traveller === null)
    if (word?.status !== 'Cancelled') continue
    const others = said.get(track.locatorKey)
    if (others === undefined) said.set(track.locatorKey, [{ track, word }])
    else others.push({ track, word })
  }
  if (said.size === 0) return
  for (const booking of all) {
    for (const { track, word } of said.get(booking.history.locatorKey) ?? []) {
      if (
        track === booking.history ||
        compareVersions(booking.history.versions.at(-1) as Statement, word) > 0 ||
        word.statedAt < booking.statedAt
      )
        continue
      booking.status = word.status
      booking.statedAt = word.statedAt
    }
  }
}

function firstStatedAt({ history: track }: SourceBooking): number {
  return (track.versions[0] as Statement).statedAt
}

/** The last of bookings in order of their first words that began by then; of those begun at once the first. */
function lastBegunBefore(bookings: readonly SourceBooking[], made: number): SourceBooking | undefined {
  const last = bookings[lowerBound(bookings, (b) => firstStatedAt(b) <= made) - 1]
  return last === undefined
    ? undefined
    : bookings[lowerBound(bookings, (b) => firstStatedAt(b) < firstStatedAt(last))]
}

/** What each source has said of the item, by booking. */
export function bookingsBySource(tracks: LegHistory[], env: BookingEnv): SourceBookings[] {
  const bySource = new Map<string, LegHistory[]>()
  for (const track of tracks) {
    const list = bySource.get(track.source)
    if (list === undefined) bySource.set(track.source, [track])
    else list.push(track)
  }
  const out: SourceBookings[] = []
  for (const [source, list] of bySource) {
    if (list.length > 1)
      list.sort((a, b) => compareVersionsByContent(a.versions[0] as Statement, b.versions[0] as Statement))
    out.push({
      source,
      priority: env.source(source)?.priority ?? UNKNOWN_SOURCE_PRIORITY,
      versions: list.flatMap((track) => track.versions).sort(compareVersions),
      bookings: bookingsOf(list, env),
    })
  }
  return out.sort((a, b) => a.priority - b.priority || (a.source < b.source ? -1 : 1))
}

/**
 * The current words of a source: its newest, for a live item leaving aside bookings it has cancelled; then the newest of each
 * of its other live bookings, which fill in what that one leaves open.
 */
export function currentStatements(account: SourceBookings, live: boolean): Statement[] {
  if (!live) return account.versions.slice(-1)
  const out: Statement[] = []
  for (const { versions: words, status: standing } of account.bookings) {
    const word = standing === 'Cancelled' ? undefined : words.findLast((s) => s.status !== 'Cancelled')
    if (word !== undefined) out.push(word)
  }
  return out.sort((a, b) => compareVersions(b, a))
}
