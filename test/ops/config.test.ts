import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { asEnvironment, ConfigFault, describeConfig, readConfig, Settings, settingTable } from '../../ops/config.js'
import { ROOT } from '../../ops/paths.js'

t.test('nothing set means the defaults; empty counts as not set', async t => {
  const config = readConfig({ PORT: '', LOG_LEVEL: ' ' })
  t.equal(config.PORT, 8443)
  t.equal(config.LOG_LEVEL, 'info')
  t.equal(config.FOLD_THREADS, 0)
  t.match(config.DATA_DIR, /\.tripfold$/)
})

t.test('every wrong variable is named, with its mend', async t => {
  const wrong = { PORT: '80x', TLS: 'off', DEV: 'perhaps', NATS_URL: 'http://127.0.0.1', SECRET_KEY: 'short', PARTITIONS: '0', BASE_URL: 'http://x' }
  try {
    readConfig(wrong)
    t.fail('it was taken')
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error
    t.same(error.faults.map(fault => fault.name).sort(), Object.keys(wrong).sort())
    t.match(error.message, 'PORT is "80x": use a whole number from 1 to 65535')
    t.match(error.message, 'TLS is "off": use one of on, proxy')
    t.match(error.message, 'DEV is "perhaps": use true or false')
    t.notMatch(error.message, 'short', 'a secret is not repeated')
  }
})

t.test('values that only fit together', async t => {
  t.throws(() => readConfig({ TLS_CERT: '/etc/hostname' }), /TLS_KEY is not set/)
  t.throws(() => readConfig({ TLS: 'proxy' }), /TRUSTED_PROXIES is not set/)
  t.throws(() => readConfig({ TLS_CERT: '/no/such/file', TLS_KEY: '/no/such/key' }), /TLS_CERT names \/no\/such\/file, which does not exist/)
})

t.test('secrets are masked where settings are shown', async t => {
  const text = describeConfig(readConfig({ DATABASE_URL: 'postgres://tf:hunter2@db.example:5432/tripfold', SECRET_KEY: 'x'.repeat(40), SMTP_URL: 'smtp://a:swordfish@mail.example' }))
  t.notMatch(text, /hunter2|swordfish|xxxx/)
  t.match(text, 'postgres://tf:***@db.example:5432/tripfold')
})

t.test('a configuration survives the way through the environment of a child', async t => {
  const config = readConfig({ DATABASE_URL: 'postgres://a@b/c', DEV: 'yes', PORT: '9443', FOLD_WORKERS: '3' })
  t.same(readConfig(asEnvironment(config)), config)
})

t.test('every setting says what it is for', async t => {
  t.same(settingTable().map(row => row.name), Object.keys(Settings.properties))
  t.ok(settingTable().every(row => row.about.length > 10))
})

t.test('a start with a wrong value ends with 78 and touches nothing', async t => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'ops/start.ts'], { cwd: ROOT, encoding: 'utf8', env: { ...process.env, PORT: 'many', DATA_DIR: t.testdir() } })
  t.equal(status, 78)
  t.equal(stderr.trim(), 'PORT is "many": use a whole number from 1 to 65535')
})

t.test('a role that runs alone says what it is missing', async t => {
  const environment = { ...process.env, DATABASE_URL: '', NATS_URL: '', SECRET_KEY: '', DATA_DIR: t.testdir() }
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'ops/start.ts', '--role=fold'], { cwd: ROOT, encoding: 'utf8', env: environment })
  t.equal(status, 78)
  t.match(stderr, 'DATABASE_URL is not set')
  t.match(stderr, 'NATS_URL is not set')
})

t.test('the README has every setting as it is', async t => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  for (const { name, usual, about } of settingTable()) {
    t.ok(readme.includes(`| \`${name}\` | ${usual === '' ? '' : `\`${usual}\``} | ${about} |`), `${name}: npm run cli -- config --markdown`)
  }
})
