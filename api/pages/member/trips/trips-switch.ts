import type { Html } from '../../views/html.js'
import { periodSwitch } from '../../views/pagination.js'
import type { Period } from '../../views/pagination.js'

export const TRIPS = '/account/trips'

/** Links to the lists of trips. @param shown null if none of them is */
export function tripsSwitch(shown: Period | 'year' | null): Html {
  return periodSwitch('Trips', TRIPS, shown, [['year', 'By year']])
}
