import { runCli, type CliOptions } from '../../ops/cli/program.js'

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
