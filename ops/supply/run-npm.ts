import { spawn } from 'node:child_process'
import { npmEnvironment } from '../config/config.js'
import { ROOT } from '../config/paths.js'

export interface NpmResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs npm in the clone. */
export async function runNpm(args: string[]): Promise<NpmResult> {
  const child = spawn(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: npmEnvironment(),
  })
  const result = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      result[name] += chunk.toString('utf8')
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve)
    child.once('error', reject)
  })
  return { code, ...result }
}
