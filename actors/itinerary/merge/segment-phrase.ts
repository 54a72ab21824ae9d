/** RULES 3.5.1: what a sentence calls a segment: `flight BA304 to Paris on 20 January`. */
import { normaliseText } from '../../../schemas/base/text.js'
import { perType } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { writtenDay } from '../lib/written-date.js'
import { THREE_LETTER_CODE } from '../statement/statement-place.js'
import type { MergedSegment } from './merged-segment.js'

const PIECES = perType(({ phrase }) => phrase)
const PLACEHOLDER = /\{(\w+)\}/

type Phrased = Pick<MergedSegment, 'type' | 'fields' | 'statement'>

/** The phrase of a segment. `city` is where it goes, if grouping knows that better than the statements. */
export function segmentPhrase(segment: Phrased, city?: string | null): string {
  const values = phraseValues(segment, city ?? segment.statement.to?.spots[0]?.city ?? null)
  const pieces = PIECES[segment.type].map((piece) => {
    const name = PLACEHOLDER.exec(piece)?.[1]
    if (name === undefined) return piece
    const value = values[name] ?? null
    return value === null ? '' : piece.replace(PLACEHOLDER, () => value)
  })
  const { start } = segment.statement
  return `${pieces.join('')}${start === null ? '' : ` on ${writtenDay(start.wall)}`}`
}

function phraseValues(
  { type, fields, statement }: Phrased,
  city: string | null,
): Record<string, string | null> {
  const kind = SEGMENT_KINDS[type]
  const text = (field: string | null): string | null => (field === null ? null : normaliseText(fields[field]))
  const vendor = type === 'Air' ? statement.vendor : null
  return {
    number: statement.number !== null && vendor?.length === 2 ? vendor + statement.number : text(kind.number),
    name: text(kind.name),
    vendor: text(kind.vendor),
    to: city ?? placeText(type, fields),
  }
}

/** The name of a destination that is not in the reference data; a bare code is no name. */
function placeText(type: Phrased['type'], fields: Phrased['fields']): string | null {
  const to = SEGMENT_KINDS[type].to?.text ?? null
  if (to === null) return null
  const name = normaliseText(fields[`${to}_name`])
  if (name !== null) return name
  const text = normaliseText(fields[to])
  return text === null || THREE_LETTER_CODE.test(text) ? null : text
}
