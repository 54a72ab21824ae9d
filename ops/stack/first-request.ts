import type { ReadyFile } from './ready-file.js'

const DAY_MS = 86_400_000
const AHEAD_DAYS = 30
const STAY_DAYS = 4

/** A first batch: there and back on days to come. `now` is epoch milliseconds. */
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
        departure_datetime: `${day(AHEAD_DAYS)}T07:30`,
        arrival_datetime: `${day(AHEAD_DAYS)}T09:45`,
      },
      {
        ...flight,
        flight_num: '323',
        origin: 'CDG',
        destination: 'LHR',
        departure_datetime: `${day(AHEAD_DAYS + STAY_DAYS)}T18:10`,
        arrival_datetime: `${day(AHEAD_DAYS + STAY_DAYS)}T18:35`,
      },
    ],
  }
}

/** Commands for a shell that hand the first batch in and show the trip that came of it. */
export function firstRequestCommands(
  ready: Pick<ReadyFile, 'base_url' | 'ca_file' | 'member_token'>,
  source: string,
  now: number,
): { post: string; get: string } {
  const common = `curl -sS --cacert '${ready.ca_file}' -H 'Authorization: Bearer ${ready.member_token}'`
  return {
    post: `${common} -H 'Content-Type: application/json' -d '${JSON.stringify(firstBatch(source, now))}' ${ready.base_url}/v2/segments`,
    get: `${common} '${ready.base_url}/v2/trips/upcoming?segments=1'`,
  }
}
