/** How long a search for places takes, for queries of 2 to 20 characters as people type them. */
import { seededRandom } from '../demo/travel/random.js'
import type { Random } from '../demo/travel/random.js'
import { startBenchStack } from './harness/bench-stack.js'
import type { Bench } from './harness/harness.js'
import { httpContestant } from './harness/http-contestant.js'

const QUERIES = 600
const MIN_CHARS = 2
const MAX_CHARS = 20
const MISSPELT_SHARE = 0.2
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
    const stack = await startBenchStack(tools)
    const {
      tokens: [token = ''],
    } = await stack.members(1)
    const { rows } = await stack.database.pool.query<{ name: string }>(
      'SELECT name FROM city ORDER BY population DESC, id',
    )
    tools.print(`${rows.length} cities`)
    const random = seededRandom(SEED)
    const requests = Array.from({ length: QUERIES }, (_, i) => {
      // Large cities are searched for more often.
      const name = rows[Math.floor(rows.length * random.next() ** 3)]?.name ?? 'London'
      const kind = i % 3 === 2 ? 'airports' : 'cities'
      return {
        method: 'GET',
        path: `/v2/locations/${kind}?q=${encodeURIComponent(typed(name, random))}`,
        headers: { authorization: `Bearer ${token}` },
      }
    })
    const server = await stack.role('api')
    const product = { name: 'product', server, requests, status: OK, connections: CONNECTIONS }
    return {
      contestants: [await httpContestant(product, stack, tools)],
      ratio: (medians) => medians['product']?.[P50] ?? NaN,
    }
  },
}

/** The beginning of a name, sometimes with two letters swapped. */
function typed(name: string, random: Random): string {
  const max = Math.min(MAX_CHARS, name.length)
  const letters = [...name].slice(0, random.int(Math.min(MIN_CHARS, max), max))
  if (letters.length > 4 && random.chance(MISSPELT_SHARE)) {
    const at = random.int(1, letters.length - 2)
    const [first = '', second = ''] = [letters[at], letters[at + 1]]
    letters.splice(at, 2, second, first)
  }
  const text = letters.join('').trim()
  return text.length < MIN_CHARS ? 'lo' : text
}
