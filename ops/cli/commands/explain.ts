/** `explain`: a member's itinerary with the reason for every decision (ops/explain). */
import type { Command } from '@commander-js/extra-typings'
import { buildPlaces } from '../../../actors/itinerary/places/places.js'
import { restore } from '../../../actors/member/state.js'
import { memberStore } from '../../../db/fold/member-store.js'
import { airlineRows, airportRows, cityRows, sourceRows } from '../../../db/reads/reference-rows.js'
import { renderItinerary } from '../../explain/render.js'
import { done, failed } from '../answer.js'
import type { Run } from '../run.js'
import { memberId } from '../values.js'

/** Why an itinerary is as it is. */
export function addExplainCommand(program: Command, run: Run): void {
  program
    .command('explain')
    .description(
      "print a member's trips: why each begins, ends and is called so; who reported what, which source won each field",
    )
    .requiredOption('--member <ID>', 'the member', memberId)
    .action(
      run(async ({ pool }, { member }) => {
        const [stored] = await memberStore(pool).load([member])
        if (stored === undefined) return failed(`There is no member ${member}.`)
        const [airports, cities, airlines, rows] = await Promise.all([
          airportRows(pool),
          cityRows(pool),
          airlineRows(pool),
          sourceRows(pool),
        ])
        const sources = new Map(rows.map((row) => [row.id, row]))
        const env = {
          now: 0,
          newId: (): string => {
            throw new Error('explaining creates no ids')
          },
          places: buildPlaces(airports, cities, airlines),
          source: (id: string) => sources.get(id),
          url: '',
        }
        return done(renderItinerary(restore(stored, env), { colour: process.stdout.isTTY }))
      }),
    )
}
