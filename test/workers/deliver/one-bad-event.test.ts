/**
 * An event or a callback that makes the fan-out fail stops nobody else (webhooks.md 5): workers with default settings,
 * two applications that every member has authorised.
 */
import t from 'tap'
import type { Test } from 'tap'
import { serviceStatus } from '../../../db/operator/service-status.js'
import { runOperatorCommand } from '../../support/run-cli.js'
import { startWebhookIngress, type WebhookIngress } from '../../support/api/webhook-ingress.js'
import { receiver, type Receiver } from '../../support/delivery/receiver.js'
import type { TestEvent } from '../../support/delivery/test-events.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const MEMBERS = Array.from({ length: 20 }, (_, i) => String(i + 11))

interface Stack extends WebhookIngress {
  /** The callback and the receiver of each application. */
  partner: Receiver
  partnerCallback: string
  other: Receiver
  /** The fields of what the worker logged. */
  logged: (level: 'warn' | 'error') => Array<Record<string, unknown>>
  /** Makes inserts into `delivery` that fit the condition fail as a damaged row does. */
  refuse: (condition: string) => Promise<void>
  accept: () => Promise<void>
  /** Runs `cli dead` and returns its exit code and what it printed. */
  dead: (...args: string[]) => Promise<{ code: number; output: string }>
}

async function setup(t: Test): Promise<Stack> {
  const stack = await startWebhookIngress(t)
  const { pool } = stack.database
  const [partner, other] = [await receiver(t), await receiver(t)]
  const { id: partnerCallback } = await stack.callback({ url: partner.url })
  await stack.callback({ url: other.url, client: 'other' })
  for (const member of MEMBERS) for (const client of ['partner', 'other']) await stack.member(member, client)
  const log = silentLog()
  await stack.worker({ settings: 'defaults', log })
  return {
    ...stack,
    partner,
    partnerCallback,
    other,
    logged: (level) => log.lines.filter((line) => line.level === level).map(({ fields }) => fields),
    refuse: async (condition) => {
      await pool.query(`
        create function refuse() returns trigger language plpgsql as $$ begin
          if ${condition} then raise exception 'missing chunk number 0' using errcode = 'XX001'; end if;
          return new;
        end $$;
        create trigger refuse before insert on delivery for each row execute function refuse()`)
    },
    accept: async () => {
      await pool.query('drop trigger refuse on delivery; drop function refuse')
    },
    dead: async (...args) => await runOperatorCommand(['dead', ...args], { pool, operator: 'Ada' }),
  }
}

async function delivered(to: Receiver, events: TestEvent[], ms?: number): Promise<void> {
  await until(
    `${events.length} events are delivered`,
    () => {
      const got = new Set(to.ids())
      return events.every(({ id }) => got.has(id))
    },
    ms,
  )
}

/** Events of every member in several batches, announced. */
async function emitMany(stack: Stack): Promise<TestEvent[]> {
  const events: TestEvent[] = []
  for (let round = 0; round < 3; round++) {
    const made = await stack.commit(MEMBERS, 'segment.created', { type: 'Air' })
    await stack.announce(made)
    events.push(...made)
  }
  return events
}

/** An event whose notice was lost is found by the sweep. */
async function sweepGoesOn(stack: Stack): Promise<void> {
  await delivered(stack.other, await stack.commit([MEMBERS[4]!], 'segment.created'), 60_000)
}

t.test('a filter that throws', { timeout: 180_000 }, async (t) => {
  const stack = await setup(t)
  const { partner, partnerCallback: callback } = stack
  const path = `/v2/callbacks/${callback}`
  await stack.database.pool.query(`update callback set filter = '{"segment_types": 5}' where id = $1`, [
    callback,
  ])
  const events = await emitMany(stack)
  await delivered(stack.other, events)
  t.equal(partner.got.length, 0)
  await sweepGoesOn(stack)

  const [first, ...more] = stack.logged('error')
  t.match(first, { callback, error: /its filter fails/ })
  t.ok(events.some(({ id }) => id === first?.['event']))
  t.same(more, [], 'it was suspended at once, and its filter is not asked again')
  t.match((await serviceStatus(stack.database.pool)).quarantined, [{ callback, event: first?.['event'] }])
  t.match(
    (await stack.dead('events')).output,
    new RegExp(`${first?.['event']} *${callback} .* its filter fails`),
  )
  t.match((await stack.request(path)).json, { status: 'Disabled', disabled_reason: 'suspended' })
  t.equal(await stack.count('callback_mail', "kind = 'disabled' and reason = 'suspended'"), 1)

  await stack.request(path, { method: 'PATCH', body: { filter: null, status: 'Active' } })
  t.same((await serviceStatus(stack.database.pool)).quarantined, [])
  const { json } = await stack.request(`${path}/replay`, { method: 'POST', body: { only: 'undelivered' } })
  t.match(json, { count: events.length + 1 }, 'what it missed can be replayed')
  await delivered(partner, events)
})

t.test('an event that no delivery can be made of', { timeout: 180_000 }, async (t) => {
  const stack = await setup(t)
  const { pool } = stack.database
  const before = await stack.emit([MEMBERS[0]!], 'segment.created')
  await delivered(stack.other, before)
  const [bad] = await stack.commit([MEMBERS[0]!], 'segment.created')
  await stack.refuse(`new.event_id = '${bad!.id}'`)
  await stack.announce([bad!])
  const events = await emitMany(stack)
  for (const to of [stack.partner, stack.other]) await delivered(to, events)
  t.notOk(stack.other.ids().includes(bad!.id))
  t.match(stack.logged('error'), [{ event: bad!.id, error: { message: 'missing chunk number 0' } }])
  t.match(await stack.dead('events'), { code: 0, output: new RegExp(`${bad!.id} .* missing chunk number 0`) })
  t.match((await serviceStatus(pool)).quarantined, [{ event: bad!.id, callback: '' }])
  t.equal(await stack.count('callback', "status = 'Disabled'"), 0)

  const release = ['release', bad!.id, '--because', 'the cause is gone'] as const
  t.match(await stack.dead(...release), {
    code: 1,
    output: /failed again and stays quarantined: missing chunk/,
  })
  await stack.accept()
  t.match(await stack.dead(...release), { code: 0, output: `Event ${bad!.id} is released.` })
  for (const to of [stack.partner, stack.other]) await delivered(to, [bad!])
  t.match(await stack.dead(...release), { code: 1, output: /is not quarantined/ })
  t.equal(await stack.count('operator_command', "command = 'release' and requested_by = 'Ada'"), 1)
})

t.test('one whose notice was lost, before others of its member', { timeout: 180_000 }, async (t) => {
  const stack = await setup(t)
  const [member = ''] = MEMBERS
  const [bad] = await stack.commit([member], 'segment.created')
  await stack.refuse(`new.event_id = '${bad!.id}'`)
  const [lost] = await stack.commit([member], 'segment.created')
  const [announced] = await stack.emit([member], 'segment.created')
  await delivered(stack.other, [lost!, announced!])
  t.match(stack.logged('error'), [{ event: bad!.id }])
  const [unannounced] = await stack.commit([MEMBERS[1]!], 'segment.created')
  await stack.accept()
  await stack.refuse(`new.event_id = '${unannounced!.id}'`)
  await until(
    'the sweep quarantines',
    () => stack.logged('error').some(({ event }) => event === unannounced!.id),
    60_000,
  )
  await sweepGoesOn(stack)
})

t.test('a callback to which nothing can be delivered', { timeout: 180_000 }, async (t) => {
  const stack = await setup(t)
  await stack.refuse(`new.callback_id = ${stack.partnerCallback}`)
  const events = await emitMany(stack)
  await delivered(stack.other, events)
  t.match(stack.logged('error'), [{ callback: stack.partnerCallback, error: /missing chunk/ }])
  t.equal(await stack.count('quarantined_event', 'callback_id is null'), 0)
  t.equal(await stack.count('callback', "disabled_reason = 'suspended'"), 1)
})

t.test('while no delivery at all can be saved nothing is set aside', { timeout: 180_000 }, async (t) => {
  const stack = await setup(t)
  await stack.refuse('true')
  const events = await emitMany(stack)
  const retries = (): number => stack.logged('warn').filter(({ events: count }) => count !== undefined).length
  await until('it is tried again', () => retries() >= 3)
  await stack.accept()
  // The pause before the next attempt has grown meanwhile.
  await delivered(stack.other, events, 60_000)
  t.same(stack.logged('error'), [])
  t.equal(await stack.count('quarantined_event'), 0)
  t.equal(await stack.count('callback', "status = 'Disabled'"), 0)
})
