/**
 * `npm run bench`, `demo`, `drill` and `fold` print help, and start nothing, if they are asked for it or given wrong
 * options.
 */
import { spawnSync } from 'node:child_process'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { program } from '../support/program.js'

t.setTimeout(120_000)

const PROGRAMS = {
  bench: 'test/bench/bench.ts',
  demo: 'test/demo/demo.ts',
  drill: 'test/drill/restore-drill.ts',
  fold: 'ops/fold.ts',
}
type Command = keyof typeof PROGRAMS

function run(command: Command, ...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program(PROGRAMS[command]), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: t.testdir({}) },
  })
  return { code: status, stdout, stderr }
}

t.test('--help prints the usage and exits with 0', async (t) => {
  for (const command of ['bench', 'demo', 'fold'] as const) {
    const { code, stdout, stderr } = run(command, '--help')
    t.equal(code, 0, command)
    t.match(stdout, new RegExp(`^usage: npm run ${command} -- `))
    t.equal(stderr, '')
  }
})

t.test('wrong options print the error and the usage', async (t) => {
  const cases: Array<[command: Command, args: string[], code: number, message: RegExp]> = [
    ['bench', ['nothing'], 64, /^There is no benchmark "nothing"\.\n\nusage: /],
    ['demo', ['--members', '0'], 64, /^--members must be a whole number above 0, not "0"\.\n\nusage: /],
    ['demo', ['--colour'], 64, /^Unknown option '--colour'\.\n\nusage: /],
    ['drill', ['--only', 'strem'], 64, /^--only must be one of dump, base, stream, not "strem"\.\n\n/],
    ['fold', ['--colour'], 2, /^Unknown option '--colour'\.\n\nusage: /],
  ]
  for (const [command, args, code, message] of cases) {
    const result = run(command, ...args)
    t.equal(result.code, code, `${command} ${args.join(' ')}`)
    t.match(result.stderr, message)
  }
})
