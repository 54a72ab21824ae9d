import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

const EXIT_USAGE = 64
const HELP = new Set(['--help', '-h', 'help'])

/**
 * Parses the options of this process. Prints `help` and exits with 0 if it is asked for; prints the error
 * with `help` and exits with `exitCode` if an option is unknown or has no value.
 */
export function parseOptions<T extends ParseArgsConfig>(
  config: T,
  help: string,
  exitCode = EXIT_USAGE,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((argument) => HELP.has(argument))) {
    console.log(help)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return exitWithUsage(`${error.message.split('. ')[0] ?? ''}.`, help, exitCode)
  }
}

/** Prints an error and the help, and exits. */
export function exitWithUsage(message: string, help: string, exitCode = EXIT_USAGE): never {
  console.error(`${message}\n\n${help}`)
  process.exit(exitCode)
}
