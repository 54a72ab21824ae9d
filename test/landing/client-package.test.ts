/** The package as it is published: what is in it, and that a file which imports it compiles and runs. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'

const CLIENT = join(ROOT, 'api', 'client')
const CONSUMER = `import { createClient, TripfoldError } from '@tripfold/client'
import type { FeedLine, Trip, Written } from '@tripfold/client'
import { verifyWebhook } from '@tripfold/client/webhooks'

const client = createClient({
  baseUrl: 'https://api.example.com',
  token: 't',
  retries: 0,
  fetch: async () => new Response('[{"id":"1","segments":[{"type":"Air","origin":"LHR"}]}]'),
})
const lines: FeedLine[] = []
void (() => client.feed(lines))
for await (const trip of client.trips.past()) {
  const known: Trip = trip
  const [segment] = known.segments ?? []
  if (segment?.type === 'Air') console.log(known.id, segment.origin)
}
const named: (trip: Trip) => Promise<Written<Trip>> = ({ id }) => client.trips.update(id, { headline: 'A' })
void named
// @ts-expect-error: the types are there, and say what a trip does not have
void ((trip: Trip) => trip.planet)
await verifyWebhook('{}', {}, { secrets: 'whsec_AAAA' }).catch((error: Error) => console.log(error.name))
console.log(new TripfoldError(new Response(null, { status: 418 }), null).status)
`

t.test('what is packed is what package.json promises, compiles and runs', async (t) => {
  const folder = t.testdir({ package: {}, app: { 'main.ts': CONSUMER, 'package.json': '{"type":"module"}' } })
  const source = join(folder, 'package')
  for (const name of ['src', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE'])
    cpSync(join(CLIENT, name), join(source, name), { recursive: true })
  symlinkSync(join(CLIENT, 'node_modules'), join(source, 'node_modules'))
  const { NODE_OPTIONS: _loaders, ...env } = process.env
  const run = (cwd: string, command: string, ...words: string[]): string =>
    execFileSync(command, words, { cwd, env, encoding: 'utf8' })

  run(source, 'npm', 'run', '--silent', 'build')
  // Tested above: what is packed is already built.
  const packed = JSON.parse(
    run(source, 'npm', 'pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', folder),
  ) as Array<{ filename: string; files: Array<{ path: string }>; size: number }>
  const { filename, files, size } = packed[0]!
  const [, stated] = /at most (\d+) kB/.exec(readFileSync(join(source, 'README.md'), 'utf8'))!
  t.ok(size <= Number(stated) * 1_000, `the README says how large it is: ${size} bytes`)
  const published = spawnSync('npm', ['publish', '--dry-run', '--offline', join(folder, filename)], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  t.equal(published.status, 0, published.stderr)
  const warnings = published.stderr.split('\n').filter((line) => /^npm (warn|error)/i.test(line))
  t.same(
    warnings.filter((line) => !/logged in/.test(line)),
    [],
    'npm has nothing to say against it',
  )
  const paths = files.map(({ path }) => path)
  const { exports } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    exports: Record<string, Record<string, string>>
  }
  for (const target of Object.values(exports).flatMap((one) => Object.values(one)))
    t.ok(paths.includes(target.slice(2)), `${target} is in it`)
  t.same(
    paths.filter((path) => !path.startsWith('dist/')),
    ['LICENSE', 'README.md', 'package.json'],
    'no sources, tests or settings',
  )

  const app = join(folder, 'app')
  const installed = join(app, 'node_modules', '@tripfold', 'client')
  mkdirSync(installed, { recursive: true })
  run(folder, 'tar', '-xzf', filename, '-C', installed, '--strip-components=1')
  const options = { module: 'nodenext', target: 'es2022', strict: true, lib: ['es2023', 'dom'], types: [] }
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
  run(app, join(CLIENT, 'node_modules', '.bin', 'tsc'), '-p', '.')
  t.equal(run(app, process.execPath, 'main.js'), '1 LHR\nWebhookVerificationError\n418\n')
})
