/** `DEV` is only a default where nobody else can reach anything. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { readConfig } from '../../../ops/config/config.js'
import { isLocalOnly } from '../../../ops/config/development.js'
import { ROOT, dataFiles } from '../../../ops/config/paths.js'
import { program } from '../../support/program.js'
import { stackEnvironment } from '../../support/stack.js'

const taken = createServer()
taken.listen(0, '127.0.0.1')
await once(taken, 'listening')
const { port } = taken.address() as AddressInfo
t.teardown(() => {
  taken.close()
})

/** DEV as a start logs it, which then ends because its operations port is taken. */
const logged = async (dir: string, given: Record<string, string>): Promise<string | undefined> => {
  const child = spawn(process.execPath, program('ops/start.ts'), {
    cwd: ROOT,
    env: stackEnvironment(dir, { OPS_PORT: String(port), ...given }),
    stdio: 'ignore',
  })
  await once(child, 'close')
  const log = readFileSync(dataFiles(dir).log, 'utf8')
  return [...log.matchAll(/"DEV":"(\w+)"/g)].at(-1)?.[1]
}

t.test('DEV of a start on embedded servers', async (t) => {
  const dir = t.testdir()
  t.equal(await logged(dir, {}), 'true', 'everything listens on 127.0.0.1')
  t.equal(await logged(dir, { HOST: '0.0.0.0' }), 'false', 'the public port does not')
  t.equal(await logged(dir, { HOST: '0.0.0.0', DEV: 'true' }), 'true', 'asked for')
})

t.test('who can reach the ports', (t) => {
  const isLocal = (given: Record<string, string>): boolean => isLocalOnly(readConfig(given))
  t.ok(isLocal({}))
  t.ok(isLocal({ HOST: 'localhost', OPS_HOST: '::1' }))
  t.notOk(isLocal({ HOST: '::' }))
  t.notOk(isLocal({ HOST: 'tripfold.example' }))
  t.notOk(isLocal({ OPS_HOST: '10.0.0.5' }), 'the operations port counts too')
  t.notOk(isLocal({ TLS: 'proxy', TRUSTED_PROXIES: '127.0.0.1' }), 'a proxy brings requests of others')
  t.end()
})
