/** Trips and segments in few words, for models that pay for each of them: what is empty is left out. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { summaryOf } from '../calendar/event-text.js'
import { EVENT_FIELDS } from '../calendar/event-fields.js'
import { textField } from '../calendar/segment-doc.js'
import type { SegmentDoc } from '../calendar/segment-doc.js'

export type Doc = Record<string, unknown>

const text = Type.Optional(Type.String())

export const BriefSegment = Type.Object(
  { id: Type.String(), type: Type.String(), what: Type.String(), start: text, end: text },
  { description: 'status (if not Active), confirmation_no, trip_id, warnings' },
)

/** @param tripId whether the trip is worth saying */
export function briefSegment(doc: Doc, tripId = true): Static<typeof BriefSegment> & Doc {
  const segment = doc as SegmentDoc
  const { start, end } = EVENT_FIELDS[segment.type]
  return withoutEmpty({
    id: segment.id,
    type: segment.type,
    status: segment.status === 'Active' ? null : segment.status,
    what: summaryOf(segment, 'whole'),
    start: localTime(segment, start),
    end: end === null ? null : localTime(segment, end),
    confirmation_no: doc['confirmation_no'],
    trip_id: tripId ? doc['trip_id'] : null,
    warnings: countOf(doc),
  })
}

export const BriefTrip = Type.Object(
  { id: Type.String(), name: Type.String(), begin: text, end: text, page: Type.String() },
  { description: 'status, segment_count, warnings, url; page is for the member to open' },
)

/** @param authUrl where the pages of members are */
export const briefTrip = (doc: Doc, authUrl: string): Static<typeof BriefTrip> =>
  withoutEmpty({
    id: doc['id'],
    name: doc['headline'] ?? doc['display_name'],
    status: doc['status'] === 'Active' ? null : doc['status'],
    begin: minutes(doc['begin_datetime']),
    end: minutes(doc['end_datetime']),
    segment_count: doc['segment_count'],
    warnings: countOf(doc),
    page: `${authUrl}/account/trips/${String(doc['id'])}`,
    url: doc['url'],
  })

export const Warning = Type.Object({ code: Type.String(), description: Type.String() })

/** What to look at, in sentences, with what each source says. */
export const warningsOf = (doc: Doc): Doc[] => (doc['warnings'] as Doc[]).map((one) => withoutEmpty(one))

/** How many there are, for `explain` to say; null without any. */
const countOf = (doc: Doc): number | null => (doc['warnings'] as Doc[]).length || null

/** A document without what says nothing: null, false, and empty lists. Zero says something. */
export function withoutEmpty<T>(doc: Doc): T {
  const entries = Object.entries(doc).filter(
    ([, value]) => value !== null && value !== undefined && value !== false && !isEmptyList(value),
  )
  return Object.fromEntries(entries) as T
}

/** Some fields of a document, without empty ones. */
export const picked = (doc: Doc, names: readonly string[]): Doc =>
  withoutEmpty(Object.fromEntries(names.map((name) => [name, doc[name]])))

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** The local date and time of one end; a day where only that is known. */
const localTime = (doc: SegmentDoc, stem: string): string | null =>
  minutes(textField(doc, `${stem}_datetime`) ?? textField(doc, `${stem}_date`))

/** Local times without seconds, which are zero. */
const minutes = (time: unknown): string | null =>
  typeof time === 'string' ? time.replace(/(T\d\d:\d\d):00$/, '$1') : null
