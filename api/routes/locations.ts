/** Search for cities and airports (contract.md 4.3). */
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { Airport, City } from '../../schemas/itinerary/location.js'
import { airportExample, cityExample } from '../document/examples/resources.js'
import type { AddEndpoint } from '../endpoint.js'
import { PAGE_SIZES } from '../http/page-sizes.js'
import { offsetAfter, paginate, readPageRequest } from '../http/pagination.js'
import { textParameter } from '../http/query.js'
import { sendJson } from '../http/reply.js'
import { arrayText } from '../http/splice-segments.js'
import type { ApiDeps } from '../ports/deps.js'

const MAX_OFFSET = 10_000

const SEARCHES = [
  {
    url: '/v2/locations/cities',
    id: 'searchCities',
    places: 'cities',
    schema: City,
    example: cityExample,
  },
  {
    url: '/v2/locations/airports',
    id: 'searchAirports',
    places: 'airports',
    schema: Airport,
    example: airportExample,
  },
] as const

export function locationRoutes(add: AddEndpoint, deps: ApiDeps): void {
  for (const search of SEARCHES) searchRoute(add, deps, search)
}

function searchRoute(
  add: AddEndpoint,
  { reads, settings }: ApiDeps,
  { url, id, places, schema, example }: (typeof SEARCHES)[number],
): void {
  add({
    method: 'GET',
    url,
    access: ['A', 'M', 'C'],
    scopes: [],
    operation: {
      id,
      tag: 'Locations',
      summary: `Search ${places}`,
      description:
        `Finds ${places} by code, name, alternative name or close spelling; case and accents are ignored. ` +
        'The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris, ' +
        'France.',
      parameters: ['place', 'limit_locations', 'offset', 'cursor'],
      responses: {
        200: {
          description: 'The matches, best first; an empty list if there is none.',
          schema: Type.Array(schema),
          example: [example],
          headers: ['x-total-count', 'link', 'deprecation', 'sunset'],
        },
      },
    },
    handle: async (request, reply) => {
      const q = textParameter(request, 'q', 400)
      const length = q === null ? 0 : [...q].length
      if (q === null || length < 2 || length > 100)
        throw new ApiError('invalid_request', 'Parameter "q" must have 2 to 100 characters.')
      const page = readPageRequest(request, places, PAGE_SIZES.locations)
      const offset = Math.min(offsetAfter(page) ?? page.offset, MAX_OFFSET)
      const { rows, total } = await reads.locations[places](q, page.limit + 1, offset)
      const shown = paginate(request, reply, settings.baseUrl, page, {
        rows: rows.map((doc, at) => ({ doc, at: offset + at + 1 })),
        total,
        positionOf: (row) => [row.at],
      })
      return await sendJson(reply, arrayText(shown.map((row) => row.doc)))
    },
  })
}
