import t from 'tap'
import { receiver, status } from '../support/receiver.js'
import { until } from '../support/until.js'
import { webhookStack } from '../support/webhooks.js'
import { workerProcess } from '../support/worker-process.js'

// Each process of its own takes seconds to start on a busy machine.
t.setTimeout(120_000)

t.test('workers killed again and again: everything arrives, and only what was in flight comes twice', async t => {
  const stack = await webhookStack(t)
  const endpoints = await Promise.all(Array.from({ length: 3 }, async () => await receiver(t)))
  const maxInFlight = 5
  const members = Array.from({ length: 20 }, (_, i) => String(500 + i))
  for (const member of members) await stack.member(member)
  for (const one of endpoints) {
    one.reply((_got, response) => { setTimeout(() => { response.writeHead(200).end() }, 4) })
    await stack.callback({ url: one.url, maxInFlight })
  }
  let workers = await Promise.all([workerProcess(stack), workerProcess(stack)])
  t.teardown(() => { for (const one of workers) one.kill('SIGKILL') })
  const emitted: string[] = []
  const kills = 2
  for (let round = 0; round < kills + 1; round++) {
    const events = await stack.emit(Array.from({ length: 100 }, (_, i) => members[i % members.length] ?? ''))
    emitted.push(...events.map(event => event.id))
    const target = emitted.length * 0.5
    await until('half way', () => endpoints.every(one => one.got.length > target))
    if (round === kills) break
    const [victim, ...others] = workers
    victim?.kill('SIGKILL')
    workers = [...others, await workerProcess(stack)]
  }
  await until('everything', () => endpoints.every(one => new Set(one.ids()).size === emitted.length), 25_000)
  await until('the books closed', async () => await stack.count('delivery') === 0)
  for (const one of endpoints) {
    t.same([...new Set(one.ids())].sort(), [...emitted].sort(), 'every event, under its id')
    const extra = one.got.length - emitted.length
    // A killed worker has up to maxInFlight posts out, and as many answered whose outcome was not written yet.
    t.ok(extra <= kills * 4 * maxInFlight, `${extra} repeats`)
  }
  t.equal(await stack.count('attempt', "state = 'delivered'") >= emitted.length * endpoints.length, true)
})

t.test('frozen, replaced, awake again: it sends nothing more', async t => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  await stack.callback({ url: partner.url, maxInFlight: 1 })
  partner.reply((_got, response) => { setTimeout(() => { response.writeHead(200).end() }, 30) })
  const first = await workerProcess(stack)
  t.teardown(() => { first.kill('SIGKILL') })
  const events = await stack.emit(Array.from({ length: 60 }, () => '11'))
  await until('some', () => partner.got.length >= 5)
  first.kill('SIGSTOP')
  const second = await workerProcess(stack)
  t.teardown(() => { second.kill('SIGKILL') })
  await until('the other goes on', () => partner.got.length >= 15)
  first.kill('SIGCONT')
  await until('all', () => new Set(partner.ids()).size === events.length)
  await until('the books closed', async () => await stack.count('delivery') === 0)
  t.ok(partner.got.length <= events.length + 3, `${partner.got.length - events.length} repeats`)
})

t.test('killed in the middle of one send: one extra at most, with the same id', async t => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  await stack.callback({ url: partner.url })
  partner.reply(() => undefined)
  const worker = await workerProcess(stack)
  const [event] = await stack.emit(['11'])
  await until('the send', () => partner.got.length === 1)
  worker.kill('SIGKILL')
  partner.reply(status(200))
  const second = await workerProcess(stack)
  t.teardown(() => { second.kill('SIGKILL') })
  await until('the delivery', async () => await stack.count('attempt', "state = 'delivered'") === 1)
  t.same(partner.ids(), [event?.id, event?.id])
})
