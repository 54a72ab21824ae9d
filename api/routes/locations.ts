/** Cities and airports by free text (contract.md 4, Locations). */
import Type from 'typebox'
import { Airport, City } from '../../schemas/itinerary/location.js'
import { ApiError } from '../../schemas/base/errors.js'
import type { ApiDeps } from '../ports/deps.js'
import { airportExample, cityExample } from '../document/examples/resources.js'
import type { AddEndpoint } from '../endpoint.js'
import { offsetAfter, paginate, readPageRequest } from '../http/pagination.js'
import { textParameter } from '../http/query.js'
import { sendJson } from '../http/reply.js'
import { arrayText } from '../http/splice-segments.js'

export function locationRoutes(add: AddEndpoint, deps: ApiDeps): void {
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
        responses: {
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
          throw new ApiError('invalid_request', 'Parameter "q" must have 2 to 100 characters.')
        const wanted = readPageRequest(request, many, 10, 50)
        const offset = Math.min(offsetAfter(wanted) ?? wanted.offset, 10_000)
        const page = await deps.reads.locations[many](q, wanted.limit + 1, offset)
        const rows = page.rows.map((doc, at) => ({ doc, at: offset + at + 1 }))
        return await sendJson(
          reply,
          arrayText(
            paginate(request, reply, deps.settings.baseUrl, wanted, { rows, total: page.total }, (row) => [
              row.at,
            ]).map((row) => row.doc),
          ),
        )
      },
    })
  }
}
