/** What documents must answer for submitted values, worked out apart from the code that answers them. */
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { submittedFields } from './generated-segment.js'
import type { Fields } from './generated-segment.js'

/** ONE table: what is not answered as it was sent, and why. */
export const NOT_ANSWERED_AS_SENT: ReadonlyArray<{
  fields: readonly string[]
  /** Null: every type that has them. */
  types: readonly SegmentType[] | null
  /** What is answered in its place; null: no field of this name. */
  answer: ((segment: Fields) => unknown) | null
  reason: string
}> = [
  {
    fields: ['source', 'supplier_updated', 'gds_status', 'entry_id', 'entry_version'],
    types: null,
    answer: null,
    reason: 'describes the statement: sources[] has its source, status and stamp',
  },
  {
    fields: ['location', 'start_location', 'end_location'],
    types: ['Parking', 'Restaurant', 'Activity', 'Meeting', 'Event'],
    answer: null,
    reason: 'only finds the place, which the other fields show',
  },
  {
    fields: ['status'],
    types: null,
    answer: () => 'Active',
    reason: 'the code of the reservation system, HK, decides it (RULES 4)',
  },
  {
    fields: ['flight_num'],
    types: ['Air'],
    answer: ({ flight_num: sent }) => String(Number(sent)),
    reason: 'leading zeros are no part of a number (RULES N3)',
  },
]

/**
 * The same table, for what people see: a calendar and a page show what a traveller needs on the way, and leave the rest
 * to the document.
 */
export const SHOWN_TO_PEOPLE = {
  calendar: [
    'confirmation_no',
    'departure_terminal',
    'departure_gate',
    'departure_platform',
    'coach',
    'seat_assignment',
    'notes',
  ],
  page: [
    ...['confirmation_no', 'booking_confirmation_no', 'ticket_number', 'coach'],
    ...['seat_assignment', 'cabin', 'cabin_no', 'cabin_type', 'deck', 'class_of_service', 'boarding_group'],
    ...['operating_airline', 'operating_rail_line', 'equipment_code', 'room_type', 'number_of_rooms'],
    ...[
      'number_of_guests',
      'car_type',
      'car_description',
      'vehicle_description',
      'licence_plate',
      'space_no',
    ],
    ...['venue', 'organizer', 'dress_code', 'dining', 'meal'],
  ],
} as const

/** RULES N1, in other words than the code's. */
const oneLine = (sent: string): string => sent.normalize('NFKC').split(/\s+/).filter(Boolean).join(' ')

/** Contract 1: with seconds; a day stays a day. */
const withSeconds = (sent: string): string => (/T\d\d:\d\d$/.test(sent) ? `${sent}:00` : sent)

const rounded = (sent: unknown, digits: number): string => {
  const [whole = '', fraction = ''] = String(sent).split('.')
  if (typeof sent === 'string' && fraction.length <= digits) return sent
  return fraction.length <= digits
    ? `${whole}${fraction === '' ? '' : `.${fraction}`}`
    : String(Number(Number(sent).toFixed(digits)))
}

function answerOf(kind: string | undefined, value: unknown, isEnd: boolean): unknown {
  switch (kind) {
    case 'verbatim':
    case 'object':
    case 'integer':
    case 'boolean':
      return value
    case 'price':
      return rounded(value, 4)
    case 'decimal':
      return rounded(value, 12)
    case 'datetime':
      // The ends of a segment are kept to the minute (contract.md 1).
      return isEnd ? withSeconds(String(value)).replace(/:\d\d$/, ':00') : withSeconds(String(value))
    case 'lines':
      return String(value)
        .replaceAll('\r\n', '\n')
        .split('\n')
        .map(oneLine)
        .join('\n')
        .replace(/^\n+|\n+$/g, '')
    case 'list':
      return (value as Fields[]).map((entry) =>
        Object.fromEntries(
          Object.entries(entry).map(([name, inner]) => [
            name,
            /_datetime$/.test(name) ? withSeconds(String(inner)) : oneLine(String(inner)),
          ]),
        ),
      )
    default:
      return oneLine(String(value))
  }
}

/** By field, what the document of the segment must answer; fields that it does not have are absent. */
export function expectedAnswers(type: SegmentType, segment: Fields): Map<string, unknown> {
  const expected = new Map<string, unknown>()
  for (const [name, { kind, role }] of submittedFields(type)) {
    const listed = NOT_ANSWERED_AS_SENT.find(
      ({ fields, types }) => fields.includes(name) && (types === null || types.includes(type)),
    )
    if (listed?.answer === null) continue
    const isEnd = role === 'start' || role === 'end'
    expected.set(name, listed?.answer(segment) ?? answerOf(kind, segment[name], isEnd))
  }
  const people = expected.get('travelers') as Fields[]
  const isMember = ({ first_name: first }: Fields): boolean => first === 'Ada'
  expected.set('travelers', [...people.filter(isMember), ...people.filter((one) => !isMember(one))])
  return expected
}

/** The fields of which the document answers something else, each with both values. */
export function differences(expected: ReadonlyMap<string, unknown>, document: Fields): string[] {
  return [...expected].flatMap(([name, value]) =>
    JSON.stringify(document[name]) === JSON.stringify(value)
      ? []
      : [`${name}: ${JSON.stringify(value)} is answered ${JSON.stringify(document[name])}`],
  )
}
