/**
 * The status of accepted batches that are not on the itinerary yet, however long that takes (contract.md
 * 2.3).
 */
import t from 'tap'
import type { Test } from 'tap'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import {
  queueDeadLetterCommand,
  findParkedMember,
  deadLetterCommandResult,
} from '../../../db/operator/dead-letter-admin.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { secondIngress, startIngress } from '../../support/api/ingress.js'
import type { Ingress } from '../../support/api/ingress.js'
import { startWorker } from '../../support/fold/fold-worker.js'
import { testDatabase, testNats } from '../../support/servers.js'
import { smallRules } from '../../support/fold/small-rules.js'
import { until } from '../../support/until.js'

t.setTimeout(100_000)

const MINUTE_MS = 60_000
/** Older than anything in a stream. */
const ANCIENT = '4711'

interface Sent {
  batch: string
  raw: string
}

const setup = async (t: Test) => {
  const on = { databaseUrl: await testDatabase(t), natsUrl: (await testNats(t)).url }
  const ingress = await startIngress(t, { on })
  const later = await secondIngress(t, ingress, { now: () => Date.now() + 10 * MINUTE_MS })
  const member = await ingress.createMember()
  const token = await ingress.token(member)
  const send = async (): Promise<Sent> => {
    const answer = await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      body: { segments: [rawExamples['Hotel']] },
    })
    t.equal(answer.status, 202, answer.text)
    const [{ _id }] = answer.json as [{ _id: number }]
    return { batch: answer.headers.get('location')!.split('/').at(-1)!, raw: String(_id) }
  }
  const batch = async (of: Ingress, id: string) => await of.request(`/v2/batches/${id}`, { token })
  const raw = async (of: Ingress, id: string) => await of.request(`/v2/segments/${id}`, { token })
  return { on, ingress, later, member, send, batch, raw, pool: ingress.database.pool }
}

t.test('a batch that no worker folds is pending, not unknown', async (t) => {
  const { on, later, send, batch, raw, pool } = await setup(t)
  const first = await send()
  t.match((await batch(later, first.batch)).json, { status: 'pending' }, 'no worker has ever run')
  t.match((await raw(later, first.raw)).json, { status: 'Processing' })
  t.equal((await batch(later, ANCIENT)).status, 404)
  t.equal((await raw(later, ANCIENT)).status, 404)

  const worker = await startWorker(t, on, { name: 'w1', executor: inlineExecutor(smallRules) })
  await until('it is folded', async () => (await batch(later, first.batch)).text.includes('processed'))
  const gone = String(Number(first.batch) + 1000)
  await until('an id that was never used is 404', async () => (await batch(later, gone)).status === 404)
  await worker.stop()
  await pool.query(
    `update partition_position set folded_to = folded_to - interval '10 minutes',
      lag_at = lag_at - interval '10 minutes'`,
  )
  const second = await send()
  t.match((await batch(later, second.batch)).json, { status: 'pending' }, 'no worker has run for ten minutes')
  t.match((await raw(later, second.raw)).json, { status: 'Processing' })
  const next = await startWorker(t, on, { name: 'w2', executor: inlineExecutor(smallRules) })
  await until('it is folded', async () => (await batch(later, second.batch)).text.includes('processed'))
  await until('an id that was never used is 404', async () => (await batch(later, gone)).status === 404)
  await next.stop()
})

t.test(
  'a batch that waits for an operator is pending; one that is dropped has failed, with the reason',
  async (t) => {
    const { on, ingress, later, member, send, batch, raw, pool } = await setup(t)
    let broken = true
    const decide: typeof smallRules.decide = function* (...args) {
      if (broken) throw new Error('broken on purpose')
      return yield* smallRules.decide(...args)
    }
    await startWorker(t, on, { name: 'w1', executor: inlineExecutor({ ...smallRules, decide }) })
    const waits = async (count: number) =>
      await until(`${count} wait`, async () => {
        const dead = await findParkedMember(pool, member)
        return dead?.messages.length === count ? dead.messages : null
      })
    const runCommand = async (action: 'replay' | 'drop', skip: number[] = []): Promise<string> => {
      const command = await queueDeadLetterCommand(pool, {
        member,
        do: action,
        skip,
        because: 'a test',
        by: 'test',
      })
      return await until(
        'the owner has executed it',
        async () => await deadLetterCommandResult(pool, command!),
      )
    }
    const failed = async ({ batch: id, raw: rawId }: Sent): Promise<void> => {
      const answer = await batch(later, id)
      t.match(
        answer.json,
        {
          status: 'failed',
          segments: [],
          error: 'server_error',
          error_description: /an operator has dropped it.*[Ss]end it again/,
        },
        answer.text,
      )
      t.equal((await raw(later, rawId)).status, 404)
    }

    const [culprit, follower] = [await send(), await send()]
    await waits(2)
    await until(
      'the partition has nothing else to fold',
      async () =>
        (await pool.query('select 1 from partition_state where lag is distinct from 0')).rowCount === 0,
    )
    for (const one of [culprit, follower]) {
      t.match((await batch(later, one.batch)).json, { status: 'pending' })
      t.match((await raw(later, one.raw)).json, { status: 'Processing' })
    }
    t.equal(
      (
        await later.request(`/v2/batches/${culprit.batch}`, {
          token: await ingress.token(await ingress.createMember()),
        })
      ).status,
      404,
      'other members see nothing of it',
    )
    t.match(await runCommand('drop'), /^2 messages dropped/)
    await failed(culprit)
    await failed(follower)

    const [skipped, kept] = [await send(), await send()]
    const [first] = await waits(2)
    broken = false
    t.match(await runCommand('replay', [first!.seq]), /^1 folded, 1 skipped/)
    await failed(skipped)
    t.match((await batch(later, kept.batch)).json, { status: 'processed' })
  },
)
