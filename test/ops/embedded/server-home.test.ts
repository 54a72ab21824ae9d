import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { isReachable, serverHome } from '../../../ops/embedded/server-home.js'

t.test('data outside is not reused by a new clone, and must be copied with the data directory', (t) => {
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

  writeFileSync(join(home, 'data'), 'second')
  const copied = join(dir, 'home', 'copied')
  cpSync(clone, copied, { recursive: true })
  let target = ''
  try {
    serverHome(copied, account, bases)
  } catch (error) {
    const { message } = error as Error
    t.match(message, `DATA_DIR is ${copied}, but its data, last in ${home}, is not in `)
    target = /not in (\S+): copy that folder there/.exec(message)?.[1] ?? ''
  }
  cpSync(home, target, { recursive: true })
  t.equal(serverHome(copied, account, bases), target, 'a copy of both works')
  t.ok(existsSync(join(target, 'data')))
  t.end()
})
