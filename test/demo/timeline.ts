/** A member's itinerary as text: trip by trip, day by day. */

/** The fields of GET /v2/trips?segments=1 that the timeline shows. */
export interface ShownTrip {
  display_name: string | null
  status: string
  begin_datetime: string | null
  end_datetime: string | null
  duration_days: number | string | null
  distance_km: number | string | null
  warnings: Array<{ code: string }> | null
  segments?: ShownSegment[]
}
export interface ShownSegment extends Record<string, unknown> {
  type: string
  status: string
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAY_MS = 86_400_000
const NOTE_COLUMN = 66

/** The lines of a member's trips; `heading` names the member. */
export function timeline(heading: string, trips: ShownTrip[]): string[] {
  const lines = [heading, '='.repeat(heading.length)]
  if (trips.length === 0) lines.push('  at home all year')
  for (const trip of trips) lines.push('', tripLine(trip), ...(trip.segments ?? []).map(segmentLine))
  return lines
}

function tripLine(trip: ShownTrip): string {
  const span = `${day(trip.begin_datetime)} to ${day(trip.end_datetime)}`
  const days = trip.duration_days === null ? '' : `, ${trip.duration_days} days`
  const km = trip.distance_km === null ? '' : `, ${Math.round(Number(trip.distance_km))} km`
  const status = trip.status === 'Active' ? '' : ` (${trip.status})`
  const warnings = [...new Set((trip.warnings ?? []).map((warning) => warning.code))]
  const warningList = warnings.length === 0 ? '' : `  ! ${warnings.join(', ')}`
  return `  ${trip.display_name ?? 'Journey'}: ${span}${days}${km}${status}${warningList}`
}

function segmentLine(segment: ShownSegment): string {
  const { when, what } = describe(segment)
  const sources = Array.isArray(segment['sources'])
    ? [...new Set(segment['sources'].map((source) => String((source as { source: unknown }).source)))]
    : []
  const locator = typeof segment['confirmation_no'] === 'string' ? segment['confirmation_no'] : ''
  const note = [locator, sources.join(' + '), segment.status === 'Active' ? '' : segment.status]
    .filter((part) => part !== '')
    .join('  ')
  return `    ${when}  ${what}`.padEnd(NOTE_COLUMN) + `  ${note}`.trimEnd()
}

function describe(segment: ShownSegment): { when: string; what: string } {
  const text = (key: string): string => (typeof segment[key] === 'string' ? segment[key] : '')
  const days = (from: string, to: string): string => `${day(text(from))} to ${day(text(to))} `
  switch (segment.type) {
    case 'Air': {
      const departure = text('departure_datetime')
      const seat = text('seat_assignment')
      const airline = text('normalized_airline') || text('airline')
      const flight = `${text('origin')} > ${text('destination')}  ${airline} ${text('flight_num')}`
      return {
        when: `${day(departure)} ${timeSpan(departure, text('arrival_datetime'))}`,
        what: seat === '' ? flight : `${flight}, seat ${seat}`,
      }
    }
    case 'Hotel':
      return { when: days('checkin_date', 'checkout_date'), what: text('hotel_name') }
    case 'Car':
      return {
        when: days('pickup_datetime', 'dropoff_datetime'),
        what: `${text('car_company')}, ${text('pickup_location') || text('pickup_city_name')}`,
      }
    default: {
      const start = text('start_datetime')
      return {
        when: `${day(start || text('departure_datetime'))} ${timeSpan(start, text('end_datetime'))}`,
        what: text('activity_name') || text('restaurant_name') || segment.type,
      }
    }
  }
}

/** `Mon 04 May` of a local date or date-time. */
function day(local: string | null): string {
  if (local === null || local === '') return 'open'
  const date = midnight(local)
  return `${DAYS[date.getUTCDay()] ?? ''} ${local.slice(8, 10)} ${MONTHS[date.getUTCMonth()] ?? ''}`
}

/** `10:05-13:20`, with `+1` if it ends on a later day. */
function timeSpan(from: string, to: string): string {
  if (from === '') return '     '
  if (to === '') return from.slice(11, 16)
  const days = Math.round((midnight(to).getTime() - midnight(from).getTime()) / DAY_MS)
  return `${from.slice(11, 16)}-${to.slice(11, 16)}${dayOffset(days)}`
}

function dayOffset(days: number): string {
  if (days === 0) return '  '
  return days > 0 ? `+${days}` : String(days)
}

function midnight(local: string): Date {
  return new Date(`${local.slice(0, 10)}T00:00:00Z`)
}
