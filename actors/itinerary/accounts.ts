/**
 * What each source has said of a segment, by booking (itinerary.md 3 V and 4): a booking stands as its newest word says, unless
 * it was cancelled as a whole after it.
 */
import type { SourceRow } from '../../schemas/source-row.js'
import type { Standing } from './gds.js'
import { lowerBound } from './lower-bound.js'
import { byWord } from './statement.js'
import type { Statement } from './statement.js'
import { inWordOrder, otherTraveller } from './tracks.js'
import type { Track } from './tracks.js'

/** When a batch in mode `replace` was received, and the newest stamp of its supplier in it; legs it left out are cancelled by it. */
export interface Replaced {
  at: number
  made: number
  /** When the last of its legs ends; not known of batches stored before it was noted. */
  until?: number
}

export interface AccountEnv {
  source: (id: string) => SourceRow | undefined
  /** Stamp of the newest cancellation of a whole booking, by source and locator. */
  swept: (source: string, key: string) => number | undefined
  /** The newest batch in mode `replace` of a source and locator. */
  replaced: (source: string, key: string) => Replaced | undefined
}

/** Rank of a source that is not known. */
export const LAST_RANK = 1_000_000

export interface Booking {
  track: Track
  words: Statement[]
  standing: Standing
  stamp: number
}
export interface Account {
  source: string
  rank: number
  words: Statement[]
  bookings: Booking[]
}

/**
 * Stamp of the cancellation of a keyed track by what its booking was cancelled with as a whole; undefined when there is none
 * after its words. A batch in mode `replace` cancels what was received before it and is not in it; what came later counts
 * by the supplier's stamp. A leg that was over while another of the batch was still to come has been travelled: suppliers
 * leave out what is flown.
 */
function sweptAt(track: Track, key: string, env: AccountEnv): number | undefined {
  const { made, start, end } = track.words.at(-1) as Statement
  const swept = env.swept(track.source, key)
  const batch = env.replaced(track.source, key)
  const over = (end ?? start)?.at ?? Infinity
  const travelled = batch !== undefined && over <= batch.made && batch.made < (batch.until ?? 0)
  const left =
    batch !== undefined &&
    !travelled &&
    !track.words.some(({ raw }) => raw.at === batch.at) &&
    track.words.every((word) => word.raw.at < batch.at || word.made < batch.made)
  const whole = swept !== undefined && swept > made ? swept : undefined
  return left ? Math.max(batch.made, made, whole ?? -Infinity) : whole
}

/** The bookings of one source, from its tracks in order; words without a locator count to the booking they stand beside. */
function bookingsOf(list: readonly Track[], env: AccountEnv): Booking[] {
  const out: Booking[] = []
  for (const track of list) {
    if (track.key === null) continue
    // Of one track the words stand in order, whatever their stamps.
    const booking: Booking = {
      track,
      words: track.words.slice(),
      standing: (track.words.at(-1) as Statement).standing,
      stamp: track.words.reduce((newest, s) => Math.max(newest, s.made), -Infinity),
    }
    const swept = sweptAt(track, track.key, env)
    if (swept !== undefined) {
      booking.standing = 'Cancelled'
      booking.stamp = swept
    }
    out.push(booking)
  }
  if (out.length > 1) hearAll(out)
  const keyed = out.slice()
  for (const track of list) {
    if (track.key !== null) continue
    const mayBe = ({ track: other }: Booking): boolean =>
      other.named === null || track.named === null || !otherTraveller(other.named, track.named)
    const near = keyed.filter(mayBe)
    const beside = near.length > 0 ? near : keyed
    for (const s of track.words) {
      let booking: Booking | undefined
      if (keyed.length > 0) {
        booking = begunBefore(beside, s.made) ?? beside[0]
      } else booking = out.find(mayBe)
      if (booking === undefined) {
        out.push({ track, words: [s], standing: s.standing, stamp: s.made })
        continue
      }
      booking.words.push(s)
      if (s.made >= booking.stamp) {
        booking.standing = s.standing
        booking.stamp = s.made
      }
    }
  }
  for (const booking of out) booking.words.sort(byWord)
  return out
}

/**
 * Of travellers under one locator: what names none of them is said of all.
 * Only a cancellation: what is confirmed for nobody by name brings back nobody who was cancelled by name.
 */
function hearAll(all: readonly Booking[]): void {
  const said = new Map<string | null, Array<{ track: Track; word: Statement }>>()
  for (const { track } of all) {
    const word = track.words.findLast((s) => s.who === null)
    if (word?.standing !== 'Cancelled') continue
    const others = said.get(track.key)
    if (others === undefined) said.set(track.key, [{ track, word }])
    else others.push({ track, word })
  }
  if (said.size === 0) return
  for (const booking of all) {
    for (const { track, word } of said.get(booking.track.key) ?? []) {
      if (
        track === booking.track ||
        byWord(booking.track.words.at(-1) as Statement, word) > 0 ||
        word.made < booking.stamp
      )
        continue
      booking.standing = word.standing
      booking.stamp = word.made
    }
  }
}

function begun({ track }: Booking): number {
  return (track.words[0] as Statement).made
}

/** The last of bookings in order of their first words that began by then; of those begun at once the first. */
function begunBefore(bookings: readonly Booking[], made: number): Booking | undefined {
  const last = bookings[lowerBound(bookings, (b) => begun(b) <= made) - 1]
  return last === undefined ? undefined : bookings[lowerBound(bookings, (b) => begun(b) < begun(last))]
}

/** What each source has said of the item, by booking. */
export function accounts(tracks: Track[], env: AccountEnv): Account[] {
  const bySource = new Map<string, Track[]>()
  for (const track of tracks) {
    const list = bySource.get(track.source)
    if (list === undefined) bySource.set(track.source, [track])
    else list.push(track)
  }
  const out: Account[] = []
  for (const [source, list] of bySource) {
    if (list.length > 1) list.sort((a, b) => inWordOrder(a.words[0] as Statement, b.words[0] as Statement))
    out.push({
      source,
      rank: env.source(source)?.priority ?? LAST_RANK,
      words: list.flatMap((track) => track.words).sort(byWord),
      bookings: bookingsOf(list, env),
    })
  }
  return out.sort((a, b) => a.rank - b.rank || (a.source < b.source ? -1 : 1))
}

/**
 * The current words of a source: its newest, for a live item leaving aside bookings it has cancelled; then the newest of each
 * of its other live bookings, which fill in what that one leaves open.
 */
export function currentWords(account: Account, live: boolean): Statement[] {
  if (!live) return account.words.slice(-1)
  const out: Statement[] = []
  for (const { words, standing } of account.bookings) {
    const word = standing === 'Cancelled' ? undefined : words.findLast((s) => s.standing !== 'Cancelled')
    if (word !== undefined) out.push(word)
  }
  return out.sort((a, b) => byWord(b, a))
}
