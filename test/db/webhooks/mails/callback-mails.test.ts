import t from 'tap'
import type { Test } from 'tap'
import { disableCallback, notifyExhausted } from '../../../../db/webhooks/callback-notices.js'
import { deleteCallback } from '../../../../db/webhooks/callbacks.js'
import { callbackMailStore } from '../../../../db/webhooks/mails/callback-mails.js'
import { queueFailingMail } from '../../../../db/webhooks/mails/queue-mails.js'
import { transaction } from '../../../../db/pg/transaction.js'
import type { ClaimedMail } from '../../../../schemas/webhooks/callback-mail.js'
import type { AttemptWrite } from '../../../../schemas/webhooks/delivery.js'
import { webhookStack, type WebhookStack } from '../../../support/delivery/webhooks.js'

const HOUR_MS = 3_600_000

t.test('mails to the owner of a callback', async (t) => {
  const stack = await webhookStack(t)
  const { pool } = stack.database
  const { id } = await stack.callback({ url: 'https://hooks.example.com/in' })
  await pool.query(`
    insert into developer (id, email, email_key, name, organisation, password_hash)
    select n, name || '@example.com', lower(name) || '@example.com', name, 'Example', 'x'
    from unnest(array['Ada', 'Bea', 'Cleo', 'Dora']) with ordinality one (name, n)`)
  await pool.query("update app set developer_id = 1, name = 'Trips'")
  await pool.query(`
    insert into app_team (client_id, developer_id, role)
    values ('partner', 2, 'developer'), ('partner', 3, 'viewer'), ('partner', 4, 'owner')`)
  await t.test('disabled: one process gets it, once, with the last answer', async (t) => {
    await disabled(t, stack, id)
  })
  await t.test('a mail that was not sent, or whose process ended, is sent by another', async (t) => {
    await notSent(t, stack, id)
  })
  await t.test('exhausted: counted, and one mail a day at most', async (t) => {
    await exhausted(t, stack, id)
  })
  await t.test('failing: once for each time that it begins', async (t) => {
    await failing(t, stack, id)
  })
  await t.test('a callback that is deleted sends no mail', async (t) => {
    await transaction(pool, async (client) => {
      await queueFailingMail(client, id, Date.now())
    })
    await deleteCallback(pool, 'partner', id)
    t.equal(await callbackMailStore(pool).claim(), null)
    t.equal(await stack.count('callback_mail'), 0)
  })
})

type Stack = WebhookStack

const disable = async ({ database: { pool } }: Stack, id: string): Promise<void> => {
  await pool.query("update callback set status = 'Active'")
  await transaction(pool, async (client) => {
    await disableCallback(client, id, 'gone')
  })
}

/** What eight processes get that ask at once. */
async function claimed({ database: { pool } }: Stack): Promise<ClaimedMail[]> {
  const found = await Promise.all(
    Array.from({ length: 8 }, async () => await callbackMailStore(pool).claim()),
  )
  return found.filter((one) => one !== null)
}

async function disabled(t: Test, stack: Stack, id: string): Promise<void> {
  const { pool } = stack.database
  await pool.query(
    `insert into attempt (callback_id, event_id, event_at, no, at, state, status, ms, type, signed)
    values ($1, gen_random_uuid(), now(), 1, now(), 'gone', 410, 5, 'trip.updated', '')`,
    [id],
  )
  await disable(stack, id)
  const [mail, ...others] = await claimed(stack)
  t.same(others, [])
  t.match(mail, {
    recipients: [
      { developer: '1', email: 'Ada@example.com' },
      { developer: '2', email: 'Bea@example.com' },
      { developer: '4', email: 'Dora@example.com' },
    ],
    mail: {
      kind: 'disabled',
      app: 'Trips',
      url: 'https://hooks.example.com/in',
      reason: 'gone',
      last: { status: 410 },
    },
  })
  await callbackMailStore(pool).sent(mail!)
  t.same(await claimed(stack), [], 'it was sent')
  await disable(stack, id)
  const [again] = await claimed(stack)
  t.match(again, { mail: { kind: 'disabled' } }, 'disabled again')
  await disable(stack, id)
  await callbackMailStore(pool).sent(again!)
  const [third] = await claimed(stack)
  t.ok(third, 'and while the mail was being sent')
  await callbackMailStore(pool).sent(third!)
}

async function notSent(t: Test, stack: Stack, id: string): Promise<void> {
  const { pool } = stack.database
  await disable(stack, id)
  const [first] = await claimed(stack)
  await callbackMailStore(pool).received(first!, first!.recipients[0]!)
  await callbackMailStore(pool).failed(first!)
  t.same(await claimed(stack), [], 'not at once')
  const later = async (): Promise<void> => {
    await pool.query("update callback_mail set claimed_until = claimed_until - interval '16 minutes'")
  }
  await later()
  const [second] = await claimed(stack)
  t.match(second?.recipients, [{ developer: '2' }, { developer: '4' }], 'some minutes later, for the others')
  t.equal(second?.recipients.length, 2)
  await later()
  const [third] = await claimed(stack)
  t.ok(third, 'its process has ended')
  await callbackMailStore(pool).sent(second!)
  t.equal(await stack.count('callback_mail', 'due_at is not null'), 1, 'a lapsed claim ends nothing')
  await callbackMailStore(pool).sent(third!)
  await disable(stack, id)
  t.equal((await claimed(stack))[0]?.recipients.length, 3, 'the next mail is for all again')
  await pool.query('update callback_mail set due_at = null')
}

async function exhausted(t: Test, stack: Stack, id: string): Promise<void> {
  const { pool } = stack.database
  const give = async (count: number, type = 'trip.updated'): Promise<void> => {
    const attempts = Array.from({ length: count }, () => ({ callback: id, type }) as AttemptWrite)
    await transaction(pool, async (client) => {
      await notifyExhausted(client, attempts)
    })
  }
  const minutesPass = async (minutes: number): Promise<void> => {
    await pool.query(
      `update callback_mail set due_at = due_at - $1 * interval '1 minute',
        sent_at = sent_at - $1 * interval '1 minute', claimed_until = '-infinity'`,
      [minutes],
    )
  }
  await give(3)
  await give(1, 'callback.disabled')
  t.same(await claimed(stack), [], 'others are gathered first')
  await give(2)
  await minutesPass(11)
  const [mail] = await claimed(stack)
  t.match(mail, { mail: { kind: 'exhausted', count: 5 } })
  await give(1)
  await callbackMailStore(pool).received(mail!, mail!.recipients[0]!)
  await callbackMailStore(pool).sent(mail!)
  await give(4)
  await minutesPass(23 * 60)
  t.same(await claimed(stack), [], 'not within a day')
  await minutesPass(61)
  const [next, ...others] = await claimed(stack)
  t.match([next, others], [{ mail: { count: 5 } }, []], 'what has gathered since')
  t.equal(next?.recipients.length, 3, 'for all')
  await callbackMailStore(pool).sent(next!)
  await minutesPass(25 * 60)
  t.same(await claimed(stack), [], 'nothing new')
  await give(1)
  await minutesPass(11)
  const [last] = await claimed(stack)
  t.match(last, { mail: { count: 1 } })
  await callbackMailStore(pool).sent(last!)
}

async function failing(t: Test, stack: Stack, id: string): Promise<void> {
  const { pool } = stack.database
  const report = async (since: number): Promise<void> => {
    await transaction(pool, async (client) => {
      await queueFailingMail(client, id, since)
    })
  }
  const since = Date.now() - 25 * HOUR_MS
  await report(since)
  await report(since)
  const [mail, ...others] = await claimed(stack)
  t.match([mail, others], [{ mail: { kind: 'failing', since: new Date(since) } }, []])
  await callbackMailStore(pool).sent(mail!)
  await report(since)
  t.same(await claimed(stack), [], 'the same failures')
  await report(since + HOUR_MS)
  const [next] = await claimed(stack)
  t.ok(next, 'failing again after a success')
  await callbackMailStore(pool).sent(next!)
}
