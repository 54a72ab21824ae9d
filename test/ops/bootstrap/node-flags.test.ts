/** The heap of a fold grows with the machine: a small machine needs its memory for Postgres and NATS. */
import t from 'tap'
import { nodeFlags } from '../../../ops/bootstrap/node-flags.mjs'

const GIB = 2 ** 30

t.test('a fold process gets a larger heap on a large machine', async (t) => {
  t.same(nodeFlags('fold', 4 * GIB), ['--max-semi-space-size=32', '--heap-growing-percent=100'])
  t.same(nodeFlags('fold', 8 * GIB), ['--max-semi-space-size=64', '--heap-growing-percent=300'])
  t.same(nodeFlags('api', 24 * GIB), [])
})
