/** Itineraries as agents copy them from the screens of Amadeus, Sabre, Galileo, Apollo and Worldspan. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { documentText } from '../document-text.js'
import { ignoredPart } from '../reader.js'
import type { DocumentReader, FoundPart } from '../reader.js'
import { displaysOf, screenLine } from './display.js'
import type { Display, ReadLines } from './display.js'
import { isForm } from './header.js'
import { ownTravellers } from './own-travellers.js'
import type { SegmentLine } from './segment-line.js'
import { systemOf } from './systems.js'
import { dayBefore, resolveDays } from './written-day.js'

const DAY_MS = 86_400_000
/** The first look. */
const OPENING_BYTES = 65_536

export const pnr: DocumentReader = {
  format: 'pnr',
  source: 'gds_agency',
  accepts: ({ bytes, mediaType }) => {
    if (mediaType !== null && mediaType !== 'text/plain') return false
    const lines = linesOf(documentText(bytes.subarray(0, OPENING_BYTES)))
    return !/^\s*[<{[]/.test(lines[0] ?? '') && displaysOf(lines).some(isDisplay)
  },
  read: ({ bytes, received }) => {
    const lines = linesOf(documentText(bytes))
    const found = displaysOf(lines).flatMap((display) => partsOf(display, Math.floor(received / DAY_MS)))
    return withIgnored(found, lines.at(-1) === '' ? lines.length - 1 : lines.length)
  },
}

const isDisplay = ({ header, items }: Display): boolean =>
  isForm(header) || items.some(({ reading }) => 'build' in reading)

const linesOf = (text: string): string[] => text.split(/\r\n|[\n\r]/).map(screenLine)

interface LinePart extends FoundPart {
  first: number
  last: number
}

function partsOf(display: Display, received: number): LinePart[] {
  const { header, items } = display
  const lines = items.map(({ text }) => text)
  const source = systemOf(header.text === null ? lines : [header.text, ...lines])
  const read = items.flatMap(({ reading }) => ('build' in reading ? [reading] : []))
  const made = header.made === null ? received : (dayBefore(header.made, received) ?? received)
  const starts = read.map(({ start }) => start)
  const days = resolveDays(starts, made)
  const dayOf = new Map(read.map((reading, at) => [reading, days[at]!]))
  const travellers = ownTravellers(display)
  return items.map((item) => partOf(item, display, { source, dayOf, travellers }))
}

interface Known {
  source: string
  dayOf: ReadonlyMap<SegmentLine, number | null>
  travellers: ReturnType<typeof ownTravellers>
}

function partOf({ first, last, reading }: ReadLines, display: Display, known: Known): LinePart {
  const part = { first, last, at: first === last ? `line ${first}` : `lines ${first}-${last}` }
  if ('ignored' in reading) return { ...part, ...ignoredPart(part.at) }
  if ('refused' in reading) return { ...part, raw: null, problems: [reading.refused] }
  const day = known.dayOf.get(reading) ?? null
  if (day === null) return { ...part, raw: null, problems: [undecided(reading)] }
  const problems: DocumentProblem[] = []
  const fields = reading.build(day, problems)
  return {
    ...part,
    raw: {
      source: known.source,
      ...fields,
      ...ofRecord(display, reading, fields),
      ...known.travellers(reading, fields),
    },
    problems,
  }
}

/** Locators and stamp, which the record says once for all. */
function ofRecord(display: Display, reading: SegmentLine, fields: RawFields): RawFields {
  const { header, locators } = display
  const ownLocator = fields['confirmation_no'] ?? locators.get(String(fields['airline'])) ?? null
  const isRide = fields['type'] === 'Air' || fields['type'] === 'Rail'
  const locator = ownLocator ?? (isRide && !reading.isPassive ? header.locator : null)
  return {
    ...(locator !== null && { confirmation_no: locator }),
    ...(header.locator !== null && header.locator !== locator && { booking_confirmation_no: header.locator }),
    ...(header.updated !== null && { supplier_updated: header.updated }),
  }
}

function undecided({ start: { text, days, weekday } }: SegmentLine): DocumentProblem {
  const reason =
    weekday === null
      ? 'may be in two years: send the display with its header or with weekdays'
      : 'falls on a different weekday in every possible year; correct the date or the weekday'
  const exists = days(0, 4 * 366).length > 0
  return { field: null, description: `${text} ${exists ? reason : 'does not exist; correct the date'}.` }
}

/** Every line is a part: those that are no segment, together where they stand together. */
function withIgnored(parts: readonly LinePart[], lines: number): FoundPart[] {
  const all: FoundPart[] = []
  let next = 1
  const ignore = (until: number): void => {
    if (next > until) return
    all.push(ignoredPart(next === until ? `line ${next}` : `lines ${next}-${until}`))
  }
  for (const { first, last, ...part } of parts.filter(({ ignored }) => ignored !== true)) {
    ignore(first - 1)
    all.push(part)
    next = last + 1
  }
  ignore(lines)
  return all
}
