/** Cities and airports by free text (contract.md 4, Locations). */
import Type from 'typebox'
import { Airport, City } from '../../schemas/location.js'
import { Fault } from '../../schemas/faults.js'
import type { ApiDeps } from '../deps.js'
import { airportExample, cityExample } from '../document/examples.js'
import type { Add } from '../endpoint.js'
import { countOf, pageOf, pageWanted } from '../list.js'
import { textParameter } from '../query.js'
import { sendJson } from '../reply.js'
import { arrayText } from '../with-segments.js'

export function locationRoutes(add: Add, deps: ApiDeps): void {
  for (const [url, id, many, schema, example] of [
    ['/v2/locations/cities', 'searchCities', 'cities', City, cityExample],
    ['/v2/locations/airports', 'searchAirports', 'airports', Airport, airportExample],
  ] as const) {
    add({
      method: 'GET',
      url,
      access: ['A', 'M', 'C'],
      operation: {
        id,
        tag: 'Locations',
        summary: `Search ${many}`,
        description: `Finds ${many} by code, name, other names or close spelling; case and accents do not matter. The best hit comes first. What is written behind a comma is where the place lies: Springfield, IL; Paris, France.`,
        parameters: ['place', 'limit', 'offset', 'cursor'],
        answers: {
          200: {
            description: 'Hits, best first; an empty list when there is none.',
            schema: Type.Array(schema),
            example: [example],
            headers: ['x-total-count', 'link', 'deprecation', 'sunset'],
          },
        },
      },
      handle: async (request, reply) => {
        const q = textParameter(request, 'q', 400)
        if (q === null || [...q].length < 2 || [...q].length > 100)
          throw new Fault('invalid_request', 'Parameter "q" must have 2 to 100 characters.')
        const wanted = pageWanted(request, many, 10, 50)
        const offset = Math.min(countOf(wanted) ?? wanted.offset, 10_000)
        const page = await deps.reads.locations[many](q, wanted.limit + 1, offset)
        const rows = page.rows.map((doc, at) => ({ doc, at: offset + at + 1 }))
        return await sendJson(
          reply,
          arrayText(
            pageOf(request, reply, deps.settings.baseUrl, wanted, { rows, total: page.total }, (row) => [
              row.at,
            ]).map((row) => row.doc),
          ),
        )
      },
    })
  }
}
