import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { connect } from 'nats'
import type { NatsConnection } from 'nats'
import t from 'tap'
import { ROOT } from '../../../ops/config/paths.js'
import { natsBinary } from '../../../ops/embedded/nats-binary.js'
import {
  deadLetterSubject,
  erasedSubject,
  eventSubject,
  memberSubject,
} from '../../../schemas/stream/subjects.js'
import { publisher } from '../../../workers/stream/publish.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { roleUsers } from '../../support/nats-users.js'
import { ownNats } from '../../support/servers.js'

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

/** What roles publish, by subject: `limits` and `callbacks` of workers/stream/broadcast, and those of the streams. */
const MEMBER = memberSubject('1001')
const EVENTS = eventSubject(3)
const DEAD_LETTERS = deadLetterSubject(3, '1001')
const ERASED = erasedSubject('1001')
const SUBJECTS = [MEMBER, EVENTS, DEAD_LETTERS, ERASED, 'limits', 'callbacks']
const PUBLISHED: Record<string, string[]> = {
  api: [MEMBER, 'limits', 'callbacks'],
  fold: [EVENTS, DEAD_LETTERS],
  deliver: [MEMBER, ERASED, 'callbacks'],
}

t.test('each role may publish what it publishes, and nothing else', async (t) => {
  const nats = await ownNats(t, { authorization: roleUsers() })
  const as = async (user: string): Promise<NatsConnection> => {
    const nc = await connect({ servers: `127.0.0.1:${nats.port}`, user, pass: `${user}-password` })
    t.teardown(async () => {
      await nc.close()
    })
    return nc
  }
  const operator = await as('operator')
  const received = new Set<string>()
  for (const subject of SUBJECTS)
    operator.subscribe(subject, {
      callback: (_, message) => {
        received.add(message.subject)
      },
    })
  await operator.flush()
  for (const [role, published] of Object.entries(PUBLISHED)) {
    const nc = await as(role)
    for (const subject of SUBJECTS) nc.publish(subject)
    await nc.flush()
    await operator.flush()
    t.same([...received].sort(), [...published].sort(), role)
    received.clear()
  }
  await ensureStreams(operator, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  for (const role of ['api', 'deliver']) {
    const sender = publisher(await as(role), { deadlineMs: 5_000 })
    const { seq } = await sender.publish(new Uint8Array(1), MEMBER, `a message of ${role}`)
    t.ok(seq > 0, `the stream acknowledges what ${role} publishes`)
    sender.close()
  }
})
