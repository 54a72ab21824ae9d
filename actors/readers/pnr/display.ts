/** The lines of a text as displays: header, names, segments with the lines that continue them, and what follows. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import { airLine } from './air-line.js'
import { auxiliaryLine } from './auxiliary-line.js'
import { FULL_LINE } from './auxiliary.js'
import { airlineLocator, factsOf } from './facts.js'
import type { Fact } from './facts.js'
import { headerOf } from './header.js'
import type { Header } from './header.js'
import type { LineReading } from './segment-line.js'
import { isFirstName, isNameLine, travellersOf } from './travellers.js'
import type { DisplayTraveller } from './travellers.js'
import { DAY } from './written-day.js'

/** A record has 99 segments, 99 names and 999 other elements at most. */
const MOST_SEGMENTS = 99
const MOST_TRAVELLERS = 99
const MOST_FACTS = 999
/** Lines that one segment fills beside its first. */
const MOST_CONTINUED = 20

/** Lines from `first` to `last`, counted from 1. */
export interface ReadLines {
  first: number
  last: number
  text: string
  reading: LineReading
}

export interface Display {
  header: Header
  travellers: DisplayTraveller[]
  items: ReadLines[]
  facts: Fact[]
  /** Locators that airlines gave, by their codes; null: two of one. */
  locators: Map<string, string | null>
}

/** Heads of what follows an itinerary, up to the next display. A notice that such data exists is no head. */
const SECTION =
  /^ ?(?:\*{2,3} (?!.*(?:EXIST|IN USE|CHANGED)).{3,50}\*{2,3}|(?:FONE|TKTG|GFAX|NOTE|RMKS|TRMK|ACKN|ATFQ|ADRS|DLVR|FOP|VLOC|VRMK|RCVD|QMDR)[ :]{0,2}-|TKT\/TIME LIMIT|PHONES|[A-Z]{2} FACTS|GENERAL FACTS|REMARKS|RECEIVED FROM|VENDOR REMARKS|FREQUENT TRAVELER|SEATS\/BOARDING PASS|ACCOUNTING DATA|FORM OF PAYMENT|PRICE QUOTE|PASSENGER (?:EMAIL|DETAIL)|CUSTOMER NUMBER|TKG FAX|(?:P|T|G|R|E|MZ)- )/
const CONTINUES = /^ {4}|^\/|^ {0,12}(?:OPERATED BY|ADV PAX FLT|(?:DEP|ARR)[A-Z]{0,6}[- ])/
const SEVERAL = new RegExp(
  `.{12} \\d{1,2}\\.? [A-Z\\d]{2} {0,3}\\d{1,4} ?[A-Z] {0,2}${DAY}[ *].{0,4}[A-Z]{6}\\*? {1,2}[A-Z]{2}\\d`,
)

/** @param lines as `screenLine` makes them */
export function displaysOf(lines: readonly string[]): Display[] {
  const reader = new DisplayReader()
  for (const [at, text] of lines.entries()) reader.add(text, at + 1)
  return reader.finish()
}

/** No screen has such a line. */
const LONGEST_LINE = 1_000

/** A line in capitals, with plain spaces, without marks of a quotation and of the screen. */
export const screenLine = (line: string): string =>
  line
    .slice(0, LONGEST_LINE)
    .replace(/[\u00a0\t]/g, ' ')
    .replace(/^(?:> ?)+(?!\*)/, '')
    .replace(/[¬¶\s]{1,80}$/, '')
    .toUpperCase()

/** Makes a function that is called with each line of a text: whether another display begins with it. */
export function displayStarts(): (line: string) => boolean {
  const reader = new DisplayReader()
  let isOver = false
  return (line) => {
    const text = screenLine(line)
    reader.add(text, 0)
    const isLast = headerOf(text)?.isLast === true
    const starts = (reader.hasEnded() && !isLast) || (isOver && text !== '')
    isOver = isLast || (isOver && text === '')
    return starts
  }
}

const empty = (): Display => ({
  header: { locator: null, made: null, updated: null, text: null },
  travellers: [],
  items: [],
  facts: [],
  locators: new Map(),
})

interface OpenSegment {
  first: number
  text: string
  /** What the line says alone. */
  reading: LineReading
  continued: string[]
}

/** Reads line by line; a segment waits for the lines that continue it. */
class DisplayReader {
  private readonly done: Display[] = []
  private now = empty()
  private open: OpenSegment | null = null
  private element = ''
  private inSection = false
  private inSeats = false
  private seatsOf: number | null = null

  finish(): Display[] {
    this.next()
    return this.done.filter(({ items }) => items.length > 0)
  }

  /** Whether a display has ended since this was asked. */
  hasEnded(): boolean {
    return this.done.splice(0).length > 0
  }

  add(text: string, line: number): void {
    if (text === '') return this.close()
    const isSeveral = SEVERAL.test(text)
    const reading = isSeveral ? null : (airLine(text, []) ?? auxiliaryLine(text, []))
    const { open } = this
    if (open !== null && !isSeveral && reading === null && continues(text, open)) open.continued.push(text)
    else {
      this.close()
      if (isSeveral) this.refuse(text, line, SEVERAL_SEGMENTS)
      else this.start(text, line, reading)
    }
  }

  private start(text: string, line: number, reading: LineReading | null): void {
    const header = headerOf(text)
    if (header !== null) return this.head(header)
    if (isFirstName(text) && (this.inSection || this.now.items.length > 0)) this.next()
    if (!this.inSection && this.now.items.length === 0 && isNameLine(text)) return this.name(text)
    if (SECTION.test(text)) {
      this.inSection = true
      this.inSeats = /SEAT DATA/.test(text)
    }
    if (reading === null || (this.inSection && !('build' in reading))) return this.after(text)
    if (this.inSection) return this.refuse(text, line, BELOW_REMARKS)
    this.open = { first: line, text, reading, continued: [] }
  }

  private head(header: Header): void {
    if (!header.isLast && (this.now.items.length > 0 || this.now.travellers.length > 0)) this.next()
    this.now.header = {
      ...header,
      locator: header.locator ?? this.now.header.locator,
      made: header.made ?? this.now.header.made,
      updated: header.updated ?? this.now.header.updated,
    }
    if (header.isLast) this.next()
  }

  private name(text: string): void {
    const { travellers } = this.now
    if (travellers.length < MOST_TRAVELLERS)
      travellers.push(...travellersOf(text).slice(0, MOST_TRAVELLERS - travellers.length))
  }

  /** An element after the itinerary, with the lines that continue it. */
  private after(text: string): void {
    const goesOn = /^ {5,12}[^ \d]|^[A-Z\d]{1,20}$/.test(text) && this.element !== ''
    this.element = goesOn ? this.element + text.trim() : text
    if (this.element.length > 500) this.element = ''
    if (this.inSeats)
      this.seatsOf = Number(/^ {0,2}(\d{1,2})\. [A-Z\d]{2} /.exec(text)?.[1] ?? this.seatsOf) || null
    const { facts, locators } = this.now
    if (goesOn) facts.splice(this.factsBefore)
    else this.factsBefore = facts.length
    if (facts.length < MOST_FACTS) facts.push(...factsOf(this.element, this.inSeats ? this.seatsOf : null))
    const found = airlineLocator(text)
    if (found === null) return
    const { carrier, locator } = found
    locators.set(carrier, (locators.get(carrier) ?? locator) === locator ? locator : null)
  }
  private factsBefore = 0

  private refuse(text: string, line: number, refused: DocumentProblem): void {
    this.now.items.push({ first: line, last: line, text, reading: { refused } })
  }

  private close(): void {
    if (this.open === null) return
    const { first, text, continued, reading: alone } = this.open
    this.open = null
    this.element = ''
    const reading =
      continued.length === 0 ? alone : (airLine(text, continued) ?? auxiliaryLine(text, continued)!)
    this.now.items.push({ first, last: first + continued.length, text, reading })
    if (this.now.items.length >= MOST_SEGMENTS) this.next()
  }

  private next(): void {
    this.close()
    this.done.push(this.now)
    this.now = empty()
    this.inSection = false
    this.inSeats = false
    this.element = ''
  }
}

const SEVERAL_SEGMENTS: DocumentProblem = {
  field: null,
  description: 'The line has several segments. Put each on a line of its own.',
}
const BELOW_REMARKS: DocumentProblem = {
  field: null,
  description: 'This segment is among the remarks. If it is booked, send it as a separate display.',
}

function continues(text: string, { text: before, continued }: OpenSegment): boolean {
  if (continued.length >= MOST_CONTINUED || isNameLine(text)) return false
  if (CONTINUES.test(text)) return true
  // The rest of a long line that lost its indentation.
  const isFull = before.trimEnd().length >= FULL_LINE - 2 && !/^ *\d{1,3}[. ]/.test(text)
  return isFull && /^[A-Z\d -]{0,40}\//.test(text) && !SECTION.test(text) && headerOf(text) === null
}
