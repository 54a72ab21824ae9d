/** What the fold needs of a source (contract.md 3): its class and its rank; lower priority wins. */
export type Classification =
  | 'airline'
  | 'hotel'
  | 'car'
  | 'rail'
  | 'cruise'
  | 'transportation'
  | 'activity'
  | 'restaurant'
  | 'parking'
  | 'gds'
  | 'tmc'
  | 'ota'
  | 'email'
  | 'calendar'
  | 'manual'

/** Field groups that an installation may rank differently (RULES 3.5). */
export type FieldGroup = 'schedule' | 'locator' | 'price' | 'seat' | 'names' | 'place'

export interface SourceRow {
  id: string
  name: string
  classification: Classification
  segmentTypes: string[]
  vendorCode: string | null
  priority: number
  /** Other ranks for a field group; absent = `priority`. */
  groupPriority: Partial<Record<FieldGroup, number>>
  status: 'Active' | 'Inactive'
}

/** Default rank by class (RULES 3.5): supplier direct 10, gds 20, tmc 30, ota 40, e-mail 50, calendar 60, manual 70. */
export function defaultPriority(classification: Classification): number {
  switch (classification) {
    case 'gds':
      return 20
    case 'tmc':
      return 30
    case 'ota':
      return 40
    case 'email':
      return 50
    case 'calendar':
      return 60
    case 'manual':
      return 70
    default:
      return 10
  }
}
