/**
 * Reads `reservations/*.txt`. A file holds cases under the public document that their facts are from (facts only:
 * every text is our own). Segments are as an integrator sends them, with nothing but what the document says;
 * `source` is left out where it is SOURCE.
 *
 *     document: <name> <<url>>
 *
 *     case: <what is special>
 *     {"type":"Rail", ...}               the segment
 *     from milan to brig?                where both ends are (spots.ts); ? where the document leaves it open
 *     shows {...}                        of a booking for several: ExpectedTravellers
 */
import { readdirSync, readFileSync } from 'node:fs'
import { AT } from './spots.js'
import type { ExpectedSpot } from './spots.js'

export type RawSegment = Record<string, unknown>

/** Whose is what in a booking for several. */
export interface ExpectedTravellers {
  member: { first_name: string; last_name: string }
  /** The segment's own fields. */
  fields: Record<string, unknown>
  /** Name and seat of each entry of `bookings`. */
  travellers: string[]
}

/** One reservation: what is sent, and what is right by the document. */
export interface Reservation {
  /** The file, the case and its document. */
  name: string
  segment: RawSegment
  /** Null where the document names no place, or one that does not exist. */
  from: ExpectedSpot | null
  /** Left out where the type has one place. */
  to?: ExpectedSpot | null
  shows?: ExpectedTravellers
}

const SOURCE = 'email_parser'

export const RESERVATIONS: readonly Reservation[] = cases().map(reservation)

function cases(): Array<{ name: string; lines: string[] }> {
  const directory = new URL('./reservations/', import.meta.url)
  return readdirSync(directory)
    .toSorted()
    .flatMap((file) => {
      let document = ''
      return readFileSync(new URL(file, directory), 'utf8')
        .trim()
        .split('\n\n')
        .flatMap((block) => {
          const [first = '', ...lines] = block.split('\n')
          if (first.startsWith('case: '))
            return [{ name: `${file}: ${first.slice('case: '.length)} (${document})`, lines }]
          if (!first.startsWith('document: ') || lines.length > 0) throw new Error(`${file}: ${block}`)
          document = first.slice('document: '.length)
          return []
        })
    })
}

function segmentOf(json: string): RawSegment {
  return { source: SOURCE, ...(JSON.parse(json) as RawSegment) }
}

function reservation({ name, lines }: { name: string; lines: string[] }): Reservation {
  const [segment = '', ends = '', shows] = lines
  const [, from, , to] = /^from (\S+)( to (\S+))?$/.exec(ends) ?? []
  if (from === undefined) throw new Error(`${name}: ${ends}`)
  return {
    name,
    segment: segmentOf(segment),
    from: spotOf(from),
    ...(to === undefined ? {} : { to: spotOf(to) }),
    ...(shows === undefined ? {} : { shows: JSON.parse(shows.slice('shows '.length)) as ExpectedTravellers }),
  }
}

function spotOf(word: string): ExpectedSpot | null {
  if (word === 'nowhere') return null
  const spot = (AT as Record<string, ExpectedSpot>)[word.replace('?', '')]
  if (spot === undefined) throw new Error(`spots.ts has no ${word}`)
  return word.endsWith('?') ? { ...spot, mayBeUnknown: true } : spot
}
