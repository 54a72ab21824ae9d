/** Poison messages (workers/DESIGN.md 7: 19). */
import type { Test } from 'tap'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { nextBatch } from '../support/fold/fold-stack.js'
import { until } from '../support/until.js'
import { onLab, quick, type Fault, type World } from './fault.js'
import type { Lab } from './lab.js'

/** Workers that a message may crash before it is found (workers/DESIGN.md 5). */
const DEATHS = 2

export const poison: Fault = {
  number: 19,
  name: 'poison: invalid JSON, a fold that throws, a fold that crashes its process',
  short: true,
  run: onLab({}, poisoned),
}

async function poisoned(lab: Lab, t: Test, world: World): Promise<void> {
  const [garbled = '', failing = '', crashing = ''] = lab.spare
  const { stack } = lab
  for (const member of lab.spare) await stack.send(member, { n: 0 }, { count: 2 })
  await stack.publisher.publish(
    new TextEncoder().encode('{"v":1\nthis is not JSON'),
    memberSubject(garbled),
    nextBatch(),
  )
  await stack.send(failing, { n: 1, fail: true }, { count: 2 })
  const parked = async (): Promise<Array<{ member: string; reason: string }>> =>
    (
      await stack.pool.query<{ member: string; reason: string }>(
        'select member_id::text as member, reason from parked_member order by parked_member.member_id',
      )
    ).rows
  await until('two members are parked', async () => (await parked()).length === 2)
  quick(t, world, lab.stall(), 1_000, 'a failing message delays no other member')

  await stack.send(crashing, { n: 1, die: true }, { count: 2 })
  let deaths = 0
  await until(
    'the crashing message is found',
    async () => {
      for (const [name, worker] of lab.workers) {
        if (worker.child.signalCode === null) continue
        deaths += 1
        await lab.kill(name)
        await lab.startWorker()
      }
      return (await parked()).length >= 3
    },
    60_000,
  )
  t.same(
    (await parked()).map((one) => one.member),
    lab.spare,
    'and no other member is parked',
  )
  t.ok(deaths <= DEATHS, `it crashed ${deaths} workers`)
  for (const member of lab.spare) await stack.send(member, { n: 2 }, { count: 2 })
  await until(
    'later messages wait behind the first',
    async () =>
      (await stack.pool.query<{ count: number }>('select count(*) from parked_message')).rows[0]?.count === 6,
  )
  t.same(
    (await parked()).map((one) => one.reason),
    ['decode', 'fold', 'crash'],
    'each with its reason',
  )
  lab.stall()
  await lab.load(1)
  quick(t, world, lab.stall(), 500, 'the other members go on')
}
