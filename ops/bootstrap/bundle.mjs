/**
 * Bundles the program's own TypeScript into a few JavaScript files, so that a process starts in a third of the
 * time. All packages but two stay where they are (typebox and jose are 700 small modules and read no file of their
 * own), and every file still acts as the source file that it came from.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOMS = ['api', 'actors', 'workers', 'schemas', 'db', 'ops']
const SOURCE_URL = 'sourceUrlOfThisFile'
/** What threads and sandbox processes load; found by name beside the program that starts them (ops/process/node-program.ts). */
export const THREAD_MODULES = [
  'api/calendar/render-thread.ts',
  'workers/fold/pool/pool-thread.ts',
  'workers/fold/poison/sandbox-process.ts',
  'ops/wiring/thread-rules.ts',
  'ops/wiring/jobs/job-thread.ts',
  'workers/documents/reading-task.ts',
]
const ENTRIES = ['ops/start.ts', 'ops/role-main.ts', 'ops/cli.ts', ...THREAD_MODULES]

/**
 * What the bundle depends on: the name, size and time of change of every source file and of this one, and the
 * lock file.
 */
function fingerprint(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const room of ROOMS) {
    for (const name of readdirSync(join(root, room), { recursive: true }).sort()) {
      if (!/\.(ts|json)$/.test(name) && name !== 'bundle.mjs') continue
      const { size, mtimeMs } = statSync(join(root, room, name))
      hash.update(`${room}/${name} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Gives each file the `import.meta.url` of its source: views, data and migrations are found beside it. Text
 * that only mentions it stays as it is. `rewrite` may change a source first: (path, text) to text.
 */
function sourceUrls(rewrite = (_path, text) => text) {
  return {
    name: 'source urls',
    setup: (build) => {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const source = rewrite(path, readFileSync(path, 'utf8'))
        const url = JSON.stringify(pathToFileURL(path).href)
        return {
          loader: 'ts',
          contents: source.includes('import.meta.url') ? `const ${SOURCE_URL} = ${url}; ${source}` : source,
        }
      })
    },
  }
}

/**
 * Packages of many small modules that read no file of their own: loading the 700 of these takes 0.2 CPU seconds
 * of the 0.75 that a process needs to start.
 */
const BUNDLED_PACKAGES = /^(typebox|jose)(\/|$)/

/** All other packages stay where they are. */
const keepPackages = {
  name: 'keep packages',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || BUNDLED_PACKAGES.test(path) ? undefined : { path, external: true },
    )
  },
}

/**
 * @param {string} root
 * @param {(path: string, text: string) => string} [rewrite]
 * @returns {import('esbuild').BuildOptions}
 */
export function bundleSettings(root, rewrite) {
  return {
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'error',
    define: { 'import.meta.url': SOURCE_URL },
    absWorkingDir: root,
    plugins: [sourceUrls(rewrite), keepPackages],
  }
}

/**
 * The folder with the bundled entries (`start.mjs`, `role-main.mjs`, `cli.mjs`, and threads), made unless it is there for
 * these very sources.
 */
export async function bundle(root) {
  const cache = join(root, 'node_modules', '.cache', 'tripfold')
  const folder = join(cache, fingerprint(root))
  if (existsSync(folder)) return folder
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    ...bundleSettings(root),
    entryPoints: ENTRIES.map((entry) => ({ in: join(root, entry), out: basename(entry, '.ts') })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    write: false,
  })
  // Several commands may do this at once: each makes a folder of its own, and the first one's stays.
  const made = join(cache, `new-${process.pid}`)
  mkdirSync(made, { recursive: true })
  for (const { path, contents } of outputFiles) writeFileSync(join(made, basename(path)), contents)
  try {
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** The bundled entry of a command's source file; null for a file that is run as it is. */
export async function bundled(root, file) {
  return ENTRIES.includes(file) ? join(await bundle(root), `${basename(file, '.ts')}.mjs`) : null
}
