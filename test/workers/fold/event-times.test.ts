/** Events are dated by the database's clock (decision 121): what a partner gets does not depend on that of a worker. */
import t from 'tap'
import { vault } from '../../../api/oauth/vault.js'
import { readEvents } from '../../../db/reads/events.js'
import { receiver, type Receiver } from '../../support/delivery/receiver.js'
import { testCallbacks } from '../../support/delivery/test-callbacks.js'
import { testWorkers } from '../../support/delivery/test-worker.js'
import { SECRET_KEY } from '../../support/delivery/webhooks.js'
import { foldStack, spawnWorker } from '../../support/fold/fold-stack.js'
import { until } from '../../support/until.js'

const CLIENT = 'partner'
/** A process starts slowly on a busy machine. */
const START_MS = 60_000
const ROUNDS = 10
const ALL = {
  types: null,
  member: null,
  resource: null,
  since: null,
  undelivered: false,
  limit: 1_000,
  after: null,
}

for (const shift of [-3_000, 3_000])
  t.test(`the clock of a fold worker is ${shift} ms off`, async (t) => {
    const stack = await foldStack(t)
    const { pool, nc } = stack
    const [first = '', ...members] = await stack.addMembers(1 + 3 * ROUNDS)
    const partner = await receiver(t)
    const newcomer = await receiver(t)
    const safe = vault(SECRET_KEY)
    const callbacks = testCallbacks(pool, safe)
    await callbacks.callback({ url: partner.url })
    spawnWorker(t, stack, 'shifted', { FAULT_CLOCK_MS: String(shift) })
    await testWorkers(t, pool, nc, safe)()
    const folded = async (member: string): Promise<boolean> =>
      (await pool.query('select 1 from event where member_id = $1', [member])).rowCount !== 0
    const consent = async (member: string): Promise<void> => {
      await pool.query('insert into oauth_grant (client_id, member_id) values ($1, $2)', [CLIENT, member])
    }
    await stack.send(first, { n: 0 })
    await until('the worker folds', async () => await folded(first), START_MS)

    const before = members.splice(0, ROUNDS)
    for (const member of before) {
      await consent(member)
      await stack.send(member, { n: 0 })
    }
    const after = members.splice(0, ROUNDS)
    for (const member of after) {
      await stack.send(member, { n: 0 })
      await until('it is folded', async () => await folded(member))
      await consent(member)
    }
    const { id } = await callbacks.callback({ url: newcomer.url })
    await pool.query('update callback set created = now() where id = $1', [id])
    for (const member of members) {
      await consent(member)
      await stack.send(member, { n: 0 })
    }

    const heard = ({ got }: Receiver): string[] =>
      got.map(({ body }) => (JSON.parse(body) as { member: string }).member).sort()
    await until('a new callback gets what was sent since', () => heard(newcomer).length >= ROUNDS)
    await until(
      'the partner gets what was sent after a consent',
      () => heard(partner).length >= before.length + members.length,
    )
    t.same(heard(newcomer), [...members].sort(), 'a new callback gets nothing of before')
    t.same(heard(partner), [...before, ...members].sort(), 'nothing of before a consent is sent')
    const logged = await readEvents(pool, { ...ALL, view: { client: CLIENT } })
    t.equal(logged.length, before.length + members.length, 'nor is it in the log of the application')
  })
