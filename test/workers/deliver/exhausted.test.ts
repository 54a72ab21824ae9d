/** Failures that do not end: exhausted, disabled, and how it goes on (webhooks.md 3). */
import t from 'tap'
import { callbackStore } from '../../../db/webhooks/callback-store.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'
import { FAST, webhookStack } from '../../support/delivery/webhooks.js'

/** The test's five days. */
const DISABLE_AFTER = 700

t.test('giving up', async (t) => {
  const stack = await webhookStack(t)
  const { count, emit } = stack
  const callbacks = callbackStore(stack.database.pool)
  await stack.member('11')
  const [failing, other] = await Promise.all([receiver(t), receiver(t)])
  failing.reply(status(500))
  const { id } = await stack.callback({ url: failing.url })
  await stack.callback({ url: other.url })
  const told = async (type: string): Promise<{ body: string }> =>
    await until(type, () => other.got.find((got) => got.event.type === type), 25_000)
  const find = async (): Promise<NonNullable<Awaited<ReturnType<typeof callbacks.find>>>> =>
    (await callbacks.find('partner', id))!

  await t.test(
    'exhausted: the owner is told elsewhere, once for a batch, and nothing of it is posted to the callback itself',
    async (t) => {
      const worker = await stack.worker()
      const [event] = await emit(['11'])
      const { body } = await told('callback.exhausted')
      t.match(JSON.parse(body), {
        member_id: null,
        sequence: null,
        resource_id: id,
        data: { object: { id, status: 'Active' } },
      })
      t.notOk(failing.got.some((got) => got.event.type.startsWith('callback.')))
      t.match(await callbacks.delivery(id, event?.id ?? ''), {
        row: { state: 'exhausted', attempts: FAST.retrySchedule.length + 1 },
      })
      t.equal((await find()).failure_count, FAST.retrySchedule.length + 1)
      await worker.stop()
    },
  )

  await t.test('nothing but failures for long enough: disabled, told, and what comes is kept', async (t) => {
    await stack.worker({
      settings: {
        policy: {
          ...FAST,
          disableAfter: DISABLE_AFTER,
          retrySchedule: Array.from({ length: 400 }, () => 40),
        },
      },
    })
    const [pending] = await emit(['11'])
    const { body } = await told('callback.disabled')
    t.match(JSON.parse(body), {
      resource_id: id,
      data: { object: { status: 'Disabled', disabled_reason: 'failing' } },
    })
    const [skipped] = await emit(['11'])
    await until(
      'the skip',
      async () => (await count('delivery', `callback_id = ${id} and due_at is null`)) === 1,
    )
    t.equal((await callbacks.delivery(id, skipped?.id ?? ''))?.row.state, 'skipped_disabled')
    t.equal((await callbacks.delivery(id, pending?.id ?? ''))?.row.state, 'retrying')
  })

  await t.test(
    'enabled again: the count stays until a success, what was pending goes on, what was skipped waits for a replay',
    async (t) => {
      const before = (await find()).failure_count
      t.ok(before > FAST.retrySchedule.length + 1)
      failing.reply(() => undefined)
      await callbacks.change('partner', id, { status: 'Active' }, undefined)
      t.equal((await find()).failure_count, before, 'enabling is no success')
      failing.reply(status(200))
      await until(
        'what was pending',
        async () => (await count('delivery', `callback_id = ${id} and due_at is not null`)) === 0,
      )
      await until('the count', async () => (await find()).failure_count === 0)
      t.equal(await count('delivery', `callback_id = ${id} and due_at is null`), 1, 'skipped still')
      t.equal(
        await callbacks.queueReplay('partner', id, {
          since: null,
          until: null,
          types: null,
          undelivered: true,
        }),
        2,
        'the exhausted one and the skipped one',
      )
      await until('both', async () => (await count('delivery')) === 0)
      t.equal(
        await callbacks.countReplay('partner', id, {
          since: null,
          until: null,
          types: null,
          undelivered: true,
        }),
        0,
      )
    },
  )
})
