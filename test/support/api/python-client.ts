/** The Python client in a process of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { Test } from 'tap'
import { ROOT } from '../../../ops/config/paths.js'

export interface PythonCall {
  /** Arguments of the client. */
  client?: Record<string, unknown>
  /** A method, or `verify_webhook`. */
  call: string
  values?: unknown[]
  named?: Record<string, unknown>
  /** Answers in place of the network, null for none. */
  steps?: Array<{ status: number; headers?: Record<string, string>; body: string } | null>
}

export interface PythonAnswer {
  /** Each request with its answer. */
  received: Array<{
    url: string
    /** Headers of the request, and of the answer. */
    sent: Record<string, string>
    headers: Record<string, string>
    status: number
    body: string
  }>
  /** Seconds waited between attempts. */
  waits: number[]
  given?: unknown
  fault?: { name: string; message: string; status?: number; code?: string } & Record<string, unknown>
}

/** Why tests of the Python client are left out; false: they are not. */
export const PYTHON_MISSING =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0
    ? false
    : 'left out: there is no python3 of 3.11 or newer'

/** Starts it; `env` may name the certificates that it trusts. */
export function pythonClient(
  t: Test,
  env: Record<string, string> = {},
): (call: PythonCall) => Promise<PythonAnswer> {
  const program = join(ROOT, 'test', 'support', 'api', 'python-client.py')
  const child = spawn('python3', [program], {
    env: {
      ...process.env,
      PYTHONPATH: join(ROOT, 'api', 'client', 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.teardown(() => {
    child.kill()
  })
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  return async ({ client = {}, values = [], named = {}, ...call }) => {
    child.stdin.write(`${JSON.stringify({ client, values, named, ...call })}\n`)
    const { value } = await answers.next()
    if (value === undefined) throw new Error('The Python process ended.')
    return JSON.parse(value) as PythonAnswer
  }
}
