import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { program } from './program.js'

const COMMAND_MS = 180_000

/** Runs an operator's command on these servers; answers its exit code and what it printed. */
export async function cli(
  { databaseUrl, natsUrl }: { databaseUrl: string; natsUrl: string },
  ...args: string[]
): Promise<{ code: number; out: string }> {
  return await promisify(execFile)(process.execPath, [...program('ops/cli.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NATS_URL: natsUrl, LOG_LEVEL: 'warn' },
    timeout: COMMAND_MS,
  }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, out: `${stdout}${stderr}` }
    },
  )
}
