import { perType } from '../../../schemas/segment/catalog.js'

/** Kilometres an hour that no journey of the type exceeds; infinite for a type that does not move. */
export const MAX_SPEED_KMH = perType(({ trip }) => trip.speeds?.max ?? Infinity)
