/**
 * Runs the operator's program for PDFs and pages without markup (DOCUMENT_EXTRACTOR): the document on standard input,
 * schema.org JSON on standard output. It parses input from strangers, so it is a process of its own that has no network,
 * sees no other process, and is killed with everything it has started, as far as the kernel allows
 * (api/docs/threat-model.md).
 */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The JSON, or why there is none, in a sentence. */
export type Extractor = (document: Uint8Array, signal: AbortSignal) => Promise<Uint8Array | string>

export interface ExtractorBounds {
  timeoutMs: number
  memoryBytes: number
  outputBytes: number
}

const BOUNDS: ExtractorBounds = { timeoutMs: 20_000, memoryBytes: 2 ** 30, outputBytes: 4 * 2 ** 20 }

/** From the strictest confinement to the weakest; a kernel may not allow all. */
const CONFINEMENTS = [
  'unshare --map-root-user --net --pid --mount-proc --fork --kill-child',
  'unshare --map-root-user --net --pid --fork --kill-child',
  'unshare --net --pid --mount-proc --fork --kill-child',
  'unshare --map-root-user --net',
  'unshare --net',
].map((text) => text.split(' '))

/** Bounds that a child inherits: no core file, written files of 32 MiB, address space. */
const limited = ({ memoryBytes }: ExtractorBounds): string =>
  `ulimit -c 0; ulimit -f 65536; ulimit -v ${Math.ceil(memoryBytes / 1024)} 2>/dev/null; exec "$@"`

/** How long processes that it has left behind may hold its output open. */
const DRAIN_MS = 250

const run = promisify(execFile)

/** The command prefix that confines a program on this machine; empty if the kernel allows nothing. */
async function confinement(): Promise<readonly string[]> {
  for (const words of CONFINEMENTS) {
    const [program = '', ...rest] = words
    if (await run(program, [...rest, 'true'], { timeout: 5_000 }).then(Boolean, () => false)) return words
  }
  return []
}

/**
 * @param command program and arguments
 * @param onUnconfined called once if the kernel allows no namespaces
 */
export function extractor(
  command: readonly string[],
  onUnconfined: () => void,
  bounds: ExtractorBounds = BOUNDS,
): Extractor {
  let confined: Promise<readonly string[]> | null = null
  return async (document, signal) => {
    confined ??= confinement().then((words) => {
      if (words.length === 0) onUnconfined()
      return words
    })
    const words = [...(await confined), ...command]
    const folder = await mkdtemp(join(tmpdir(), 'document-'))
    try {
      const child = spawn('/bin/sh', ['-c', limited(bounds), 'sh', ...words], {
        cwd: folder,
        env: { HOME: folder, TMPDIR: folder },
        stdio: ['pipe', 'pipe', 'ignore'],
        detached: true,
      })
      return await outputOf(child, document, { signal, bounds })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Resolves when the process has ended; kills it if it breaks a bound. */
async function outputOf(
  child: ChildProcess,
  document: Uint8Array,
  { signal, bounds }: { signal: AbortSignal; bounds: ExtractorBounds },
): Promise<Uint8Array | string> {
  return await new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let broken: string | null = null
    const end = (why: string): void => {
      broken ??= why
      killGroup(child)
    }
    const abort = (): void => {
      end('was stopped')
    }
    const timer = setTimeout(end, bounds.timeoutMs, `took more than ${bounds.timeoutMs / 1000} s`)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    const finish = (problem: string | null): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      child.stdout?.destroy()
      const why = broken ?? problem
      resolve(why === null ? Buffer.concat(chunks) : `The extractor failed: it ${why}.`)
    }
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > bounds.outputBytes) end(`wrote more than ${bounds.outputBytes} bytes`)
      else chunks.push(chunk)
    })
    child.once('error', () => {
      finish('could not be started')
    })
    child.once('exit', (code, by) => {
      const problem = code === 0 ? null : `ended with ${code === null ? String(by) : `code ${code}`}`
      killGroup(child)
      const late = setTimeout(finish, DRAIN_MS, problem)
      child.once('close', () => {
        clearTimeout(late)
        finish(problem)
      })
    })
    child.stdin?.on('error', () => {
      // It may end before it has read everything.
    })
    child.stdin?.end(document)
  })
}

/** Kills the process group; in a process namespace all other processes end with it. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // They have already ended.
  }
}
