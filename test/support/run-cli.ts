import type pg from 'pg'
import type { Test } from 'tap'
import { connect } from '../../db/pg/connect.js'
import { runCli, type CliOptions } from '../../ops/cli/program.js'
import { testDatabase } from './servers.js'
import { silentLog } from './silent-log.js'

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
  const databaseUrl = await testDatabase(t)
  const { pool, close } = connect({ url: databaseUrl, name: 'test', log: silentLog() })
  const before = { ...process.env }
  t.teardown(async () => {
    process.env = before
    await close()
  })
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    NATS_URL: 'nats://127.0.0.1:1',
    SECRET_KEY: 'a secret of the tests, longer than thirty-two characters',
    OPERATOR: 'Ada Byron',
    ...settings,
  })
  return { pool, run: async (call, ...more) => await runOperatorCommand([...call.split(' '), ...more]) }
}
