import { Command, CommanderError } from '@commander-js/extra-typings'
import { ConfigError, EXIT_CONFIG } from '../config/config.js'
import { Refused, UsageError } from './answer.js'
import { addAppCommands } from './commands/app.js'
import { addDeadCommands } from './commands/dead.js'
import { addDeveloperCommands } from './commands/developer.js'
import { addExplainCommand } from './commands/explain.js'
import { addFeedCommand } from './commands/feed.js'
import { addListenCommand } from './commands/listen.js'
import { addMailCommand } from './commands/arriving/mail.js'
import { addMemberCommands } from './commands/member.js'
import { addMigrateCommand } from './commands/migrate.js'
import { addPartitionsCommand } from './commands/partitions.js'
import { addRebuildCommand } from './commands/rebuild.js'
import { addScaleCommand } from './commands/scale.js'
import { addAuditCommands } from './commands/security/audit.js'
import { addKeyCommands } from './commands/security/key.js'
import { addTokenCommands } from './commands/security/token.js'
import { addSettingsCommands } from './commands/settings.js'
import { addSourceCommands } from './commands/source.js'
import { addStatusCommand } from './commands/status.js'
import { addStreamCommands } from './commands/stream.js'
import { openContext, type CliContext, type OpenContext } from './context.js'
import type { Run } from './run.js'

const COMMANDS: ReadonlyArray<(program: Command, run: Run) => void> = [
  addStatusCommand,
  addScaleCommand,
  addDeadCommands,
  addExplainCommand,
  addStreamCommands,
  addPartitionsCommand,
  addDeveloperCommands,
  addAppCommands,
  addMemberCommands,
  addSourceCommands,
  addTokenCommands,
  addFeedCommand,
  addListenCommand,
  addMailCommand,
  addKeyCommands,
  addAuditCommands,
  addRebuildCommand,
  addMigrateCommand,
  addSettingsCommands,
]
const EXIT_FAILED = 1
const EXIT_USAGE = 64
const HELP_WIDTH = 120

const ABOUT = `Commands for operators. They work on DATABASE_URL and NATS_URL if those are set, else on the stack that runs from this clone.

Exit codes: 0 done; 1 not done, or something is not as it should be; 64 wrong arguments; 78 a setting that cannot be used.`

export interface CliOptions {
  /** Replaces what the command would work with. */
  context?: Partial<CliContext>
  /** Get the answer and what is wrong, without a line feed at the end. */
  print?: (text: string) => void
  complain?: (text: string) => void
}

/** Runs a command of the command line with the arguments after `npm run cli --` and returns its exit code. */
export async function runCli(
  args: readonly string[],
  { context: given, print = console.log, complain = console.error }: CliOptions = {},
): Promise<number> {
  const program = new Command('npm run cli --')
    .description(ABOUT)
    .option('--json', 'print the answer as JSON, one value a line')
    .exitOverride()
    .showHelpAfterError()
    .configureHelp({ showGlobalOptions: true, helpWidth: HELP_WIDTH })
    .configureOutput({
      writeOut: (text) => {
        print(text.trimEnd())
      },
      writeErr: (text) => {
        complain(text.trimEnd())
      },
    })
  let code = 0
  let codeOf = exitCodeOf
  const emit = (data: unknown, line: string): void => {
    print(program.opts().json === true ? JSON.stringify(data) : line)
  }
  const run: Run =
    (work, failureCode) =>
    async (...rest) => {
      if (failureCode !== undefined) codeOf = reportedAs(failureCode)
      const { context, explain, close } = given === undefined ? openContext(emit) : opened(given, emit)
      try {
        const answer = await work(context, ...rest)
        if (answer === undefined) return
        const isShown = answer.lines.length > 0 || program.opts().json === true
        if (isShown) context.emit(answer.data, answer.lines.join('\n'))
        if (answer.failed === true) code = answer.exitCode ?? EXIT_FAILED
      } catch (error) {
        const explained = await explain(error)
        // The last argument of an action is the command, which prints its usage.
        if (explained instanceof UsageError)
          (rest.at(-1) as Command).error(`error: ${explained.message}`, { exitCode: EXIT_USAGE })
        throw explained
      } finally {
        await close()
      }
    }
  for (const add of COMMANDS) add(program as unknown as Command, run)
  try {
    await program.parseAsync(args.length === 0 ? ['help'] : args, { from: 'user' })
    return code
  } catch (error) {
    return codeOf(error, complain)
  }
}

function opened(given: Partial<CliContext>, emit: CliContext['emit']): OpenContext {
  return {
    context: { emit, ...given } as CliContext,
    explain: async (error) => error,
    close: async () => {},
  }
}

/** Whatever the failure is. */
const reportedAs =
  (code: number) =>
  (error: unknown, complain: (text: string) => void): number => {
    complain(error instanceof Error ? error.message : String(error))
    return code
  }

function exitCodeOf(error: unknown, complain: (text: string) => void): number {
  if (error instanceof CommanderError)
    return error.code === 'commander.helpDisplayed' || error.exitCode === 0 ? 0 : EXIT_USAGE
  if (error instanceof ConfigError) complain(error.message)
  else if (error instanceof Refused) complain(error.message)
  else throw error
  return error instanceof ConfigError ? EXIT_CONFIG : EXIT_FAILED
}
