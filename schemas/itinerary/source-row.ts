/** What the fold needs of a source (contract.md 3): its class and its priority; the lower priority wins. */

/** Classes of sources, with the priority that each has by default (RULES 3.5). */
const DEFAULT_PRIORITIES = {
  airline: 10,
  hotel: 10,
  car: 10,
  rail: 10,
  cruise: 10,
  transportation: 10,
  activity: 10,
  restaurant: 10,
  parking: 10,
  gds: 20,
  tmc: 30,
  ota: 40,
  email: 50,
  calendar: 60,
  manual: 70,
} as const

export type Classification = keyof typeof DEFAULT_PRIORITIES
export const CLASSIFICATIONS = Object.keys(DEFAULT_PRIORITIES) as readonly Classification[]

/** Groups of fields that an installation may rank sources for (RULES 3.5). */
export type FieldGroup = 'schedule' | 'locator' | 'price' | 'seat' | 'names' | 'place'

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
  return DEFAULT_PRIORITIES[classification]
}
