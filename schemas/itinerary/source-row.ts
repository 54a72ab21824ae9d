/** What the fold needs of a source (contract.md 3): its class and its priority; the lower priority wins. */
import type { FieldGroup } from '../segment/fields/field-entry.js'

/**
 * Whose word a source gives (RULES 4.2): the one who runs the flight or the hotel, one who sells it, or one who
 * only repeats what the others said. A source of live status reports no bookings (RULES 3.6).
 */
export type SourceRole = 'supplier' | 'intermediary' | 'echo' | 'status'

/** Classes of sources, with their role and the priority that each has by default (RULES 3.5). */
const CLASSES = {
  airline: { priority: 10, role: 'supplier' },
  hotel: { priority: 10, role: 'supplier' },
  car: { priority: 10, role: 'supplier' },
  rail: { priority: 10, role: 'supplier' },
  cruise: { priority: 10, role: 'supplier' },
  transportation: { priority: 10, role: 'supplier' },
  activity: { priority: 10, role: 'supplier' },
  restaurant: { priority: 10, role: 'supplier' },
  parking: { priority: 10, role: 'supplier' },
  gds: { priority: 20, role: 'intermediary' },
  tmc: { priority: 30, role: 'intermediary' },
  ota: { priority: 40, role: 'intermediary' },
  email: { priority: 50, role: 'echo' },
  calendar: { priority: 60, role: 'echo' },
  manual: { priority: 70, role: 'echo' },
  status: { priority: 80, role: 'status' },
} as const satisfies Record<string, { priority: number; role: SourceRole }>

export type Classification = keyof typeof CLASSES
export const CLASSIFICATIONS = Object.keys(CLASSES) as readonly Classification[]

export interface SourceRow {
  id: string
  name: string
  classification: Classification
  segmentTypes: string[]
  vendorCode: string | null
  priority: number
  /** Priorities for single field groups; absent: `priority`. */
  groupPriority: Partial<Record<FieldGroup, number>>
  status: 'Active' | 'Inactive'
}

/** The priority of a class by default: suppliers first, then gds, tmc, ota, e-mail, calendar, manual. */
export function defaultPriority(classification: Classification): number {
  return CLASSES[classification].priority
}

/** True for a source of live status (RULES 3.6). */
export function isStatusSource(row: { classification: Classification } | undefined): boolean {
  return row !== undefined && CLASSES[row.classification].role === 'status'
}

/** The role of a source; one that is not in the table only repeats others. */
export function sourceRole(row: SourceRow | undefined): SourceRole {
  return row === undefined ? 'echo' : CLASSES[row.classification].role
}
