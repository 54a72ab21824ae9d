import t from 'tap'
import { runAll } from '../../../../ops/wiring/members/erasures.js'
import type { OpenErasure } from '../../../../schemas/person/erasure-store.js'
import { silentLog } from '../../../support/silent-log.js'

const erasure = (id: string): OpenErasure => ({ id, member: `10${id}`, email: null, isSecondPass: false })

t.test('an erasure that fails keeps no other one waiting', async (t) => {
  const ran: string[] = []
  const run = async (receipt: string): Promise<boolean> => {
    ran.push(receipt)
    if (receipt === '1') throw new Error('no answer')
    return await Promise.resolve(true)
  }
  await runAll([erasure('1'), erasure('2')], run, { log: silentLog(), isStopped: () => false })
  t.same(ran, ['1', '2'])
})

t.test('a process that stops begins no further erasure', async (t) => {
  const ran: string[] = []
  const run = async (receipt: string): Promise<boolean> => {
    ran.push(receipt)
    return await Promise.resolve(true)
  }
  await runAll([erasure('1'), erasure('2')], run, { log: silentLog(), isStopped: () => ran.length > 0 })
  t.same(ran, ['1'])
})
