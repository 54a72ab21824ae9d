/** Who speaks of a journey: those who sold it, and the houses and companies it was booked with. */
import type { Dice } from './dice.js'
import type { Flown, Item, Rental, Stay } from './journey.js'
import type { SourceBook } from './source-book.js'
import type { Style, Voice } from './statement.js'

/** A source with its way of writing and its locator. `dated`: it says when it made a version. */
export interface Speaker {
  source: string
  style: Style
  locator: string
  dated: boolean
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The sellers of a journey: the airline's site with its mail, a corporate agency over a GDS, or an online agency. */
export function sellersOf(flights: Flown[], book: SourceBook, chance: Dice): Speaker[] {
  const carrier = flights[0]?.flight.leg.carrier
  const airline = carrier === undefined ? null : book.airline(carrier)
  const wanted = chance.weighted<Array<[string | null, Style]>>([
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
  items: Item[],
  book: SourceBook,
  chance: Dice,
): Array<{ speaker: Speaker; item: Stay | Rental }> {
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
export function soldBy(speaker: Speaker, items: Item[]): Item[] {
  return items.filter(
    (item) =>
      item.is === 'flight' ||
      (item.is !== 'meeting' && (speaker.style === 'gds' || speaker.style === 'agency')),
  )
}

/** The speaker's voice on one thing: every ticket, stay and rental of an agency has a locator of its own. */
export function voiceOn(speaker: Speaker, item: Item, at: number, cancelled: boolean): Voice {
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
export function newLocator(chance: Dice): string {
  return Array.from({ length: 6 }, () => LETTERS.charAt(chance.int(0, LETTERS.length - 1))).join('')
}

function ticketLocator(base: string, ticket: number): string {
  return base.slice(0, 5) + LETTERS.charAt((LETTERS.indexOf(base.charAt(5)) + ticket - 1) % LETTERS.length)
}
