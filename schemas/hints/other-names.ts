/** What other itinerary APIs call fields, by the names here (contract.md 6.1). Too far apart for a misspelling. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    city: ['city_name', 'start_city_name'],
    town: ['city_name'],
    conf_no: ['confirmation_no'],
    conf_num: ['confirmation_no'],
    supplier_conf_num: ['confirmation_no'],
    locator: ['confirmation_no'],
    record_locator: ['confirmation_no'],
    pnr: ['confirmation_no'],
    check_in: ['checkin_date'],
    check_in_date: ['checkin_date'],
    arrival_date: ['checkin_date'],
    check_out: ['checkout_date'],
    check_out_date: ['checkout_date'],
    carrier: ['airline', 'rail_company', 'carrier_name'],
    marketing_airline_code: ['airline'],
    flight_number: ['flight_num'],
    marketing_flight_number: ['flight_num'],
    from: ['origin'],
    to: ['destination'],
    start_airport_code: ['origin'],
    end_airport_code: ['destination'],
    departure: ['departure_datetime'],
    departure_time: ['departure_datetime'],
    arrival: ['arrival_datetime'],
    arrival_time: ['arrival_datetime'],
    name: ['hotel_name', 'restaurant_name', 'activity_name'],
    seat: ['seat_assignment'],
    seats: ['seat_assignment'],
  }),
)

/** The field of `known` that is meant by a name of another API; null if there is none. */
export function knownByOtherName(name: string, known: readonly string[]): string | null {
  return OTHER_NAMES.get(name.toLowerCase())?.find((field) => known.includes(field)) ?? null
}
