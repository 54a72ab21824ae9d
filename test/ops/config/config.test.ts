import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { asEnvironment, ConfigError, readConfig, settingTable } from '../../../ops/config/config.js'
import { Settings } from '../../../ops/config/settings.js'
import { ROOT } from '../../../ops/config/paths.js'
import { shownSettings } from '../../../ops/config/shown-settings.js'
import { testTls } from '../../support/test-tls.js'
import { jsonLines } from '../../support/json-lines.js'
import { program } from '../../support/program.js'

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

t.test('values that require each other', async (t) => {
  t.throws(() => readConfig({ TLS_CERT: '/etc/hostname' }), /TLS_KEY is not set/)
  t.throws(() => readConfig({ TLS: 'proxy' }), /TRUSTED_PROXIES is not set/)
  t.throws(
    () => readConfig({ TLS_CERT: '/no/such/file', TLS_KEY: '/no/such/key' }),
    /TLS_CERT is \/no\/such\/file, which does not exist/,
  )
})

t.test('values of the right type that cannot be used are named, with their fix', async (t) => {
  const { cert, key } = await testTls()
  const dir = t.testdir({
    'server.crt': cert,
    'server.key': key,
    junk: 'no certificate',
    folder: {},
    'other.key': generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
  })
  const at = (name: string): string => join(dir, name)
  const pair = { TLS_CERT: at('server.crt'), TLS_KEY: at('server.key') }
  const invalid: Array<[given: Record<string, string>, message: RegExp]> = [
    [{ HOST: 'garbage..host' }, /^HOST is "garbage\.\.host": use an address/],
    [{ OPS_HOST: 'a b' }, /^OPS_HOST is "a b": use an address/],
    [{ TRUSTED_PROXIES: '10.0.0.1, abc' }, /^TRUSTED_PROXIES contains "abc": use addresses or networks/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES contains "10\.0\.0\.0\/33"/],
    [{ ...pair, TLS_CERT: at('junk') }, /^TLS_CERT is \S+junk, which contains no certificate: give/],
    [{ ...pair, TLS_KEY: at('junk') }, /^TLS_KEY is \S+junk, which contains no readable private key: give/],
    [{ ...pair, TLS_CERT: at('folder') }, /^TLS_CERT is \S+folder, which is a directory: give/],
    [
      { ...pair, TLS_KEY: at('other.key') },
      /^TLS_KEY is \S+other.key, which is not the key of the certificate in TLS_CERT: give/,
    ],
    [{ NATS_URL: 'nats://' }, /^NATS_URL contains a server without a host: use/],
    [
      { NATS_URL: 'nats://a:4222,b:4222' },
      /^NATS_URL contains a server without a host: use nats:\S+; write every server in full/,
    ],
    [{ DATABASE_URL: 'postgres://' }, /^DATABASE_URL contains no host: use postgres:/],
    [{ DATABASE_CONTROL_URL: 'postgres:///tripfold' }, /^DATABASE_CONTROL_URL contains no host/],
    [
      { LOG_FILE: '/nonexistent/x.log' },
      /^LOG_FILE is \/nonexistent\/x\.log, in a directory that does not exist: give/,
    ],
    [{ LOG_FILE: at('folder') }, /^LOG_FILE is \S+folder, which is a directory: give/],
    [{ DATA_DIR: at('junk') }, /^DATA_DIR is \S+junk, which is not a directory: give/],
    [{ NATS_SERVER_BIN: at('junk') }, /^NATS_SERVER_BIN is \S+junk, which is not executable: give/],
    [{ PORT: '9000', OPS_PORT: '9000' }, /^OPS_PORT is 9000, the same as PORT: use two different ports/],
    [{ BASE_URL: 'https://a b' }, /^BASE_URL is "https:\/\/a b": use https:/],
    [{ AUTH_URL: 'https://a?x=1' }, /^AUTH_URL is "https:\/\/a\?x=1": use https:/],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL contains no host: use smtp:/],
    [{ MAIL_FROM: 'Tripfold' }, /^MAIL_FROM is "Tripfold": use an address/],
    [{ MAIL_FROM: 'Tripfold <nobody>' }, /^MAIL_FROM is "Tripfold <nobody>": use an address/],
    [{ OPERATOR_EMAIL: 'me' }, /^OPERATOR_EMAIL is "me": use an address/],
    [
      { STREAM_MAX_BYTES: '10' },
      /^STREAM_MAX_BYTES is 10, which is too small: use 0, or 4194304 \(4 MiB\) or more/,
    ],
    [{ FOLD_MEMORY_BYTES: '1' }, /^FOLD_MEMORY_BYTES is 1, which is too small: use 0, or 16777216/],
    [
      { FOLD_WORKERS: '3', FOLD_WORKERS_MAX: '2' },
      /^FOLD_WORKERS_MAX is 2, less than FOLD_WORKERS, which is 3: use/,
    ],
  ]
  for (const [given, message] of invalid) {
    const error: unknown = (() => {
      try {
        return readConfig(given)
      } catch (caught) {
        return caught
      }
    })()
    t.type(error, ConfigError, JSON.stringify(given))
    t.match(error instanceof Error ? error.message : '', message, JSON.stringify(given))
  }
  t.throws(
    () => readConfig({ HOST: 'a..b', SMTP_URL: 'smtp://', OPERATOR_EMAIL: 'me' }),
    /^HOST [^\n]+\nSMTP_URL [^\n]+\nOPERATOR_EMAIL [^\n]+$/,
    'all problems at once',
  )
})

t.test('unusual values that can be used', async (t) => {
  const dir = t.testdir({})
  for (const given of [
    {
      HOST: '::',
      OPS_HOST: 'localhost',
      TRUSTED_PROXIES: 'loopback,10.0.0.0/8, fd00::/8,192.168.0.0/255.255.0.0',
    },
    { HOST: '10.0.0.1', PORT: '9000', OPS_HOST: '127.0.0.1', OPS_PORT: '9000' },
    { NATS_URL: 'tls://u:p@a:4222, tls://b', DATABASE_URL: 'postgres:///tripfold?host=/var/run/postgresql' },
    { DATA_DIR: join(dir, 'new'), LOG_FILE: join(dir, 'new', 'x.log') },
    {
      LOG_FILE: '/dev/null',
      BASE_URL: 'https://API.example.com:443',
      FOLD_WORKERS: '2',
      FOLD_WORKERS_MAX: '2',
    },
  ])
    t.doesNotThrow(() => readConfig(given), JSON.stringify(given))
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
    t.match(stderr, /The only option is --role=NAME with one of api, fold, deliver/)
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
