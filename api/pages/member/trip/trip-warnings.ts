/** What a traveller should check, in sentences that name everything they are about (contract.md 3, warnings). */
import { momentsOf } from '../../../segment-words/local-moment.js'
import { listOf, textOf } from '../../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import { routeOf } from '../../../segment-words/segment-route.js'
import { segmentName } from '../../../segment-words/segment-words.js'
import { shortDay } from '../../../segment-words/written-days.js'

export interface ShownWarning {
  text: string
  /** Links to what it is about. */
  links: Array<{ href: string; text: string }>
}

/** A trip that takes place at the same time. */
export interface OtherTrip {
  id: string
  name: string
  /** `3 to 5 May 2027`; null without dates. */
  span: string | null
}

type Doc = Readonly<Record<string, unknown>>

/** `live`: the segments that take place, in order of start. `others`: trips at the same time. */
export function tripWarnings(
  trip: Doc,
  live: readonly SegmentDoc[],
  others: readonly OtherTrip[],
): ShownWarning[] {
  return [
    ...listOf(trip, 'warnings').flatMap((warning) => ownWarning(warning, live, others)),
    ...possibleDuplicates(live),
  ]
}

function ownWarning(warning: Doc, live: readonly SegmentDoc[], others: readonly OtherTrip[]): ShownWarning[] {
  const text = textOf(warning, 'description')
  const ids = new Set((listOf(warning, 'segment_ids') as unknown[]).map(String))
  const about = live.filter(({ id }) => ids.has(id))
  const [only] = about
  if (warning['code'] === 'overlap' && others.length > 0) return others.map(overlapWarning)
  if (warning['code'] === 'possible_conflict' && only !== undefined) {
    const all = [only, ...live.filter((other) => other !== only && areAtOnce(only, other))]
    if (all.length > 1)
      return [warningOf(`${namesOf(all)} overlap: often they are one booking reported twice.`, all)]
  }
  return text === null ? [] : [warningOf(text, about)]
}

function overlapWarning({ id, name, span }: OtherTrip): ShownWarning {
  const when = span === null ? '' : `, ${span},`
  return {
    text: `This trip and \u201c${name}\u201d${when} take place at the same time.`,
    links: [{ href: `/account/trips/${id}`, text: name }],
  }
}

/** Each pair once, because both segments name each other. */
function possibleDuplicates(live: readonly SegmentDoc[]): ShownWarning[] {
  return live.flatMap((doc, at) => {
    const ids = new Set((listOf(doc, 'possible_duplicate_of') as unknown[]).map(String))
    return live
      .slice(at + 1)
      .filter(({ id }) => ids.has(id))
      .map((other) => warningOf(`${namesOf([doc, other])} may be the same.`, [doc, other]))
  })
}

const warningOf = (text: string, about: readonly SegmentDoc[]): ShownWarning => ({
  text,
  links: about.map((doc) => ({ href: `#segment-${doc.id}`, text: routeOf(doc) ?? segmentName(doc) })),
})

/** `Flight LH 430 on Fri 25 Dec and Flight UA 8827 on Fri 25 Dec`. */
function namesOf(docs: readonly SegmentDoc[]): string {
  const names = docs.map((doc) => {
    const { start } = momentsOf(doc)
    return start === null ? segmentName(doc) : `${segmentName(doc)} on ${shortDay(start.day)}`
  })
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}

/** Whether two movements of one type overlap; false unless their times are known. */
function areAtOnce(a: SegmentDoc, b: SegmentDoc): boolean {
  const [one, other] = [momentsOf(a), momentsOf(b)]
  if (a.type !== b.type || one.start === null || other.start === null) return false
  return one.start.at < (other.end?.at ?? 0) && other.start.at < (one.end?.at ?? 0)
}
