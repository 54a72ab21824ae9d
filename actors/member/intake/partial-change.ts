/** A change that names only some fields of a statement (contract.md 1.1), as a form does. */
import { checkSegment } from '../../../schemas/segment/validation/check-segment.js'
import type { Places } from '../../itinerary/places/places.js'
import { ferryFields } from '../../itinerary/statement/ferry-body.js'
import type { Fields, RawSegment } from '../../itinerary/statement/raw-segment.js'

/**
 * The changed statement: fields that the change does not name keep their value. When the supplier made the
 * replaced version says nothing of the new one, and neither does its GDS status if the change names a status.
 */
export function withUnsentFields(replaced: RawSegment, change: Fields): Fields {
  const { supplier_updated: _stamp, gds_status: gdsStatus, ...kept } = replaced.fields.toJSON()
  const gds = gdsStatus === undefined || 'status' in change ? {} : { gds_status: gdsStatus }
  const isFerry = replaced.type === 'Ferry' && change.type === 'Transport' && !change.transport_type
  const sent = isFerry ? { ...ferryFields(change), type: 'Ferry' } : change
  return { type: replaced.type, ...kept, ...gds, ...sent }
}

/** What is wrong with a changed statement, as a sentence; null if nothing is. Its source was checked before. */
export function problemOf(statement: unknown, places: Places): string | null {
  const [error] = checkSegment(statement, {
    source: () => ({ status: 'Active' }),
    zoneOf: (code) => places.code(code)?.spots[0]?.zone ?? undefined,
    strict: false,
  })
  return error?.error_description ?? null
}
