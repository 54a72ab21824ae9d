/** The lists of an NDC message that its order refers to, of all versions from 17.2 to 21.3. */
import { inside, textAt } from './xml-tree.js'
import type { Element } from './xml-tree.js'

/** What an order was before a change: of no interest but for what is gone. */
export const FORMER = ['OriginalOrder', 'Old', 'Previous', 'OldOrder', 'PreviousOrder']

/** Elements that may stand for one flight of one list, by the version that names them so. */
const FLIGHTS = ['PaxSegment', 'FlightSegment', 'DatedMarketingSegment']
const FLIGHT_ID = [
  'PaxSegmentID',
  '@SegmentKey',
  '@PaxSegmentID',
  'DatedMarketingSegmentId',
  'DatedMarketingSegmentID',
  '@refs',
]
const DATED = ['DatedMarketingSegment', 'DatedOperatingSegment', 'DatedOperatingLeg']
const GROUPS = ['Flight', 'PaxJourney', 'OriginDestination', 'OriginDest', 'DatedOperatingSegment']
const GROUP_ID = [
  '@FlightKey',
  'PaxJourneyID',
  '@OriginDestinationKey',
  'OriginDestID',
  'DatedOperatingSegmentId',
  'DatedOperatingSegmentID',
]
/** Elements and attributes that refer to flights, journeys or legs: ids with spaces between them. */
const REFERENCES = [
  'PaxSegmentRefID',
  'SegmentRef',
  'SegmentRefs',
  'SegmentReference',
  'SegmentReferences',
  'FlightRef',
  'FlightRefs',
  'FlightReferences',
  'PaxJourneyRefID',
  'OriginDestRefID',
  'OriginDestinationReferences',
  'DatedOperatingLegRefID',
  'DatedMarketingSegmentRefId',
  'DatedMarketingSegmentRefID',
]
/** An order of more flights is read up to here. */
const MOST_FLIGHTS = 200
const MOST_STEPS = 400

/** Words with spaces between them, as ids in an attribute. */
export const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

export interface NdcLists {
  /** By their ids; those without are under their path. */
  flights: Map<string, Element>
  /** Marketing and operating segments and legs of 21.3, by their ids. */
  dated: Map<string, Element>
  /** Of an element: the ids of the flights that it refers to, and references that lead nowhere. */
  refersTo: (element: Element) => { flights: string[]; unknown: string[] }
}

export function ndcLists(message: Element, except: readonly string[] = FORMER): NdcLists {
  const flights = new Map<string, Element>()
  const dated = new Map<string, Element>()
  const groups = new Map<string, string[]>()
  for (const element of inside(message, DATED, except)) {
    const id = textAt(element, `${element.name}Id`, `${element.name}ID`)
    if (id !== undefined && !dated.has(id)) dated.set(id, element)
  }
  const listed = inside(message, FLIGHTS, except).filter(isFlight).slice(0, MOST_FLIGHTS)
  const isPlain = !listed.some(({ name }) => name === 'PaxSegment')
  for (const [position, element] of listed.entries()) {
    if (element.name === 'DatedMarketingSegment' && !isPlain) continue
    const id = textAt(element, ...FLIGHT_ID) ?? `#${position}`
    if (!flights.has(id)) flights.set(id, element)
    for (const leg of inside(element, ['DatedOperatingLegID'])) groups.set(leg.text.trim(), [id])
    const marketing = textAt(element, 'DatedMarketingSegmentRefId|DatedMarketingSegmentRefID')
    if (marketing !== undefined) groups.set(marketing, [id])
    const operating = textAt(
      dated.get(marketing ?? ''),
      'DatedOperatingSegmentRefId|DatedOperatingSegmentRefID',
    )
    for (const leg of inside(dated.get(operating ?? '') ?? element, ['DatedOperatingLegRefID']))
      groups.set(leg.text.trim(), [id])
  }
  for (const element of inside(message, GROUPS, except)) {
    const id = textAt(element, ...GROUP_ID)
    if (id !== undefined && !groups.has(id)) groups.set(id, referencesOf(element))
  }
  return { flights, dated, refersTo: (element) => resolve(referencesOf(element), flights, groups) }
}

/** A reference to a segment may have the name of one. */
const isFlight = (element: Element): boolean =>
  element.children.some(({ name }) =>
    /^(?:Dep|Departure|Arrival|DatedMarketingSegmentRefI[dD]|MarketingCarrier(?:Info)?)$/.test(name),
  )

function referencesOf(element: Element): string[] {
  const own = [
    element,
    ...inside(element, [...REFERENCES, 'ServiceDefinitionRef', 'SelectedSeat', 'SeatAssignment']),
  ]
  return own.flatMap(({ name, text, attributes }) => [
    ...(REFERENCES.includes(name) ? words(text) : []),
    ...words(attributes['SegmentRef'] ?? attributes['SegmentRefs'] ?? attributes['SegmentReferences'] ?? ''),
  ])
}

function resolve(
  references: readonly string[],
  flights: NdcLists['flights'],
  groups: ReadonlyMap<string, string[]>,
): { flights: string[]; unknown: string[] } {
  const seen = new Set<string>()
  const found = new Set<string>()
  const unknown = new Set<string>()
  const waiting = [...references]
  for (let next = waiting.pop(); next !== undefined && seen.size < MOST_STEPS; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const group = groups.get(next)
    if (flights.has(next)) found.add(next)
    else if (group === undefined) unknown.add(next)
    else for (const id of group.slice(0, MOST_STEPS)) waiting.push(id)
  }
  return { flights: [...found], unknown: [...unknown] }
}
