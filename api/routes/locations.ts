/** Search for cities and airports (contract.md 4.3). */
import type { TObject } from 'typebox'
import { Airport, City } from '../../schemas/itinerary/location.js'
import { listed } from '../document/common-responses.js'
import { offsetAfter, pageOf } from '../http/pagination.js'
import { anyone } from '../operation/access.js'
import { cut, list } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import type { ApiDeps } from '../ports/deps.js'

const MAX_OFFSET = 10_000

const search = <T extends TObject>(places: 'cities' | 'airports', id: string, schema: T) =>
  operation(
    {
      route: `GET /v2/locations/${places}`,
      id,
      tag: 'Locations',
      access: anyone(),
      summary: `Search ${places}`,
      description:
        `Finds ${places} by code, name, alternative name or close spelling; case and accents are ignored. ` +
        'The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris, ' +
        'France.',
      parameters: ['place', 'limit_locations', 'offset', 'cursor'],
      responses: listed('The matches, best first; an empty list if there is none.', schema, [
        'x-total-count',
        'link',
        'deprecation',
        'sunset',
      ]),
    },
    async ({ query }, { reads }: ApiDeps) => {
      const page = pageOf(query, places)
      const offset = Math.min(offsetAfter(page) ?? page.offset, MAX_OFFSET)
      const { rows, total } = await reads.locations[places](query.q ?? '', page.limit + 1, offset)
      const numbered = rows.map((doc, at) => ({ doc, at: offset + at + 1 }))
      return list(
        cut(page, { rows: numbered, total }, (row) => [row.at]),
        (row) => row.doc,
      )
    },
  )

export const searchCities = search('cities', 'searchCities', City)
export const searchAirports = search('airports', 'searchAirports', Airport)
