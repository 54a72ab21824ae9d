/** What a sentence calls a segment (RULES 3.5.1), and what a trip is called by it (RULES 6.5). */
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { perType } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { writtenDay } from '../lib/written-date.js'
import { placeText } from '../naming/place-text.js'
import type { MergedSegment } from './merged-segment.js'

const PIECES = perType(({ phrase }) => phrase)
const PLACEHOLDER = /\{(\w+)\}/

type Phrased = Pick<MergedSegment, 'type' | 'fields' | 'statement'>

/** `flight BA304 to Paris on 20 January`. `city` is where it goes; if null, its text is taken. */
export function segmentPhrase(segment: Phrased, city: string | null): string {
  const { start } = segment.statement
  return `${filledIn(segment, city)}${start === null ? '' : ` on ${writtenDay(start.wall)}`}`
}

/** `Flight BA304`, `Stay at Plaza Rome`; with nothing else known `Train journey` or `Train with SNCF`. */
export function segmentName(segment: Phrased): string {
  const name = filledIn(segment, null)
  const noun = PIECES[segment.type][0] ?? segment.type
  const vendor = normaliseText(segment.fields.get(SEGMENT_KINDS[segment.type].vendor))
  return capitalised(name === noun && vendor !== null ? `${noun} with ${vendor}` : name)
}

/** With a capital at the start. */
export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function filledIn(segment: Phrased, city: string | null): string {
  const values = phraseValues(segment, city)
  const pieces = PIECES[segment.type].map((piece) => {
    const name = PLACEHOLDER.exec(piece)?.[1]
    if (name === undefined) return piece
    const value = values[name] ?? null
    return value === null ? '' : piece.replace(PLACEHOLDER, () => value)
  })
  return pieces.join('')
}

function phraseValues(
  { type, fields, statement }: Phrased,
  city: string | null,
): Record<string, string | null> {
  const kind = SEGMENT_KINDS[type]
  const text = (field: string | null): string | null => normaliseText(fields.get(field))
  const vendor = TRIP_TRAITS[type].by === 'air' ? statement.vendor : null
  return {
    number: statement.number !== null && vendor?.length === 2 ? vendor + statement.number : text(kind.number),
    name: text(kind.name),
    vendor: text(kind.vendor),
    to: city ?? (kind.to === null ? null : placeText(fields, kind.to)),
  }
}
