/**
 * RULES 1: a Transport with `transport_type` Ferry is read as a Ferry, because types are never compared: what two
 * sources report under two types would be two segments.
 */
import { comparisonForm, normaliseText } from '../../../schemas/base/text.js'

type Fields = Record<string, unknown>

/** True for what was sent, or stored, as a Transport and is a Ferry. */
export function isFerryTransport(type: unknown, { transport_type: kind }: Fields): boolean {
  return type === 'Transport' && comparisonForm(normaliseText(kind) ?? '') === 'FERRY'
}

/** The field of a Ferry that has the meaning of a field of Transport. */
export function ferryFieldName(name: string): string {
  return name === 'transport_company' ? 'ferry_line' : name
}

/** The fields of a Ferry that was sent as a Transport. */
export function ferryFields(fields: Fields): Fields {
  const { transport_type: _kind, ...kept } = fields
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [ferryFieldName(name), value]))
}
