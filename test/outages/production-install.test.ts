/** The product as a server gets it: without packages of development, and without any install script. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { isProductionInstall } from '../../ops/bootstrap/installed.mjs'
import type { LockedPackage } from '../../ops/bootstrap/installed.mjs'
import { ROOT } from '../../ops/config/paths.js'
import { paste, firstTripCommands, stackEnvironment, stackFolder, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(600_000)

const NOT_COPIED = new Set(['node_modules', '.git', '.tripfold', '.tap'])

t.test('npm ci --omit=dev --ignore-scripts runs the product', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tripfold-production-'))
  t.teardown(() => {
    rmSync(root, { recursive: true, force: true })
  })
  cpSync(ROOT, root, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) })
  const dir = stackFolder(t)
  const env = stackEnvironment(dir)
  const run = async (command: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(command, args, { cwd: root, env, maxBuffer: 64 * 2 ** 20 })).stdout
  await run('npm', 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const isProduction = (): boolean => isProductionInstall(packages, join(root, 'node_modules'))
  t.ok(isProduction())
  t.notOk(existsSync(join(root, 'node_modules', 'typescript')))

  const stack = await startStack(t, dir, {}, root)
  const { post, get } = firstTripCommands(stack)
  t.match(JSON.parse(await paste(post)), [{ type: 'Air' }, { type: 'Air' }])
  await until('the trip is there', async () => (await paste(get)).includes('"segment_count":2'))
  t.match(await run('node', 'ops/bootstrap.mjs', 'cli', 'status', '--once'), 'fold-1')
  t.match(await run('node', 'ops/bootstrap.mjs', 'licences'), /^MIT \(\d+\)$/m)
  t.notMatch(stack.printed(), 'Installing the packages')
  t.ok(isProduction(), 'nothing was added to what was installed')
})
