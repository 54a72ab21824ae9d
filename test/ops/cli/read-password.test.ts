/** Passwords come by file or standard input, where no list of processes shows them. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { readPassword } from '../../../ops/cli/read-password.js'
import { ROOT } from '../../../ops/config/paths.js'
import { program } from '../../support/program.js'
import { operatorCli } from '../../support/run-cli.js'

const PASSWORD = 'words & a "quote"'

t.test('the first line of a file, and something new without one', async (t) => {
  const file = join(t.testdir({ password: `${PASSWORD}\r\nnot this\n` }), 'password')
  t.equal(await readPassword(file), PASSWORD)
  const [one, other] = [await readPassword(undefined), await readPassword(undefined)]
  t.match(one, /^[\w-]{16}$/)
  t.not(one, other)
})

t.test('standard input', async (t) => {
  await operatorCli(t)
  const call = 'member add --email ann@mail.example --first-name Ann --last-name Lee --password-from - --json'
  const running = promisify(execFile)(process.execPath, [...program('ops/cli.ts'), ...call.split(' ')], {
    cwd: ROOT,
    env: process.env,
  })
  running.child.stdin?.end(`${PASSWORD}\n`)
  t.match(JSON.parse((await running).stdout), { password: PASSWORD })
})
