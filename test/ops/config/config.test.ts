import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  asEnvironment,
  ConfigError,
  describeConfig,
  readConfig,
  Settings,
  settingTable,
} from '../../../ops/config/config.js'
import { ROOT } from '../../../ops/config/paths.js'
import { testTls } from '../../support/test-tls.js'

t.test('nothing set means the defaults; empty counts as not set', async (t) => {
  const config = readConfig({ PORT: '', LOG_LEVEL: ' ' })
  t.equal(config.PORT, 8443)
  t.equal(config.LOG_LEVEL, 'info')
  t.equal(config.FOLD_THREADS, 0)
  t.match(config.DATA_DIR, /\.tripfold$/)
})

t.test('every wrong variable is named, with its mend', async (t) => {
  const wrong = {
    PORT: '80x',
    TLS: 'off',
    DEV: 'perhaps',
    NATS_URL: 'http://127.0.0.1',
    SECRET_KEY: 'short',
    PARTITIONS: '0',
    BASE_URL: 'http://x',
  }
  try {
    readConfig(wrong)
    t.fail('it was taken')
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    t.same(error.problems.map((fault) => fault.name).sort(), Object.keys(wrong).sort())
    t.match(error.message, 'PORT is "80x": use a whole number from 1 to 65535')
    t.match(error.message, 'TLS is "off": use one of on, proxy')
    t.match(error.message, 'DEV is "perhaps": use true or false')
    t.notMatch(error.message, 'short', 'a secret is not repeated')
  }
})

t.test('values that only fit together', async (t) => {
  t.throws(() => readConfig({ TLS_CERT: '/etc/hostname' }), /TLS_KEY is not set/)
  t.throws(() => readConfig({ TLS: 'proxy' }), /TRUSTED_PROXIES is not set/)
  t.throws(
    () => readConfig({ TLS_CERT: '/no/such/file', TLS_KEY: '/no/such/key' }),
    /TLS_CERT names \/no\/such\/file, which does not exist/,
  )
})

t.test('values of the right form that cannot be used, each named with its mend', async (t) => {
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
  const wrong: Array<[given: Record<string, string>, says: RegExp]> = [
    [{ HOST: 'garbage..host' }, /^HOST is "garbage\.\.host": use an address/],
    [{ OPS_HOST: 'a b' }, /^OPS_HOST is "a b": use an address/],
    [{ TRUSTED_PROXIES: '10.0.0.1, abc' }, /^TRUSTED_PROXIES has "abc": use addresses or networks/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES has "10\.0\.0\.0\/33"/],
    [{ ...pair, TLS_CERT: at('junk') }, /^TLS_CERT names \S+junk, which has no certificate: name/],
    [
      { ...pair, TLS_KEY: at('junk') },
      /^TLS_KEY names \S+junk, which has no private key that can be read: name/,
    ],
    [{ ...pair, TLS_CERT: at('folder') }, /^TLS_CERT names \S+folder, which is a folder: name/],
    [
      { ...pair, TLS_KEY: at('other.key') },
      /^TLS_KEY names \S+other.key, which is not the key of the certificate in TLS_CERT: name/,
    ],
    [{ NATS_URL: 'nats://' }, /^NATS_URL has a server without a host: use/],
    [
      { NATS_URL: 'nats://a:4222,b:4222' },
      /^NATS_URL has a server without a host: use nats:\S+, each of several in full/,
    ],
    [{ DATABASE_URL: 'postgres://' }, /^DATABASE_URL names no host: use postgres:/],
    [{ DATABASE_CONTROL_URL: 'postgres:///tripfold' }, /^DATABASE_CONTROL_URL names no host/],
    [
      { LOG_FILE: '/nonexistent/x.log' },
      /^LOG_FILE is \/nonexistent\/x\.log, in a folder that is not there: name/,
    ],
    [{ LOG_FILE: at('folder') }, /^LOG_FILE is \S+folder, which is a folder: name/],
    [{ DATA_DIR: at('junk') }, /^DATA_DIR is \S+junk, which is no folder: name/],
    [{ NATS_SERVER_BIN: at('junk') }, /^NATS_SERVER_BIN names \S+junk, which is no program: name/],
    [{ PORT: '9000', OPS_PORT: '9000' }, /^OPS_PORT is 9000, as PORT is: use two different ports/],
    [{ BASE_URL: 'https://a b' }, /^BASE_URL is "https:\/\/a b": use https:/],
    [{ AUTH_URL: 'https://a?x=1' }, /^AUTH_URL is "https:\/\/a\?x=1": use https:/],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL names no host: use smtp:/],
    [{ MAIL_FROM: 'Tripfold' }, /^MAIL_FROM is "Tripfold": use an address/],
    [{ MAIL_FROM: 'Tripfold <nobody>' }, /^MAIL_FROM is "Tripfold <nobody>": use an address/],
    [{ OPERATOR_EMAIL: 'me' }, /^OPERATOR_EMAIL is "me": use an address/],
    [
      { STREAM_MAX_BYTES: '10' },
      /^STREAM_MAX_BYTES is 10, which is too little to work with: use 0, or 4194304 \(4 MiB\) or more/,
    ],
    [
      { FOLD_MEMORY_BYTES: '1' },
      /^FOLD_MEMORY_BYTES is 1, which is too little to work with: use 0, or 16777216/,
    ],
    [{ FOLD_WORKERS: '3', FOLD_WORKERS_MAX: '2' }, /^FOLD_WORKERS_MAX is 2, less than FOLD_WORKERS, 3: use/],
  ]
  for (const [given, says] of wrong) {
    const fault: unknown = (() => {
      try {
        return readConfig(given)
      } catch (error) {
        return error
      }
    })()
    t.type(fault, ConfigError, JSON.stringify(given))
    t.match(fault instanceof Error ? fault.message : '', says, JSON.stringify(given))
  }
  t.throws(
    () => readConfig({ HOST: 'a..b', SMTP_URL: 'smtp://', OPERATOR_EMAIL: 'me' }),
    /^HOST [^\n]+\nSMTP_URL [^\n]+\nOPERATOR_EMAIL [^\n]+$/,
    'all at once',
  )
})

t.test('what looks odd and can be used', async (t) => {
  const dir = t.testdir({})
  for (const given of [
    {
      HOST: '::',
      OPS_HOST: 'localhost',
      TRUSTED_PROXIES: 'loopback,10.0.0.0/8, fd00::/8,192.168.0.0/255.255.0.0',
    },
    { HOST: '10.0.0.1', PORT: '9000', OPS_HOST: '127.0.0.1', OPS_PORT: '9000' },
    { NATS_URL: 'nats://u:p@a:4222, tls://b', DATABASE_URL: 'postgres:///tripfold?host=/var/run/postgresql' },
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
  const text = describeConfig(
    readConfig({
      DATABASE_URL: 'postgres://tf:hunter2@db.example:5432/tripfold',
      SECRET_KEY: 'x'.repeat(40),
      SMTP_URL: 'smtp://a:swordfish@mail.example',
    }),
  )
  t.notMatch(text, /hunter2|swordfish|xxxx/)
  t.match(text, 'postgres://tf:***@db.example:5432/tripfold')
})

t.test('a configuration survives the way through the environment of a child', async (t) => {
  const config = readConfig({ DATABASE_URL: 'postgres://a@b/c', DEV: 'yes', PORT: '9443', FOLD_WORKERS: '3' })
  t.same(readConfig(asEnvironment(config)), config)
})

t.test('every setting says what it is for', async (t) => {
  t.same(
    settingTable().map((row) => row.name),
    Object.keys(Settings.properties),
  )
  t.ok(settingTable().every((row) => row.about.length > 10))
})

t.test('a start with a wrong value ends with 78 and touches nothing', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'ops/start.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PORT: 'many', DATA_DIR: t.testdir() },
  })
  t.equal(status, 78)
  t.equal(stderr.trim(), 'PORT is "many": use a whole number from 1 to 65535')
})

t.test('a start that is told more than it knows says what it knows', (t) => {
  for (const words of [['--foo'], ['--role'], ['all']]) {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'ops/start.ts', ...words], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: t.testdir() },
    })
    t.equal(status, 64, words.join(' '))
    t.match(stderr, /Known is --role=NAME with one of api, fold, deliver/)
    t.notMatch(stderr, /ERR_PARSE_ARGS|^ +at /m)
  }
  t.end()
})

t.test('a role that runs alone says what it is missing', async (t) => {
  const environment = {
    ...process.env,
    DATABASE_URL: '',
    NATS_URL: '',
    SECRET_KEY: '',
    DATA_DIR: t.testdir(),
  }
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'ops/start.ts', '--role=fold'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: environment,
  })
  t.equal(status, 78)
  t.match(stderr, 'DATABASE_URL is not set')
  t.match(stderr, 'NATS_URL is not set')
})

t.test('the README has every setting as it is', async (t) => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  for (const { name, usual, about } of settingTable()) {
    t.ok(
      readme.includes(`| \`${name}\` | ${usual === '' ? '' : `\`${usual}\``} | ${about} |`),
      `${name}: npm run cli -- config --markdown`,
    )
  }
})
