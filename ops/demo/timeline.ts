/** A member's itinerary as people read it: trip by trip, day by day. */

/** What of GET /v2/trips?segments=1 the timeline shows. */
export interface ShownTrip {
  display_name: string | null
  status: string
  begin_datetime: string | null
  end_datetime: string | null
  duration: number | string | null
  distance: number | string | null
  warnings: Array<{ code: string }> | null
  segments?: ShownSegment[]
}
export interface ShownSegment extends Record<string, unknown> {
  type: string
  status: string
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const NOTE_AT = 66

/** The lines of a member's trips; `heading` names the member. */
export function timeline(heading: string, trips: ShownTrip[]): string[] {
  const lines = [heading, '='.repeat(heading.length)]
  if (trips.length === 0) lines.push('  at home all year')
  for (const trip of trips) lines.push('', tripLine(trip), ...(trip.segments ?? []).map(segmentLine))
  return lines
}

function tripLine(trip: ShownTrip): string {
  const days = trip.duration === null ? '' : `, ${trip.duration} days`
  const km = trip.distance === null ? '' : `, ${Math.round(Number(trip.distance))} km`
  const warnings = [...new Set((trip.warnings ?? []).map((warning) => warning.code))]
  return (
    `  ${trip.display_name ?? 'Trip'}: ${day(trip.begin_datetime)} to ${day(trip.end_datetime)}${days}${km}${trip.status === 'Active' ? '' : ` (${trip.status})`}` +
    (warnings.length === 0 ? '' : `  ! ${warnings.join(', ')}`)
  )
}

function segmentLine(segment: ShownSegment): string {
  const { when, what } = described(segment)
  const sources = Array.isArray(segment['sources'])
    ? [...new Set(segment['sources'].map((source) => String((source as { source: unknown }).source)))]
    : []
  const locator = typeof segment['confirmation_no'] === 'string' ? segment['confirmation_no'] : ''
  const note = [locator, sources.join(' + '), segment.status === 'Active' ? '' : segment.status]
    .filter((part) => part !== '')
    .join('  ')
  return `    ${when}  ${what}`.padEnd(NOTE_AT) + `  ${note}`.trimEnd()
}

function described(segment: ShownSegment): { when: string; what: string } {
  const text = (key: string): string => (typeof segment[key] === 'string' ? segment[key] : '')
  switch (segment.type) {
    case 'Air':
      return {
        when: `${day(text('departure_datetime'))} ${span(text('departure_datetime'), text('arrival_datetime'))}`,
        what: `${text('origin')} > ${text('destination')}  ${text('normalized_airline') || text('airline')} ${text('flight_num')}${seat(text('seat_assignment'))}`,
      }
    case 'Hotel':
      return {
        when: `${day(text('checkin_date'))} to ${day(text('checkout_date'))} `,
        what: text('hotel_name'),
      }
    case 'Car':
      return {
        when: `${day(text('pickup_datetime'))} to ${day(text('dropoff_datetime'))} `,
        what: `${text('car_company')}, ${text('pickup_location') || text('pickup_city_name')}`,
      }
    default:
      return {
        when: `${day(text('start_datetime') || text('departure_datetime'))} ${span(text('start_datetime'), text('end_datetime'))}`,
        what: text('activity_name') || text('restaurant_name') || segment.type,
      }
  }
}

function seat(number: string): string {
  return number === '' ? '' : `, seat ${number}`
}

/** `Mon 04 May` of a local date or date-time. */
function day(local: string | null): string {
  if (local === null || local === '') return 'open'
  const date = new Date(`${local.slice(0, 10)}T00:00:00Z`)
  return `${DAYS[date.getUTCDay()] ?? ''} ${local.slice(8, 10)} ${MONTHS[date.getUTCMonth()] ?? ''}`
}

/** `10:05-13:20`, with `+1` when it ends on a later day. */
function span(from: string, to: string): string {
  if (from === '') return '     '
  if (to === '') return from.slice(11, 16)
  const days = Math.round(
    (Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00:00Z`)) / 86_400_000,
  )
  return `${from.slice(11, 16)}-${to.slice(11, 16)}${days > 0 ? `+${days}` : days < 0 ? String(days) : '  '}`
}
