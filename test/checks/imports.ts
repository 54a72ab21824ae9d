/**
 * Holds the map of the rooms (README.md): `node --import tsx test/checks/imports.ts`. Finds forbidden
 * imports, circles and folders that import each other (types included), packages outside their room or
 * file, `process.env` outside the configuration, and crowded folders. Prints each finding with its fix;
 * exits 1 when there is one.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { twoWayFolders } from './two-way-folders.js'

const ROOMS = ['schemas', 'actors', 'db', 'api', 'workers', 'ops', 'test'] as const
type Room = (typeof ROOMS)[number]

const MAY_IMPORT: Record<Room, readonly Room[]> = {
  schemas: ['schemas'],
  actors: ['actors', 'schemas'],
  db: ['db', 'schemas'],
  api: ['api', 'schemas'],
  workers: ['workers', 'actors', 'schemas'],
  ops: ['schemas', 'actors', 'db', 'api', 'workers', 'ops'],
  test: ROOMS,
}

/**
 * Packages (or prefixes ending in `/`) that belong to one room or to named files, and the places they may
 * appear in.
 */
const PACKAGE_PLACES: ReadonlyArray<{ packages: RegExp; places: RegExp; because: string }> = [
  {
    packages: /^(nats|@nats-io\/.*)$/,
    places: /^(workers\/stream|ops|test)\//,
    because: 'the broker is spoken to in workers/stream alone',
  },
  {
    packages: /^piscina$/,
    places: /^(workers\/fold\/pool|workers\/jobs|api\/calendar)\/[^/]+\.ts$|^test\//,
    because: 'threads are made in workers/fold/pool, workers/jobs and api/calendar alone',
  },
  {
    packages: /^undici$/,
    places: /^(workers\/deliver\/.*|ops\/.*|test\/.*)$/,
    because: 'outgoing calls are made by the delivery alone',
  },
  { packages: /^(knex|pg)(\/.*)?$/, places: /^(db|ops|test)\//, because: 'all SQL is in db' },
  {
    packages: /^(fastify|fastify-plugin|@fastify\/.*|jose)$/,
    places: /^(api|ops|test)\//,
    because: 'all HTTP is in api',
  },
  {
    packages: /^(htmlparser2|domutils|postal-mime|fflate|csv-parse(\/.*)?)$/,
    places: /^(actors\/readers|api\/document\/page\/text|test)\//,
    because:
      'documents from outside are parsed only in actors/readers, our own pages in api/document/page/text',
  },
  {
    packages: /^@simplewebauthn\//,
    places: /^(api\/pages\/sign-in\/passkeys|test)\//,
    because: 'passkeys are checked in api/pages/sign-in/passkeys alone',
  },
  { packages: /^tap$/, places: /^test\//, because: 'only tests use the test runner' },
]

/** What a room may import from outside, where the list is closed. */
const CLOSED: Partial<Record<Room, RegExp>> = {
  schemas: /^(temporal-polyfill(\/.*)?|typebox(\/.*)?)$/,
  actors: /^(node:crypto|typebox(\/.*)?|htmlparser2|domutils|ical\.js|postal-mime|fflate|csv-parse(\/.*)?)$/,
}
const LARGEST_FOLDER = 16
const ENV_FILE = 'ops/config/config.ts'
/** Programs that hand their own environment on to a child, or start before there is a configuration. */
const ENV_EXEMPT = /^(test\/|ops\/bootstrap\.mjs$|ops\/embedded\/server-wrapper\.mjs$)/

interface Import {
  from: string
  to: string
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...ROOMS],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((name) => /\.(ts|mjs)$/.test(name))
const findings: string[] = []
const arrows: Import[] = []

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const room = file.split('/')[0] as Room
  if (/process\.env\b/.test(text) && file !== ENV_FILE && !ENV_EXEMPT.test(file))
    findings.push(`${file} reads process.env: hand the value in from ${ENV_FILE}`)
  for (const { to, typeOnly } of importsOf(text)) {
    if (to.startsWith('.')) checkArrow(file, room, normalize(join(dirname(file), to)).replace(/\.js$/, '.ts'))
    else checkPackage(file, room, to, typeOnly)
  }
}
findings.push(...circles(), ...twoWayFolders(arrows), ...crowdedFolders())
if (findings.length > 0) {
  console.error(findings.join('\n'))
  process.exitCode = 1
} else {
  console.log(
    `imports: ${files.length} files, ${arrows.length} arrows, none forbidden, no circle, no folders that import each other`,
  )
}

/** Folders with more source files of their own than a listing shows at a glance. */
function crowdedFolders(): string[] {
  const counts = new Map<string, number>()
  for (const file of files.filter((name) => !/^test\/|\/(migrations|data)\/|\.d\.m?ts$/.test(name)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > LARGEST_FOLDER)
    .map(
      ([folder, count]) =>
        `${folder} holds ${count} files: sort them into folders of at most ${LARGEST_FOLDER}`,
    )
}

function importsOf(text: string): Array<{ to: string; typeOnly: boolean }> {
  const found = text.matchAll(
    /^\s*(import|export)\s([^'";]*?)from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
  )
  return [...found].map((match) => ({
    to: match[3] ?? match[4] ?? match[5] ?? '',
    typeOnly: /^type\s/.test(match[2] ?? ''),
  }))
}

function checkArrow(file: string, room: Room, target: string): void {
  const other = target.split('/')[0] as Room
  if (!ROOMS.includes(other)) return
  if (!MAY_IMPORT[room].includes(other))
    findings.push(
      `${file} imports ${target}: ${room} may import only ${MAY_IMPORT[room].join(', ')}; declare what is needed as a port and connect it in ops/wiring`,
    )
  arrows.push({ from: file, to: target })
}

function checkPackage(file: string, room: Room, name: string, typeOnly: boolean): void {
  const closed = CLOSED[room]
  if (closed !== undefined && !closed.test(name)) findings.push(`${file} imports ${name}: ${room} is pure`)
  for (const rule of PACKAGE_PLACES) {
    if (!typeOnly && rule.packages.test(name) && !rule.places.test(file))
      findings.push(`${file} imports ${name}: ${rule.because}`)
  }
}

function circles(): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of arrows) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const found: string[] = []
  const walk = (file: string, trail: string[]): void => {
    const at = trail.indexOf(file)
    if (at >= 0) {
      found.push(`circle: ${[...trail.slice(at), file].join(' -> ')}`)
      return
    }
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) walk(to, [...trail, file])
    done.add(file)
  }
  for (const file of next.keys()) walk(file, [])
  return found
}
