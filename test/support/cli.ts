import { program } from './program.js'
import { runToEnd } from './run-to-end.js'

const COMMAND_MS = 180_000

/** Runs an operator's command on these servers; answers its exit code and what it printed. */
export async function cli(
  { databaseUrl, natsUrl }: { databaseUrl: string; natsUrl: string },
  ...args: string[]
): Promise<{ code: number; out: string }> {
  return await runToEnd([...program('ops/cli.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NATS_URL: natsUrl, LOG_LEVEL: 'warn' },
    timeout: COMMAND_MS,
  })
}
