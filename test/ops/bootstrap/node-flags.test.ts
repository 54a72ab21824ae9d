/** Room for young objects goes by the memory there is: on a small machine it would be taken from Postgres and the broker. */
import t from 'tap'
import { nodeFlags } from '../../../ops/bootstrap/node-flags.mjs'

const GIB = 2 ** 30

t.test('a fold process has more room for young objects on a large machine', async (t) => {
  t.match(nodeFlags('fold', 4 * GIB), ['--max-semi-space-size=32'])
  t.match(nodeFlags('fold', 8 * GIB), ['--max-semi-space-size=64'])
  t.same(nodeFlags('api', 24 * GIB), [])
})
