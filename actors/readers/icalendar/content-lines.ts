/** The components of iCalendar text and their properties, each with its line (RFC 5545 3.1, 3.4 and 3.6). */
import ICAL from 'ical.js'

/** As jCal has them (RFC 7265 3.4): names in lower case, dates and times as ISO 8601 writes them. */
export interface CalendarProperty {
  name: string
  params: Readonly<Record<string, string | string[]>>
  values: readonly unknown[]
}

export interface CalendarComponent {
  name: string
  /** Line of its BEGIN, from 1. */
  line: number
  /** The one that it stands in, as VCALENDAR; null: it stands alone. */
  parent: CalendarComponent | null
  properties: CalendarProperty[]
  /** Lines in it that are no property, the first of them. */
  broken: number[]
  /** Whether its END was there. */
  isClosed: boolean
}

/** Others are skipped: attendees, alarms and pictures make up most of a file. */
const READ = new Set(
  (
    'method prodid uid recurrence-id sequence last-modified dtstamp status summary description location geo ' +
    'categories dtstart dtend duration rrule rdate exdate organizer url tzid tzoffsetto tzoffsetfrom ' +
    'x-wr-timezone x-lic-location x-alt-desc x-apple-structured-location x-kde-kitinerary-reservation'
  ).split(' '),
)

const MOST_LEVELS = 8
const MOST_BROKEN = 3
/** Of those that are read, in one component. */
const MOST_PROPERTIES = 1_000
const LONGEST_LINE = 200_000

/** Every component in the order of its BEGIN. Never throws. */
export function calendarComponents(text: string): CalendarComponent[] {
  const found: CalendarComponent[] = []
  const open: CalendarComponent[] = []
  for (const [line, content] of contentLines(text)) {
    const mark = /^(BEGIN|END):\s*([\w-]{1,64})\s*$/i.exec(content)
    if (mark === null) readProperty(content, line, open.at(-1))
    else if (/^end$/i.test(mark[1]!)) close(open, mark[2]!.toUpperCase())
    else if (open.length < MOST_LEVELS) {
      const name = mark[2]!.toUpperCase()
      const component = {
        name,
        line,
        parent: open.at(-1) ?? null,
        properties: [],
        broken: [],
        isClosed: false,
      }
      open.push(component)
      found.push(component)
    }
  }
  return found
}

/** Folded lines as one, with the number of the first. */
function* contentLines(text: string): Generator<[line: number, content: string]> {
  let pieces: string[] = []
  let first = 1
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^[ \t]/.test(line) && pieces.length > 0) {
      pieces.push(line.slice(1))
      continue
    }
    if (pieces.length > 0) yield [first, pieces.join('')]
    pieces = line.trim() === '' ? [] : [line]
    first = at + 1
  }
  if (pieces.length > 0) yield [first, pieces.join('')]
}

function close(open: CalendarComponent[], name: string): void {
  const at = open.findLastIndex((component) => component.name === name)
  if (at === -1) return
  open[at]!.isClosed = true
  open.length = at
}

function readProperty(content: string, line: number, component: CalendarComponent | undefined): void {
  if (component === undefined || component.properties.length >= MOST_PROPERTIES) return
  const name = /^[\w-]{1,64}(?=[;:])/.exec(content)?.[0].toLowerCase()
  if (name !== undefined && !READ.has(name)) return
  const property = name === undefined || content.length > LONGEST_LINE ? null : parsed(content)
  if (property !== null) component.properties.push(property)
  else if (component.broken.length < MOST_BROKEN) component.broken.push(line)
}

/** `TZID=GMT+02:00` and `TZID=(UTC+01:00) Berlin, Bern` should be in quotes and often are not. */
const BARE_TZID = /;TZID=([^";]+)((?:;[^":]*)?):(?=[\d,TZ]+$)/i

function parsed(content: string): CalendarProperty | null {
  try {
    const quoted = content.replace(BARE_TZID, ';TZID="$1"$2:')
    const [name, params, , ...values] = ICAL.parse.property(quoted, ICAL.design.icalendar) as [
      string,
      CalendarProperty['params'],
      string,
      ...unknown[],
    ]
    return { name, params, values }
  } catch {
    return null
  }
}

/** The first value of a property as text without spaces around it; null: not set, or empty. */
export function textOf(component: CalendarComponent | null, name: string): string | null {
  const value = propertyOf(component, name)?.values[0]
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}

/** The same of a property that is not registered, whose backslashes nothing has read. */
export function unescapedText(component: CalendarComponent, name: string): string | null {
  return (
    textOf(component, name)?.replace(/\\([,;nN\\])/g, (_, char: string) => (/n/i.test(char) ? '\n' : char)) ??
    null
  )
}

export function propertyOf(component: CalendarComponent | null, name: string): CalendarProperty | undefined {
  return component?.properties.find((property) => property.name === name)
}
