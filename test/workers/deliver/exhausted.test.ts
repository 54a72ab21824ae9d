/** Failures that do not end: exhausted, disabled, and what follows (webhooks.md 3). */
import t from 'tap'
import { callbackStore } from '../../../db/webhooks/callback-store.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import type { Reply } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'
import { FAST } from '../../support/delivery/test-worker.js'
import { webhookStack } from '../../support/delivery/webhooks.js'

/** Stands for five days. */
const DISABLE_AFTER = 700

t.test('exhausted and disabled callbacks', async (t) => {
  const stack = await webhookStack(t)
  const { count, emit } = stack
  const callbacks = callbackStore(stack.database.pool)
  await stack.member('11')
  const [failing, other] = await Promise.all([receiver(t), receiver(t)])
  failing.reply(status(500))
  const { id } = await stack.callback({ url: failing.url })
  await stack.callback({ url: other.url })
  const noticeOf = async (type: string): Promise<{ body: string }> =>
    await until(type, () => other.got.find((got) => got.event.type === type), 25_000)
  const find = async (): Promise<NonNullable<Awaited<ReturnType<typeof callbacks.find>>>> =>
    (await callbacks.find('partner', id))!

  await t.test(
    'exhausted: the owner is notified at another callback, once per batch, and never at the callback itself',
    async (t) => {
      const worker = await stack.worker()
      const [event] = await emit(['11'])
      const { body } = await noticeOf('callback.exhausted')
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

  await t.test('only failures for long enough: disabled, notified, and later events are kept', async (t) => {
    await stack.worker({
      settings: {
        policy: {
          ...FAST,
          reportFailingAfter: DISABLE_AFTER / 2,
          disableAfter: DISABLE_AFTER,
          retrySchedule: Array.from({ length: 400 }, () => 40),
        },
      },
    })
    const [pending] = await emit(['11'])
    const { body } = await noticeOf('callback.disabled')
    t.match(JSON.parse(body), {
      resource_id: id,
      data: { object: { status: 'Disabled', disabled_reason: 'failing' } },
    })
    await until(
      'mails to the owner, of each kind one',
      async () => (await count('callback_mail', `callback_id = ${id} and due_at is not null`)) === 3,
    )
    const [skipped] = await emit(['11'])
    await until(
      'the skip',
      async () => (await count('delivery', `callback_id = ${id} and due_at is null`)) === 1,
    )
    t.equal((await callbacks.delivery(id, skipped?.id ?? ''))?.row.state, 'skipped_disabled')
    t.equal((await callbacks.delivery(id, pending?.id ?? ''))?.row.state, 'retrying')
  })

  await t.test(
    'enabled again: the failure count stays until a success, pending deliveries continue, skipped ones wait for a replay',
    async (t) => {
      const before = (await find()).failure_count
      t.ok(before > FAST.retrySchedule.length + 1)
      const unanswered: Parameters<Reply>[] = []
      failing.reply((...request) => {
        unanswered.push(request)
      })
      await callbacks.change('partner', id, { status: 'Active' }, undefined)
      t.equal((await find()).failure_count, before, 'enabling does not count as a success')
      failing.reply(status(200))
      // One more failure would disable it again.
      for (const request of unanswered) await status(200)(...request)
      await until(
        'the pending deliveries',
        async () => (await count('delivery', `callback_id = ${id} and due_at is not null`)) === 0,
      )
      await until('the count', async () => (await find()).failure_count === 0)
      t.equal(await count('delivery', `callback_id = ${id} and due_at is null`), 1, 'still skipped')
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
