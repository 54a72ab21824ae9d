/** `explain --member ID`: a member's itinerary as the engine sees it (ops/explain). */
import { parseArgs } from 'node:util'
import { buildPlaces } from '../../../actors/itinerary/places/places.js'
import { restore } from '../../../actors/member/state.js'
import { memberStore } from '../../../db/fold/member-store.js'
import { airlineRows, airportRows, cityRows, sourceRows } from '../../../db/reads/reference-rows.js'
import { isId } from '../../../schemas/base/ids.js'
import { renderItinerary as render } from '../../explain/render.js'
import { UsageError } from '../command.js'
import type { Command } from '../command.js'

export const explain: Command = {
  usage: [
    [
      'explain --member ID',
      'the trips of a member as a timeline: who said what, which source won each field, which rule put it there',
    ],
  ],
  run: async (args, { pool, print: say }) => {
    const { values } = parseArgs({ args, options: { member: { type: 'string' } } })
    if (values.member === undefined || !isId(values.member))
      throw new UsageError('explain needs --member and the id of a member')
    const [stored] = await memberStore(pool).load([values.member])
    if (stored === undefined) {
      say(`There is no member ${values.member}.`)
      return 1
    }
    const [airports, cities, airlines, rows] = await Promise.all([
      airportRows(pool),
      cityRows(pool),
      airlineRows(pool),
      sourceRows(pool),
    ])
    const sources = new Map(rows.map((row) => [row.id, row]))
    const places = buildPlaces(airports, cities, airlines)
    const noIds = (): string => {
      throw new Error('explaining makes no ids')
    }
    say(
      render(restore(stored, { now: 0, newId: noIds, places, source: (id) => sources.get(id), url: '' }), {
        colour: process.stdout.isTTY,
      }),
    )
    return 0
  },
}
