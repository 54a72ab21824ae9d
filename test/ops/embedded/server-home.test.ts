import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { isReachable, serverHome } from '../../../ops/embedded/server-home.js'

t.test('data of a deleted clone is not reused by a new clone at the same path', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'tripfold-reach-'))
  t.teardown(() => {
    rmSync(dir, { recursive: true, force: true })
  })
  chmodSync(dir, 0o755)
  const bases = [join(dir, 'var')]
  mkdirSync(bases[0]!, { mode: 0o755 })
  const clone = join(dir, 'home', 'clone', '.tripfold')
  mkdirSync(join(dir, 'home'), { mode: 0o700 })
  mkdirSync(clone, { recursive: true })
  t.notOk(isReachable(clone), 'the server account cannot enter the home directory')
  const account = { name: 'somebody', uid: process.getuid!(), gid: process.getgid!() }
  const home = serverHome(clone, account, bases)
  t.match(home, bases[0]!)
  writeFileSync(join(home, 'data'), 'first')
  t.equal(serverHome(clone, account, bases), home)
  t.ok(existsSync(join(home, 'data')), 'the data is kept at the next start')
  rmSync(clone, { recursive: true })
  t.equal(serverHome(clone, account, bases), home)
  t.notOk(existsSync(join(home, 'data')), 'but not for another clone')
  t.end()
})
