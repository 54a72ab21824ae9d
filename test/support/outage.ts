/** Takes a server away from roles that run apart, gives it back, and checks what clients and operators see. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import { isAlive } from '../../ops/process/process-info.js'
import { clientLoad } from './client-load.js'
import type { RolesApart } from './roles-apart.js'
import { until } from './until.js'

export interface Outage {
  name: string
  seconds: number
  takeAway: () => Promise<unknown>
  giveBack: () => Promise<unknown>
  /** Seconds after its return within which everything is normal. */
  normalWithin: number
}

const POST_EVERY_MS = 250
/** PUBLISH_DEADLINE_MS and a little. */
const ANSWER_DEADLINE_MS = 11_500

/** Returns how many batches were accepted. */
export async function sufferOutage(t: Test, roles: RolesApart, outage: Outage): Promise<number> {
  const { name, normalWithin } = outage
  const load = clientLoad(roles.post, POST_EVERY_MS)
  await until('a batch is accepted before the outage', () =>
    load.answers.some(({ status }) => status === 202),
  )
  await outage.takeAway()
  const awayAt = performance.now()
  for (const one of roles.processes)
    await until(
      `/readyz of ${one.role} is 503 while ${name} is away`,
      async () => (await one.readiness())?.status === 503,
    )
  await delay(Math.max(0, outage.seconds * 1_000 - (performance.now() - awayAt)))
  await outage.giveBack()
  const backAt = performance.now()
  const isNormal = async (): Promise<boolean> => {
    const states = await Promise.all(roles.processes.map(async (one) => await one.readiness()))
    const accepted = load.answers.some(({ status, at }) => status === 202 && at > backAt)
    return accepted && states.every((state) => state?.status === 200)
  }
  await until(`all is normal after ${name} is back`, isNormal, normalWithin * 1_000)
  t.comment(`${name}: normal ${Math.round(performance.now() - backAt)} ms after its return`)
  await load.stop()

  t.same(load.failures, [], 'every request was answered')
  t.same(
    load.answers.filter(({ status }) => status !== 202 && status !== 503),
    [],
    'with 202 or 503',
  )
  const refused = load.answers.filter(({ status }) => status === 503)
  t.ok(refused.length > 0, `${refused.length} were answered 503 while ${name} was away`)
  t.same(
    refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0)),
    [],
    'each 503 says when to retry',
  )
  const slowest = Math.round(Math.max(...load.answers.map(({ ms }) => ms)))
  t.ok(slowest < ANSWER_DEADLINE_MS, `the slowest answer took ${slowest} ms`)
  for (const { role, child, output } of roles.processes)
    t.ok(child.pid !== undefined && isAlive(child.pid), `the ${role} process lives`, {
      output: output().slice(-2_000),
    })
  return load.answers.filter(({ status }) => status === 202).length
}
