/** `explain --member ID`: a member's itinerary with the reason for every decision (ops/explain). */
import { parseArgs } from 'node:util'
import { buildPlaces } from '../../../actors/itinerary/places/places.js'
import { restore } from '../../../actors/member/state.js'
import { memberStore } from '../../../db/fold/member-store.js'
import { airlineRows, airportRows, cityRows, sourceRows } from '../../../db/reads/reference-rows.js'
import { isId } from '../../../schemas/base/ids.js'
import { renderItinerary } from '../../explain/render.js'
import { UsageError } from '../command.js'
import type { Command } from '../command.js'

export const explain: Command = {
  usage: [
    [
      'explain --member ID',
      "print a member's trips: why each begins, ends and is called so; who reported what, which source won each field",
    ],
  ],
  run: async (args, { pool, print }) => {
    const { values } = parseArgs({ args, options: { member: { type: 'string' } } })
    if (values.member === undefined || !isId(values.member))
      throw new UsageError('--member with the id of a member is required.')
    const [stored] = await memberStore(pool).load([values.member])
    if (stored === undefined) {
      print(`There is no member ${values.member}.`)
      return 1
    }
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
    print(renderItinerary(restore(stored, env), { colour: process.stdout.isTTY }))
    return 0
  },
}
