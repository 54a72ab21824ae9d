/** Which sources report a journey: its sellers, and the hotels and car companies it was booked with. */
import type { BookedFlight, JourneyPart, Rental, Stay } from '../travel/journey-parts.js'
import type { Random } from '../travel/random.js'
import type { Report, ReportStyle } from './raw-segments.js'
import type { SourceDirectory } from './source-directory.js'

/** A source with its style and its locator. `dated`: it reports when it created a version. */
export interface ReportingSource {
  source: string
  style: ReportStyle
  locator: string
  dated: boolean
}

/** Letters and digits that are not mistaken for each other. */
const LOCATOR_CHARS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LOCATOR_LENGTH = 6

/**
 * The sellers of a journey: the airline with its mail, a corporate agency over a GDS, or an online agency.
 */
export function sellersOf(
  flights: BookedFlight[],
  directory: SourceDirectory,
  random: Random,
): ReportingSource[] {
  const carrier = flights[0]?.flight.scheduled.carrier
  const airline = carrier === undefined ? null : directory.airline(carrier)
  const wanted = random.weighted<Array<[string | null, ReportStyle]>>([
    [
      [
        [airline, 'supplier'],
        [directory.any('email', random), 'mail'],
      ],
      4,
    ],
    [
      [
        [directory.any('gds', random), 'gds'],
        [airline, 'supplier'],
        [directory.any('tmc', random), 'agency'],
      ],
      4,
    ],
    [
      [
        [directory.any('ota', random), 'agency'],
        [airline, 'supplier'],
      ],
      3,
    ],
  ])
  const sellers = wanted.flatMap(([source, style]) =>
    source === null ? [] : [{ source, style, locator: newLocator(random), dated: style !== 'mail' }],
  )
  const fallback = directory.any('ota', random)
  return sellers.length > 0 || fallback === null
    ? sellers
    : [{ source: fallback, style: 'agency', locator: newLocator(random), dated: true }]
}

/** The hotels and car companies, each under its own number; those without a source send a mail. */
export function vendorsOf(
  parts: JourneyPart[],
  directory: SourceDirectory,
  random: Random,
): Array<{ vendor: ReportingSource; part: Stay | Rental }> {
  return parts.flatMap((part) => {
    if (part.is !== 'stay' && part.is !== 'rental') return []
    const own =
      part.is === 'stay' ? directory.vendor('hotel', part.brand) : directory.vendor('car', part.company)
    const source = own ?? directory.any('email', random)
    if (source === null) return []
    const vendor: ReportingSource = {
      source,
      style: own === null ? 'mail' : 'supplier',
      locator: String(random.int(10_000_000, 99_999_999)),
      dated: own !== null,
    }
    return [{ vendor, part }]
  })
}

/** The parts a seller knows: an airline and its mail know the flights, an agency all bookings. */
export function soldBy(seller: ReportingSource, parts: JourneyPart[]): JourneyPart[] {
  return parts.filter((part) => part.is === 'flight' || (part.is !== 'meeting' && isAgency(seller)))
}

/** How a source reports a part. Every ticket, stay and rental sold by an agency has its own locator. */
export function reportOn(source: ReportingSource, part: JourneyPart, at: number, cancelled: boolean): Report {
  return {
    source: source.source,
    style: source.style,
    locator: locatorOf(source, part),
    updated: source.dated ? at : null,
    cancelled,
  }
}

function isAgency({ style }: ReportingSource): boolean {
  return style === 'gds' || style === 'agency'
}

function locatorOf(source: ReportingSource, part: JourneyPart): string {
  const { locator } = source
  if (part.is === 'flight') return ticketLocator(locator, part.ticket)
  return isAgency(source) ? `${locator}${part.is === 'stay' ? 'H' : 'C'}${part.from % 100_000}` : locator
}

export function newLocator(random: Random): string {
  const char = (): string => LOCATOR_CHARS.charAt(random.int(0, LOCATOR_CHARS.length - 1))
  return Array.from({ length: LOCATOR_LENGTH }, char).join('')
}

function ticketLocator(base: string, ticket: number): string {
  const last = LOCATOR_LENGTH - 1
  const at = (LOCATOR_CHARS.indexOf(base.charAt(last)) + ticket - 1) % LOCATOR_CHARS.length
  return base.slice(0, last) + LOCATOR_CHARS.charAt(at)
}
