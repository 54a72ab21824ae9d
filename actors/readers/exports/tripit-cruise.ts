/** A cruise of TripIt: one object whose segments are its ports. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { listAt, present, textAt } from '../json-fields.js'
import { readTime, wallText } from './dates.js'

const MOST_PORTS = 102

export function cruiseOf(object: unknown): { raw: RawFields; problems: DocumentProblem[] } {
  const ports = listAt(object, 'Segment').slice(0, MOST_PORTS)
  const first = ports[0]
  const last = ports.length > 1 ? ports.at(-1) : undefined
  const port = (prefix: string, segment: unknown): Record<string, unknown> => ({
    [`${prefix}name`]: textAt(segment, 'location_name'),
    [`${prefix}city_name`]: textAt(segment, 'LocationAddress.city'),
    [`${prefix}country`]: textAt(segment, 'LocationAddress.country'),
  })
  return {
    raw: present({
      type: 'Cruise',
      cruise_line: textAt(object, 'supplier_name'),
      ship_name: textAt(object, 'ship_name'),
      cabin_no: textAt(object, 'cabin_number'),
      cabin_type: textAt(object, 'cabin_type'),
      dining: textAt(object, 'dining'),
      embark_datetime: wallOf(first, 'EndDateTime', 'StartDateTime'),
      ...port('embark_', first),
      disembark_datetime: wallOf(last, 'StartDateTime', 'EndDateTime'),
      ...port('disembark_', last),
      port_calls: ports.slice(1, -1).map((segment) =>
        present({
          city_name: textAt(segment, 'LocationAddress.city', 'location_name'),
          country: textAt(segment, 'LocationAddress.country'),
          arrival_datetime: wallOf(segment, 'StartDateTime'),
          departure_datetime: wallOf(segment, 'EndDateTime'),
        }),
      ),
    }),
    problems: [],
  }
}

/** Ports are entered with the day, and often without a time: 00:00 is none. */
function wallOf(segment: unknown, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const date = textAt(segment, `${name}.date`)
    if (date === undefined) continue
    const minutes = readTime(textAt(segment, `${name}.time`) ?? '')
    return minutes === null || minutes === 0 ? date : wallText(date, minutes)
  }
  return undefined
}
