/** Searching places: how long an answer takes for queries of 2 to 20 characters, as people type them, over every city. */
import { seededRandom } from '../demo/travel/random.js'
import type { Random } from '../demo/travel/random.js'
import type { Bench } from './harness/harness.js'
import { httpContestant } from './harness/http-contestant.js'
import { startBenchStack } from './harness/bench-stack.js'

const QUERIES = 600
const SHORTEST = 2
const LONGEST = 20
const MISSPELT = 0.2
const SEED = 11
const CONNECTIONS = 2
const OK = 200
const P50 = 'p50 ms'

export const bench: Bench = {
  name: 'locations',
  about: 'p50 in ms of GET /v2/locations/cities and /airports for queries of 2 to 20 characters',
  goal: { atMost: 20 },
  seconds: 5,
  prepare: async (tools) => {
    const world = await startBenchStack(tools)
    const {
      tokens: [token = ''],
    } = await world.members(1)
    const { rows } = await world.database.pool.query<{ name: string; population: number }>(
      'SELECT name, population FROM city ORDER BY population DESC, id',
    )
    tools.print(`${rows.length} cities`)
    const chance = seededRandom(SEED)
    const requests = Array.from({ length: QUERIES }, (_, i) => ({
      method: 'GET',
      path: `/v2/locations/${i % 3 === 2 ? 'airports' : 'cities'}?q=${encodeURIComponent(typed(rows[Math.floor(rows.length * chance.next() ** 3)]?.name ?? 'London', chance))}`,
      headers: { authorization: `Bearer ${token}` },
    }))
    const server = await world.role('api')
    return {
      contestants: [
        await httpContestant(
          { name: 'product', server, requests, status: OK, connections: CONNECTIONS },
          world,
          tools,
        ),
      ],
      ratio: (medians) => medians['product']?.[P50] ?? NaN,
    }
  },
}

/** The beginning of a name, at times with two letters changed about. */
function typed(name: string, chance: Random): string {
  const most = Math.min(LONGEST, name.length)
  const letters = [...name].slice(0, chance.int(Math.min(SHORTEST, most), most))
  if (letters.length > 4 && chance.chance(MISSPELT)) {
    const at = chance.int(1, letters.length - 2)
    const [one = '', other = ''] = [letters[at], letters[at + 1]]
    letters.splice(at, 2, other, one)
  }
  const text = letters.join('').trim()
  return text.length < SHORTEST ? 'lo' : text
}
