import type pg from 'pg'
import type { Test } from 'tap'
import { runCli, type CliOptions } from '../../ops/cli/program.js'
import { openDatabase } from './open-database.js'

/** Runs a command for operators in this process; answers its exit code and what it printed, to stdout and stderr. */
export async function runOperatorCommand(
  args: readonly string[],
  context?: CliOptions['context'],
): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const print = (text: string): void => {
    lines.push(text)
  }
  const code = await runCli(args, { ...(context === undefined ? {} : { context }), print, complain: print })
  return { code, output: lines.join('\n') }
}

/** A database of the test's own for which Ada Byron runs commands: words of a call with spaces between them. */
export async function operatorCli(
  t: Test,
  settings: Record<string, string> = {},
): Promise<{
  pool: pg.Pool
  run: (call: string, ...more: string[]) => ReturnType<typeof runOperatorCommand>
}> {
  const { pool, url } = await openDatabase(t)
  const before = { ...process.env }
  t.teardown(() => {
    process.env = before
  })
  Object.assign(process.env, {
    DATABASE_URL: url,
    NATS_URL: 'nats://127.0.0.1:1',
    SECRET_KEY: 'a secret of the tests, longer than thirty-two characters',
    OPERATOR: 'Ada Byron',
    ...settings,
  })
  return { pool, run: async (call, ...more) => await runOperatorCommand([...call.split(' '), ...more]) }
}
