/** Who speaks of a journey: those who sold it, and the houses and companies it was booked with. */
import type { Random } from '../travel/random.js'
import type { BookedFlight, JourneyPart, Rental, Stay } from '../travel/journey.js'
import type { SourceDirectory } from './source-directory.js'
import type { ReportStyle, Report } from './raw-segments.js'

/** A source with its way of writing and its locator. `dated`: it says when it made a version. */
export interface ReportingSource {
  source: string
  style: ReportStyle
  locator: string
  dated: boolean
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The sellers of a journey: the airline's site with its mail, a corporate agency over a GDS, or an online agency. */
export function sellersOf(flights: BookedFlight[], book: SourceDirectory, chance: Random): ReportingSource[] {
  const carrier = flights[0]?.flight.scheduled.carrier
  const airline = carrier === undefined ? null : book.airline(carrier)
  const wanted = chance.weighted<Array<[string | null, ReportStyle]>>([
    [
      [
        [airline, 'supplier'],
        [book.any('email', chance), 'mail'],
      ],
      4,
    ],
    [
      [
        [book.any('gds', chance), 'gds'],
        [airline, 'supplier'],
        [book.any('tmc', chance), 'agency'],
      ],
      4,
    ],
    [
      [
        [book.any('ota', chance), 'agency'],
        [airline, 'supplier'],
      ],
      3,
    ],
  ])
  const speakers = wanted.flatMap(([source, style]) =>
    source === null ? [] : [{ source, style, locator: newLocator(chance), dated: style !== 'mail' }],
  )
  const fallback = book.any('ota', chance)
  return speakers.length > 0 || fallback === null
    ? speakers
    : [{ source: fallback, style: 'agency', locator: newLocator(chance), dated: true }]
}

/** The houses and car companies themselves, each under a number of its own; those without a source write a mail. */
export function vendorsOf(
  items: JourneyPart[],
  book: SourceDirectory,
  chance: Random,
): Array<{ speaker: ReportingSource; item: Stay | Rental }> {
  return items.flatMap((item) => {
    if (item.is !== 'stay' && item.is !== 'rental') return []
    const own = item.is === 'stay' ? book.vendor('hotel', item.brand) : book.vendor('car', item.company)
    const source = own ?? book.any('email', chance)
    if (source === null) return []
    return [
      {
        speaker: {
          source,
          style: own === null ? 'mail' : 'supplier',
          locator: String(chance.int(10_000_000, 99_999_999)),
          dated: own !== null,
        },
        item,
      },
    ]
  })
}

/** What a seller knows of: an airline and its mail the flights, an agency everything that was booked. */
export function soldBy(speaker: ReportingSource, items: JourneyPart[]): JourneyPart[] {
  return items.filter(
    (item) =>
      item.is === 'flight' ||
      (item.is !== 'meeting' && (speaker.style === 'gds' || speaker.style === 'agency')),
  )
}

/** The speaker's voice on one thing: every ticket, stay and rental of an agency has a locator of its own. */
export function reportOn(
  speaker: ReportingSource,
  item: JourneyPart,
  at: number,
  cancelled: boolean,
): Report {
  const agency = speaker.style === 'gds' || speaker.style === 'agency'
  const locator =
    item.is === 'flight'
      ? ticketLocator(speaker.locator, item.ticket)
      : agency
        ? `${speaker.locator}${item.is === 'stay' ? 'H' : 'C'}${item.from % 100_000}`
        : speaker.locator
  return {
    source: speaker.source,
    style: speaker.style,
    locator,
    updated: speaker.dated ? at : null,
    cancelled,
  }
}

/** A record locator as the systems make them: six letters and digits that are not mistaken for each other. */
export function newLocator(chance: Random): string {
  return Array.from({ length: 6 }, () => LETTERS.charAt(chance.int(0, LETTERS.length - 1))).join('')
}

function ticketLocator(base: string, ticket: number): string {
  return base.slice(0, 5) + LETTERS.charAt((LETTERS.indexOf(base.charAt(5)) + ticket - 1) % LETTERS.length)
}
