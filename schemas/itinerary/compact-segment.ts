/**
 * Segment documents as they are stored: without the fields that have nothing to show. A tab stands before the field on
 * either side of each gap, and nowhere else: JSON escapes it in texts. So a stored document is valid JSON with its fields
 * by name, and it is made complete without being parsed. A document without tabs is complete, as those of earlier
 * versions are.
 */
import { perType } from '../segment/catalog.js'
import type { SegmentType } from '../segment/fields/segment-types.js'
import { SEGMENT_RESOURCES } from './segment-resource.js'

/** What a document shows in a field that is left out; an array is empty. */
export type NothingToShow = null | false | readonly []

/** By type, every field in the order of the document and what is left out of it; the first and last field never are. */
export const SEGMENT_FIELDS = perType(({ type }) => {
  const { provenance: _provenance, ...properties } = SEGMENT_RESOURCES[type].properties
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    nothing: nothingOf(schema as { type?: string }),
  }))
})

function nothingOf({ type }: { type?: string }): NothingToShow {
  if (type === 'boolean') return false
  return type === 'array' ? [] : null
}

export const GAP_MARK = '\t'
/** Between the stored documents of a list. */
export const LIST_BREAK = '\n'
const GAP_MARK_CODE = GAP_MARK.charCodeAt(0)
const TYPE = '"type":"'
const OBJECT = '"data":{"object":'

/** The texts of one type that fill gaps. */
class Gaps {
  private readonly slots: ReadonlyMap<string, number>
  private readonly fields: readonly string[]
  private readonly texts = new Map<number, string>()

  constructor(type: SegmentType) {
    const fields = SEGMENT_FIELDS[type]
    this.slots = new Map(fields.map(({ name }, slot) => [name, slot]))
    this.fields = fields.map(({ name, nothing }) => `${JSON.stringify(name)}:${JSON.stringify(nothing)},`)
  }

  /** The fields between two others, each with a comma. A field that this version does not have has none around it. */
  between(before: string, after: string): string {
    const [from = Infinity, to = 0] = [this.slots.get(before), this.slots.get(after)]
    if (to <= from) return ''
    const key = from * this.fields.length + to
    let text = this.texts.get(key)
    if (text === undefined) {
      text = this.fields.slice(from + 1, to).join('')
      this.texts.set(key, text)
    }
    return text
  }
}

const GAPS = perType(({ type }) => new Gaps(type))

/**
 * The complete text of a stored segment document that begins at `from`; what follows it is kept as it is. About a
 * microsecond.
 */
export function expandSegment(stored: string, from = 0): string {
  let before = stored.indexOf(GAP_MARK, from)
  if (before < 0) return stored
  const type = stored.indexOf(TYPE, from) + TYPE.length
  const gaps = GAPS[stored.slice(type, stored.indexOf('"', type)) as SegmentType]
  let text = stored.slice(0, before)
  while (before >= 0) {
    const after = stored.indexOf(GAP_MARK, before + 1)
    text += stored.slice(before + 1, after)
    text += gaps.between(fieldAt(stored, before), fieldAt(stored, after))
    before = stored.indexOf(GAP_MARK, after + 1)
    text += before < 0 ? stored.slice(after + 1) : stored.slice(after + 1, before)
  }
  return text
}

/** The name of the field that follows a mark, or two of them. */
function fieldAt(stored: string, mark: number): string {
  const quote = stored.charCodeAt(mark + 1) === GAP_MARK_CODE ? mark + 2 : mark + 1
  return stored.slice(quote + 1, stored.indexOf('"', quote + 1))
}

/** The complete text of a JSON array of stored documents with a `LIST_BREAK` after each comma between them. */
export function expandSegments(stored: string): string {
  let text = ''
  let from = 0
  for (;;) {
    const end = stored.indexOf(LIST_BREAK, from)
    text += expandSegment(end < 0 ? stored.slice(from) : stored.slice(from, end))
    if (end < 0) return text
    from = end + 1
  }
}

/** The complete text of an event that shows a stored document; of any other event the text that it is. */
export function expandEvent(body: string): string {
  const object = body.indexOf(OBJECT)
  return object < 0 ? body : expandSegment(body, object + OBJECT.length)
}
