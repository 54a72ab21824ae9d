import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { ROOT } from '../../../ops/config/paths.js'
import { natsBinary } from '../../../ops/embedded/nats-binary.js'

const VARIABLES = {
  NATS_SERVER_NAME: 'nats-1',
  NATS_CLUSTER_PASSWORD: 'a-password',
  NATS_ROUTES: '["nats://cluster:a-password@nats-1:6222", "nats://cluster:a-password@nats-2:6222"]',
  NATS_API_PASSWORD: 'a-password',
  NATS_FOLD_PASSWORD: 'a-password',
  NATS_DELIVER_PASSWORD: 'a-password',
  NATS_OPERATOR_PASSWORD: 'a-password',
}

/** As compose.yaml passes them: a password may begin with a digit, and look like a number. */
const QUOTED = Object.fromEntries(
  Object.entries(VARIABLES).map(([name, value]) => [
    name,
    name.endsWith('_PASSWORD') ? '"4e5d990498b64532"' : value,
  ]),
)

for (const file of ['single.conf', 'cluster.conf'])
  t.test(`nats-server reads ops/deploy/nats/${file}`, async (t) => {
    const binary = natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH'])
    for (const env of [VARIABLES, QUOTED]) {
      const { stderr } = await promisify(execFile)(binary, ['-t', '-c', `ops/deploy/nats/${file}`], {
        cwd: ROOT,
        env,
      })
      t.match(stderr, 'is valid')
    }
  })
