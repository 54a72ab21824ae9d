import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { asEnvironment, ConfigError, readConfig, settingTable } from '../../../ops/config/config.js'
import { Settings } from '../../../ops/config/settings.js'
import { ROOT } from '../../../ops/config/paths.js'
import { shownSettings } from '../../../ops/config/shown-settings.js'
import { testAuthority } from '../../support/certificates.js'
import { jwtUser, nkeyUser } from '../../support/nats-users.js'
import { jsonLines } from '../../support/json-lines.js'
import { program } from '../../support/program.js'
import { textCases } from '../../support/text-cases.js'

t.test('nothing set means the defaults; empty counts as not set', async (t) => {
  const config = readConfig({ PORT: '', LOG_LEVEL: ' ' })
  t.equal(config.PORT, 8443)
  t.equal(config.LOG_LEVEL, 'info')
  t.equal(config.FOLD_THREADS, '')
  t.match(config.DATA_DIR, /\.tripfold$/)
})

t.test('every invalid variable is named, with its fix', async (t) => {
  const invalid = {
    PORT: '80x',
    TLS: 'off',
    DEV: 'perhaps',
    NATS_URL: 'http://127.0.0.1',
    SECRET_KEY: 'short',
    PARTITIONS: '0',
    BASE_URL: 'http://x',
  }
  try {
    readConfig(invalid)
    t.fail('accepted')
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    t.same(error.problems.map((problem) => problem.name).sort(), Object.keys(invalid).sort())
    t.match(error.message, 'PORT is "80x": use a whole number from 1 to 65535')
    t.match(error.message, 'TLS is "off": use one of on, proxy')
    t.match(error.message, 'DEV is "perhaps": use true or false')
    t.notMatch(error.message, 'short', 'a secret is not repeated')
  }
})

/** Lines of `NAME=value`. */
function settingsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]),
  )
}

/**
 * Settings with the start's answer, from cases.txt: what is wrong and how to fix it, or that they can be used. `~` is a
 * folder with the files below.
 */
t.test('each setting that cannot be used is named, with its fix', async (t) => {
  const authority = await testAuthority('authority of a test')
  const [server, other] = [
    await authority.issue({ name: 'server' }),
    await authority.issue({ name: 'other' }),
  ]
  const dir = t.testdir({
    'ca.crt': authority.ca,
    'server.crt': server.cert,
    'server.key': server.key,
    'other.key': other.key,
    'user.creds': jwtUser().creds,
    'user.nk': nkeyUser().seed,
    junk: 'nothing of the kind',
    folder: {},
  })
  const cases = textCases(new URL('./cases.txt', import.meta.url)).map((one) =>
    one.map((text) => text.replaceAll('~/', `${dir}/`)),
  )
  const answers = cases.map(([given = '']) => {
    try {
      readConfig(settingsOf(given))
      return 'can be used'
    } catch (error) {
      return error instanceof ConfigError ? error.message : String(error)
    }
  })
  t.same(
    cases.map(([given], i) => `${given}\n> ${answers[i]}`),
    cases.map((one) => one.join('\n> ')),
  )
})

t.test('secrets are masked where settings are shown', async (t) => {
  const text = JSON.stringify(
    shownSettings(
      readConfig({
        DATABASE_URL: 'postgres://tf:hunter2@db.example:5432/tripfold',
        SECRET_KEY: 'x'.repeat(40),
        SMTP_URL: 'smtp://a:swordfish@mail.example',
      }),
    ),
  )
  t.notMatch(text, /hunter2|swordfish|xxxx/)
  t.match(text, 'postgres://tf:***@db.example:5432/tripfold')
})

t.test('a configuration survives the environment of a child process', async (t) => {
  const config = readConfig({ DATABASE_URL: 'postgres://a@b/c', DEV: 'yes', PORT: '9443', FOLD_WORKERS: '3' })
  t.same(readConfig(asEnvironment(config)), config)
})

t.test('every setting has a description', async (t) => {
  t.same(
    settingTable().map((row) => row.name),
    Object.keys(Settings.properties),
  )
  t.ok(settingTable().every((row) => row.description.length > 10))
})

t.test('a start with an invalid value exits with 78 and touches nothing', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, program('ops/start.ts'), {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PORT: 'many', DATA_DIR: t.testdir() },
  })
  t.equal(status, 78)
  t.equal(stderr.trim(), 'PORT is "many": use a whole number from 1 to 65535')
})

t.test('a start with unknown arguments prints the known ones and exits with 64', (t) => {
  for (const args of [['--foo'], ['--role'], ['all']]) {
    const { status, stderr } = spawnSync(process.execPath, [...program('ops/start.ts'), ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: t.testdir() },
    })
    t.equal(status, 64, args.join(' '))
    t.match(stderr, /The only option is --role=NAME with one of api, fold, deliver, jobs/)
    t.notMatch(stderr, /ERR_PARSE_ARGS|^ +at /m)
  }
  t.end()
})

t.test('a role on its own names the missing settings', async (t) => {
  const environment = {
    ...process.env,
    DATABASE_URL: '',
    NATS_URL: '',
    SECRET_KEY: '',
    DATA_DIR: t.testdir(),
  }
  const { status, stdout } = spawnSync(process.execPath, [...program('ops/start.ts'), '--role=fold'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: environment,
  })
  t.equal(status, 78)
  t.match(jsonLines(stdout), [
    { setting: 'DATABASE_URL', msg: /^DATABASE_URL is not set/ },
    { setting: 'NATS_URL', msg: /^NATS_URL is not set/ },
    { setting: 'SECRET_KEY' },
  ])
})

t.test('settings.md lists every setting as it is', async (t) => {
  const document = readFileSync(join(ROOT, 'ops', 'docs', 'settings.md'), 'utf8')
  for (const { name, defaultValue, description } of settingTable()) {
    const shownDefault = defaultValue === '' ? '' : `\`${defaultValue}\``
    t.ok(
      document.includes(`| \`${name}\` | ${shownDefault} | ${description} |`),
      `${name}: npm run cli -- config --markdown`,
    )
  }
})
