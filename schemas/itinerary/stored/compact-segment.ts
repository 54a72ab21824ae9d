/**
 * Segment documents as they are stored: without the fields that have nothing to show, and without the names in the
 * entries of two lists. White space marks both, which JSON allows between its parts and escapes in texts. So a stored
 * document is valid JSON with its fields by name, and it is made complete without being parsed. One without marks is
 * complete, as those of earlier versions are.
 */
import { perType } from '../../segment/catalog.js'
import type { SegmentType } from '../../segment/fields/segment-types.js'
import { Booking, SEGMENT_RESOURCES, SourceStatement } from '../segment-resource.js'

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

/** The lists whose entries are stored as arrays of their texts, in this order; null is one. New names come last. */
export const ENTRY_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['sources', Object.keys(SourceStatement.properties)],
  ['bookings', Object.keys(Booking.properties)],
])

/** Before the field on either side of a gap. */
export const GAP_MARK = '\t'
/** Before a list of entries without names. */
export const ENTRIES_MARK = '\r'
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
  if (before < 0) return withNames(stored)
  const type = stored.indexOf(TYPE, from) + TYPE.length
  const gaps = GAPS[stored.slice(type, stored.indexOf('"', type)) as SegmentType]
  let text = withNames(stored.slice(0, before))
  while (before >= 0) {
    const after = stored.indexOf(GAP_MARK, before + 1)
    text += withNames(stored.slice(before + 1, after))
    text += gaps.between(fieldAt(stored, before), fieldAt(stored, after))
    before = stored.indexOf(GAP_MARK, after + 1)
    text += withNames(before < 0 ? stored.slice(after + 1) : stored.slice(after + 1, before))
  }
  return text
}

/** The name of the field that follows a mark, or two of them. */
function fieldAt(stored: string, mark: number): string {
  const quote = stored.charCodeAt(mark + 1) === GAP_MARK_CODE ? mark + 2 : mark + 1
  return stored.slice(quote + 1, stored.indexOf('"', quote + 1))
}

const OPENS = '['.charCodeAt(0)
const CLOSES = ']'.charCodeAt(0)
const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
/** By list, what stands before each value of an entry. */
const ENTRY_HEADS = new Map(
  [...ENTRY_NAMES].map(([list, names]) => [
    list,
    names.map((name, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`),
  ]),
)

/** A part of a stored document, with the names of the entries of its lists. */
function withNames(part: string): string {
  let mark = part.indexOf(ENTRIES_MARK)
  if (mark < 0) return part
  let text = ''
  let at = 0
  while (mark >= 0) {
    text += part.slice(at, mark)
    const list = part.slice(part.lastIndexOf('"', mark - 3) + 1, mark - 2)
    const heads = ENTRY_HEADS.get(list)
    if (heads === undefined) throw new Error(`a stored segment has entries in ${list}`)
    text += '['
    at = mark + 2
    while (part.charCodeAt(at) !== CLOSES) {
      if (part.charCodeAt(at) !== OPENS) {
        text += ','
        at += 1
      }
      for (const head of heads) {
        // A version that did not know the last names wrote fewer values.
        const end = part.charCodeAt(at) === CLOSES ? at : endOfValue(part, at + 1)
        text += head + (end === at ? 'null' : part.slice(at + 1, end))
        at = end
      }
      text += '}'
      at += 1
    }
    mark = part.indexOf(ENTRIES_MARK, at)
  }
  return text + part.slice(at)
}

/** Where a text, or null, that begins at `from` ends. */
function endOfValue(part: string, from: number): number {
  if (part.charCodeAt(from) !== QUOTE) return from + 'null'.length
  let end = part.indexOf('"', from + 1)
  while (isEscaped(part, end)) end = part.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(part: string, quote: number): boolean {
  let before = quote - 1
  while (part.charCodeAt(before) === BACKSLASH) before -= 1
  return (quote - before) % 2 === 0
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
