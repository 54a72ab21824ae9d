import { execFile } from 'node:child_process'
import type { ExecFileOptions } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from '../../ops/config/paths.js'

/** Runs node at the root; answers its exit code and what it printed, errors only if it failed. */
export async function runToEnd(
  args: string[],
  options: Pick<ExecFileOptions, 'env' | 'timeout'>,
): Promise<{ code: number; out: string }> {
  return await promisify(execFile)(process.execPath, args, { cwd: ROOT, ...options }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, out: `${stdout}${stderr}` }
    },
  )
}
