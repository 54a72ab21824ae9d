/** Which source reported what of a segment, and which cancelled it (RULES 3.5 and 4.2). */
import { MANUAL } from '../../../../schemas/segment/shapes/single-segment.js'
import { formatDateTime } from '../../lib/format-date.js'
import { fieldWords } from '../../../segment-words/field-words.js'
import { listOf, textOf } from '../../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'

export interface SourceReport {
  source: string
  /** The locator it reported; null without one. */
  booking: string | null
  status: string
  /** When its last report was received. */
  received: string
  /** What was taken from it, in words. */
  fields: string
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  Active: 'booked',
  Pending: 'waiting for confirmation',
  Cancelled: 'cancelled',
}

/** Parts of others, or nothing for a reader. */
const LEFT_OUT =
  /^(?:lon|.*_lon|address2|.*_address2|.*_code|.*_time_zone_id|time_zone_id|metadata|currency)$/

/** By rank: the source that counts first comes first. */
export function sourceReports(
  doc: SegmentDoc,
  provenance: string | null,
  sources: ReadonlyMap<string, string>,
): SourceReport[] {
  const taken = fieldsBySource(doc, provenance)
  return listOf(doc, 'sources').map((one) => {
    const id = textOf(one, 'source') ?? ''
    const status = textOf(one, 'status') ?? ''
    return {
      source: nameOf(one, sources),
      booking: textOf(one, 'confirmation_no'),
      status: STATUS_WORDS[status] ?? status.toLowerCase(),
      received: receivedText(one),
      fields: [...(taken.get(id) ?? [])].join(', '),
    }
  })
}

/** `Cancelled by Egencia, reported on 3 May 2026 at 09:30 UTC.`, and who still shows it as booked. */
export function cancellationText(doc: SegmentDoc, sources: ReadonlyMap<string, string>): string {
  const by = listOf(doc, 'sources').filter((one) => one['status'] === 'Cancelled')
  const names = by.map((one) => speakerOf(one, sources))
  const first = by[0]
  if (first === undefined) return 'It is cancelled.'
  const others = listOf(doc, 'sources').filter((one) => one['status'] !== 'Cancelled')
  const still = others.map((one) => speakerOf(one, sources))
  const conflict =
    still.length === 0
      ? ''
      : ` ${capitalised(inWords(still))} still ${still.length === 1 ? 'shows' : 'show'} it as booked, but what ${names[0]} says takes precedence.`
  return `Cancelled by ${inWords(names)}, reported on ${receivedText(first)}.${conflict}`
}

/** The ids of all sources that the segments name. */
export function sourceIds(docs: readonly SegmentDoc[]): string[] {
  const ids = docs.flatMap((doc) => listOf(doc, 'sources').map((one) => textOf(one, 'source')))
  return [...new Set(ids.filter((id) => id !== null))]
}

/** `A`, `A and B`, `A, B and C`. */
export function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

const nameOf = (one: Record<string, unknown>, sources: ReadonlyMap<string, string>): string => {
  const id = textOf(one, 'source') ?? ''
  return id === MANUAL ? 'you' : (sources.get(id) ?? id)
}

/** The same within a sentence. */
const speakerOf = (one: Record<string, unknown>, sources: ReadonlyMap<string, string>): string =>
  textOf(one, 'source') === MANUAL ? 'your own entry' : nameOf(one, sources)

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function receivedText(one: Record<string, unknown>): string {
  const at = Date.parse(`${(textOf(one, 'received') ?? '').slice(0, 19)}Z`)
  return Number.isNaN(at) ? 'an unknown day' : formatDateTime(new Date(at))
}

/** The fields that the member corrected, in words; null if there are none. */
export function correctedFields(doc: SegmentDoc, provenance: string | null): string | null {
  const isOwn = listOf(doc, 'sources').every(({ source }) => source === MANUAL)
  const fields = isOwn ? [] : [...(fieldsBySource(doc, provenance).get(MANUAL) ?? [])]
  return fields.length === 0 ? null : inWords(fields)
}

function fieldsBySource({ type }: SegmentDoc, provenance: string | null): Map<string, Set<string>> {
  const fields = new Map<string, Set<string>>()
  if (provenance === null) return fields
  for (const [field, origin] of Object.entries(
    JSON.parse(provenance) as Record<string, { source: string }>,
  )) {
    if (LEFT_OUT.test(field)) continue
    const known = fields.get(origin.source) ?? new Set()
    fields.set(origin.source, known.add(fieldWords(field, type)))
  }
  return fields
}
