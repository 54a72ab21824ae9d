/** iCalendar files of carriers, hotels, travel planners and calendar programs (RFC 5545), and our own calendar's. */
import { instantsOf, isZone } from '../../../schemas/base/time-zone.js'
import { ignoredPart, refusedPart } from '../reader.js'
import type { DocumentReader, FoundPart, ReadInner, ReceivedDocument } from '../reader.js'
import { documentText } from '../document-text.js'
import { calendarEvent } from './calendar-event.js'
import type { CalendarEvent } from './calendar-event.js'
import { zoneFinder } from './calendar-zones.js'
import type { ZoneFinder } from './calendar-zones.js'
import { calendarComponents, textOf, unescapedText } from './content-lines.js'
import type { CalendarComponent } from './content-lines.js'
import { addTimes, cancelledPart, draftOf, partOf, versionFields } from './event-fields.js'
import { inZoneOf, isDay, wallOf } from './event-times.js'
import type { StatedTime } from './event-times.js'
import { flightParts, rideParts, trainParts } from './movement-parts.js'
import { halvesOf } from './halves.js'
import { gatheringPart, placePart, presencePart, rentalPart, stayPart } from './place-parts.js'
import { occurrences, repeatBudget } from './repeats.js'
import { travelOf } from './travel-kind.js'
import type { TravelEvent } from './travel-kind.js'

const FIRST_LOOK = 1_024
const ENTRIES = /^(?:VEVENT|VTODO|VJOURNAL|VFREEBUSY)$/
/** Of one file; a calendar of many years has fewer. */
const MOST_ENTRIES = 20_000

export const icalendar: DocumentReader = {
  format: 'icalendar',
  source: 'calendar',
  accepts: ({ bytes, mediaType, name }) =>
    mediaType === 'text/calendar' ||
    /\.(?:ics|ical|icalendar|vcs)$/i.test(name ?? '') ||
    /^\s*BEGIN:VCALENDAR\s/i.test(documentText(bytes.subarray(0, FIRST_LOOK))),
  read: readCalendar,
}

/** Adds what was found at a line. */
type Add = (line: number, ...parts: FoundPart[]) => void

async function readCalendar(document: ReceivedDocument, readInner: ReadInner): Promise<FoundPart[]> {
  const components = calendarComponents(documentText(document.bytes))
  const zones = zoneFinder(components)
  const parts: Array<{ line: number; parts: FoundPart[] }> = []
  const add: Add = (line, ...found) => parts.push({ line, parts: found })
  const current = newest(eventsOf(components, zones, add), (old, line) =>
    add(old.line, ignored(old.line, `A newer version of this event is on line ${line}.`)),
  )
  const replaced = replacedOccurrences(current)
  const budget = repeatBudget()
  const travels = current.flatMap((event): TravelEvent[] => {
    const travel = travelOf(event)
    if (travel.kind === null && !document.appointments) return [{ event, ...travel, half: null }]
    const known = { replaced: replaced.get(event.uid) ?? new Set<string>(), budget }
    const { events: each, leftOut } = occurrences(event, zones, document.received, known)
    if (leftOut !== null && each.length === 0) add(event.line, refused(event.line, leftOut))
    return each.map((one, at) => ({ event: one, ...travel, half: null, ...(at === 0 && { leftOut }) }))
  })
  for (const travel of halvesOf(travels, (line, reason) => add(line, ignored(line, reason))))
    add(travel.event.line, ...withProblem(await partsOf(shown(travel), document, readInner), travel.leftOut))
  return parts.sort((a, b) => a.line - b.line).flatMap(({ parts: found }) => found)
}

/** The events that are read; what else the file has is added with the reason. */
function eventsOf(components: readonly CalendarComponent[], zones: ZoneFinder, add: Add): CalendarEvent[] {
  const entries = components.filter(({ name }) => ENTRIES.test(name))
  if (entries.length === 0)
    add(1, refused(1, 'The calendar has no event: BEGIN:VEVENT is missing. Send the whole calendar file.'))
  const more = entries[MOST_ENTRIES]?.line
  if (more !== undefined)
    add(
      more,
      refused(
        more,
        `A file may have at most ${MOST_ENTRIES} entries. Send this one and those after it in another file.`,
      ),
    )
  return entries.slice(0, MOST_ENTRIES).flatMap((component) => {
    const part = notRead(component)
    if (part === null) return [calendarEvent(component, zones)]
    add(component.line, part)
    return []
  })
}

/** Said of all of the event, on its first part. */
const withProblem = ([first, ...others]: FoundPart[], description: string | null | undefined): FoundPart[] =>
  first === undefined || description == null
    ? [first!, ...others]
    : [{ ...first, problems: [...first.problems, { field: null, description }] }, ...others]

const ignored = (line: number, ...why: [string?, (string | null)?]): FoundPart =>
  ignoredPart(`line ${line}`, ...why)
const refused = (line: number, description: string, field: string | null = null): FoundPart =>
  refusedPart(`line ${line}`, description, field)

/** Answers to invitations repeat an event without saying anything of it. */
const ANSWERS = /^(?:REPLY|COUNTER|DECLINECOUNTER|REFRESH)$/i

function notRead({ name, line, parent, isClosed }: CalendarComponent): FoundPart | null {
  if (name !== 'VEVENT') return ignored(line)
  const method = textOf(parent, 'method') ?? ''
  if (ANSWERS.test(method)) return ignored(line, `METHOD ${method} is an answer to an invitation.`, 'METHOD')
  return isClosed ? null : refused(line, 'The file ends within this event. Send the whole file.')
}

/** Of each event and each replaced occurrence the newest version; `older` is called with the others. */
function newest(
  events: readonly CalendarEvent[],
  older: (old: CalendarEvent, line: number) => void,
): CalendarEvent[] {
  const found = new Map<string, CalendarEvent>()
  for (const event of events) {
    const key = event.uid === null ? `line ${event.line}` : `${event.uid}\n${event.recurrence ?? ''}`
    const known = found.get(key)
    const isNewer = known === undefined || isAtLeast(event.version, known.version)
    if (isNewer) found.set(key, event)
    if (known !== undefined) older(isNewer ? known : event, isNewer ? event.line : known.line)
  }
  return [...found.values()]
}

const isAtLeast = ([a, aStamp]: CalendarEvent['version'], [b, bStamp]: CalendarEvent['version']): boolean =>
  a === b ? aStamp >= bStamp : a > b

/** The occurrences of each UID that events of their own replace. */
function replacedOccurrences(
  events: readonly CalendarEvent[],
): ReadonlyMap<string | null, Set<string | null>> {
  const found = new Map<string | null, Set<string | null>>()
  for (const { uid, recurrence } of events)
    if (recurrence !== null && found.get(uid)?.add(recurrence) === undefined)
      found.set(uid, new Set([recurrence]))
  return found
}

/**
 * Times in UTC in the zone in which the calendar shows them: exports of Google state all times so. A flight's stays in
 * UTC in the doubled hour of that zone: the clock of its airport is found by the instant, which the hour does not tell.
 */
function shown(travel: TravelEvent): TravelEvent {
  const zone = textOf(travel.event.component.parent, 'x-wr-timezone')
  if (zone === null || !isZone(zone)) return travel
  const timeIn = (time: StatedTime | null): StatedTime | null => {
    const local = time?.zone === 'UTC' ? inZoneOf(time, { ...time, zone }) : null
    if (local === null || (travel.kind === 'Air' && instantsOf(wallOf(local), zone)?.length === 2))
      return time
    return local
  }
  const inZone = (event: CalendarEvent): CalendarEvent => {
    const { start, end } = event.times
    return { ...event, times: { ...event.times, start: timeIn(start), end: timeIn(end) } }
  }
  return { ...travel, event: inZone(travel.event), half: travel.half && inZone(travel.half) }
}

async function partsOf(
  { event, kind, rest, half }: TravelEvent,
  document: ReceivedDocument,
  readInner: ReadInner,
): Promise<FoundPart[]> {
  const markup = await markupParts(event, document, readInner)
  if (markup.length > 0) return markup
  switch (kind) {
    case 'Air':
      return flightParts(event, rest)
    case 'Rail':
      return trainParts(event, rest)
    case 'Ferry':
    case 'Transport':
      return rideParts(event, kind, rest)
    case 'Hotel':
    case 'CheckIn':
      return [stayPart(event, rest, half)]
    case 'Car':
    case 'PickUp':
      return [rentalPart(event, rest, half)]
    case 'CheckOut':
      return [refused(event.line, 'No event in the file is the check-in of this stay.', 'checkin_date')]
    case 'DropOff':
      return [
        refused(event.line, 'No event in the file is the pick-up of this rental car.', 'pickup_datetime'),
      ]
    case 'Restaurant':
    case 'Parking':
      return [placePart(event, kind, rest)]
    case 'Activity':
    case 'Event':
    case 'Meeting':
      return [gatheringPart(event, kind)]
    case 'Checkin':
      return [presencePart(event)]
    case 'Cruise':
      return [cruisePart(event)]
    case 'Trip':
      return [ignored(event.line, 'This event stands for a whole trip, whose parts are separate events.')]
    default:
      return [appointment(event, document)]
  }
}

/** Line and ship look alike in a title. */
function cruisePart(event: CalendarEvent): FoundPart {
  const draft = draftOf('Cruise', event)
  addTimes(draft, event)
  return partOf(draft, event)
}

function appointment(event: CalendarEvent, { appointments }: ReceivedDocument): FoundPart {
  const { start } = event.times
  if (appointments && event.summary !== '')
    return gatheringPart(event, start !== null && isDay(start) ? 'Event' : 'Meeting')
  // A cancellation need not say what it cancels (RFC 5546 3.2.5).
  const isBare = event.summary === '' || textOf(event.component.parent, 'method')?.toUpperCase() === 'CANCEL'
  return (isBare ? cancelledPart('Event', event) : null) ?? ignored(event.line)
}

/** KDE's programs keep the reservation itself with the event, as schema.org has it. */
async function markupParts(
  event: CalendarEvent,
  document: ReceivedDocument,
  readInner: ReadInner,
): Promise<FoundPart[]> {
  const json = unescapedText(event.component, 'x-kde-kitinerary-reservation')
  if (json === null) return []
  const bytes = new TextEncoder().encode(json)
  const found = await readInner({ ...document, bytes, mediaType: 'application/ld+json', name: null })
  if (!found.some(({ raw }) => raw !== null)) return []
  const version = versionFields(event)
  return found.map((part) => ({
    ...part,
    at: `line ${event.line}, ${part.at}`,
    raw: part.raw === null ? null : { ...part.raw, ...version },
  }))
}
