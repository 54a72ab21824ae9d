/** The tools that look up places and sources, which submitted segments name. */
import Type from 'typebox'
import { searchAirports, searchCities } from '../../routes/locations.js'
import { listSources } from '../../routes/sources.js'
import { picked } from '../brief.js'
import type { Doc } from '../brief.js'
import { tool } from '../tool.js'

const query = Type.String({ description: 'code, name or close spelling' })
const MATCHES = 8

const PLACE_FIELDS = ['iata_code', 'city_code', 'name', 'city_name', 'admin_code', 'country', 'time_zone_id']
const SOURCE_FIELDS = ['id', 'name', 'classification', 'priority', 'status']

export const findPlacesTool = tool({
  name: 'find_places',
  title: 'Find airports or cities',
  description: 'The best matches with codes and time zones. After a comma, where it is: Springfield, IL.',
  effect: 'reads',
  operation: searchAirports,
  input: Type.Object({ query, kind: Type.Enum(['airports', 'cities']) }),
  output: Type.Object({ places: Type.Array(Type.Object({ name: Type.String(), country: Type.String() })) }),
  call: async ({ query: q, kind }, { ask }) => {
    const operation = kind === 'airports' ? searchAirports : searchCities
    const { json } = await ask(operation, { query: { q, limit: MATCHES } })
    return { places: (json as Doc[]).map((place) => picked(place, PLACE_FIELDS)) }
  },
})

export const findSourcesTool = tool({
  name: 'find_sources',
  title: 'Find sources',
  description: 'Ids of airlines, agencies and other suppliers by name, for source. A lower priority wins.',
  effect: 'reads',
  operation: listSources,
  input: Type.Object({ query }),
  output: Type.Object({ sources: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
  call: async ({ query: q }, { ask }) => {
    const { json } = await ask(listSources, { query: { q, limit: MATCHES } })
    return { sources: (json as Doc[]).map((source) => picked(source, SOURCE_FIELDS)) }
  },
})
