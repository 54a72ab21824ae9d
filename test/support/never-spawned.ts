/**
 * A program that supervises a process which cannot be spawned, stops it fifty times, and prints how many signals it got
 * itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { superviseProcess } from '../../ops/supervisor/child-process.js'
import { silentLog } from './silent-log.js'

let signals = 0
process.on('SIGTERM', () => {
  signals += 1
})
process.execPath = '/nowhere/node'
for (let i = 0; i < 50; i++) {
  const never = superviseProcess({
    name: 'never',
    program: { file: '/nowhere', execArgv: [] },
    args: [],
    environment: process.env,
    log: silentLog(),
  })
  await never.stop()
}
await sleep(100)
console.log(signals)
