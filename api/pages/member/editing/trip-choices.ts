/** The trips that something can be moved to. */
import type { TripReads } from '../../../../schemas/itinerary/reads.js'
import type { Field } from '../../views/field.js'
import { tripQuery } from '../trip/trip-query.js'
import { tripSummary } from '../trip/trip-view.js'

const MOST = 100

export type Options = NonNullable<Field['options']>

/** The next trips and the last ones, each with its days. @param except the trip that it is in */
export async function tripChoices(
  { trips, now }: { trips: TripReads; now: () => number },
  member: string,
  except: string | null,
): Promise<Options> {
  const at = now()
  const found = await Promise.all(
    (['upcoming', 'past'] as const).map(
      async (view) =>
        await trips.list(member, {
          ...tripQuery(view, at),
          status: ['Active'],
          segments: false,
          limit: MOST,
        }),
    ),
  )
  return found
    .flatMap(({ rows }) => rows)
    .map(({ doc }) => tripSummary(JSON.parse(doc) as Record<string, unknown>, [], at))
    .filter(({ id }) => id !== except)
    .map(({ id, name, span }) => [id, span === null ? name : `${name}, ${span}`] as const)
}
