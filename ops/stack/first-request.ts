const DAY_MS = 86_400_000
const DAYS_UNTIL_DEPARTURE = 30
const STAY_DAYS = 4

/** A first batch: a return flight in 30 days. `now` is in epoch milliseconds. */
export function firstBatch(source: string, now: number): { segments: Array<Record<string, string>> } {
  const day = (days: number): string => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
  const flight = { type: 'Air', status: 'Active', source, airline: 'BA', confirmation_no: 'TF4D7K' }
  return {
    segments: [
      {
        ...flight,
        flight_num: '304',
        origin: 'LHR',
        destination: 'CDG',
        departure_datetime: `${day(DAYS_UNTIL_DEPARTURE)}T07:30`,
        arrival_datetime: `${day(DAYS_UNTIL_DEPARTURE)}T09:45`,
      },
      {
        ...flight,
        flight_num: '323',
        origin: 'CDG',
        destination: 'LHR',
        departure_datetime: `${day(DAYS_UNTIL_DEPARTURE + STAY_DAYS)}T18:10`,
        arrival_datetime: `${day(DAYS_UNTIL_DEPARTURE + STAY_DAYS)}T18:35`,
      },
    ],
  }
}
