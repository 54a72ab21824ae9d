/** A cluster merged into one segment. */
import type { OpenAction } from '../../../schemas/segment/shapes/open-action.js'
import type { Origin } from '../../../schemas/itinerary/stored/provenance.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { PlausibilityCode, WarningCode, WarningValue } from '../../../schemas/segment/warning.js'
import type { StatementStatus } from '../statement/gds-status.js'
import type { Person } from '../../../schemas/itinerary/person.js'
import type { FieldValues } from '../statement/field-values.js'
import type { RawSegment } from '../statement/raw-segment.js'
import type { Statement } from '../statement/statement.js'

/** A warning before it is put into words (`warning-sentences.ts`). */
export interface SegmentWarning {
  code: Exclude<WarningCode, 'possible_conflict' | 'overlap' | PlausibilityCode>
  /** The field that it is about; null: the segment as a whole. */
  field: string | null
  /** What the sources say about it, the value in use first. */
  values: WarningValue[]
  /** Of a `schedule_conflict`, the sources that write the same moment by another clock (RULES 3.3.13). */
  otherClocks?: readonly string[]
}

/** An entry of the document's `bookings`: one traveller on one booking (RULES 3.5.4). */
export interface BookingEntry {
  source: string
  /** As written (RULES 3.5.3); `normaliseLocator` makes it comparable. */
  confirmation_no: string | null
  traveler: string | null
  seat_assignment: string | null
  ticket_number: string | null
  /** What the service is called on this booking. */
  number: string | null
  status: StatementStatus
}

/** What a source last said of the segment. */
export interface SourceReport {
  source: string
  /** Of all its bookings (RULES 4.2). */
  status: StatementStatus
  /** Its current statement; of a source that has cancelled all, its newest. */
  statement: Statement
}

/** The last schedule before the current one, as submitted, and when it changed (epoch milliseconds). */
export interface PreviousSchedule {
  start: unknown
  end: unknown
  changed: number
}

export interface MergedSegment {
  type: SegmentType
  status: StatementStatus
  /** The sources that decided the status, in order of priority (RULES 4.2). */
  decidedBy: string[]
  /** Two sources of which one says Active and one Cancelled, the one that counts first; else empty. */
  statusConflict: readonly WarningValue[]
  /** Every source that reported it, in order of priority. */
  reports: SourceReport[]
  /** The source that won. */
  source: string
  fields: FieldValues
  origins: FieldValues<Origin>
  /** The statement that the merged fields make: ends, places, instants. */
  statement: Statement
  /** The change that needs an answer (RULES 4.10). */
  action: OpenAction | null
  /** The same before the member's pinned fields, which do not affect which status reports apply. */
  booked: Statement
  /** The status reports that it shows, the newest first (RULES 3.6). */
  statusReports: readonly RawSegment[]
  /** The current statement of each source, in order of priority. */
  currentStatements: Statement[]
  /** Travellers of its live bookings. */
  travellers: Person[]
  bookings: BookingEntry[]
  previous: PreviousSchedule | null
  warnings: SegmentWarning[]
}
