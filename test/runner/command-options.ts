/** How the long suites read their options and refuse wrong ones. */
import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

type OptionTypes = NonNullable<ParseArgsConfig['options']>

const USAGE = 64

/** Prints what is wrong and the help, and exits with 64. */
export function refuseOptions(why: string, help: string): never {
  console.error(`${why}\n\n${help}`)
  process.exit(USAGE)
}

/** The options of this process, `--no-NAME` included. Wrong ones are refused; `--help` prints the help and exits. */
export function commandOptions<const O extends OptionTypes>(help: string, options: O) {
  const values = readOptions(help, options)
  if ((values as Record<string, unknown>)['help'] === true) {
    console.log(help)
    process.exit(0)
  }
  return values
}

function readOptions<const O extends OptionTypes>(help: string, options: O) {
  try {
    return parseArgs({ options, allowNegative: true }).values
  } catch (error) {
    return refuseOptions(error instanceof Error ? error.message : String(error), help)
  }
}
