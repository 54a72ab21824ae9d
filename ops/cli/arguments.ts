/** Arguments of the commands that manage accounts, applications, tokens, keys and sources. */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { emailAddressError } from '../../api/pages/lib/form-checks.js'
import { PASSWORD_MIN } from '../../api/pages/sign-in/passwords.js'
import { UsageError } from './command.js'

/** A command that opens the database itself (database-session.ts). */
export interface DatabaseCommand {
  usage: Array<[call: string, about: string]>
  /**
   * Runs with the arguments after the command's name. Returns the exit code; throws a UsageError for wrong
   * ones.
   */
  run: (args: string[]) => Promise<number>
}

export interface CommandArguments {
  /** The first argument: what to do. */
  verb: string
  option: (name: string) => string | null
  /** The value of an option. Throws a UsageError if it is missing or empty. */
  required: (name: string) => string
  /** The positional argument with that name. */
  positional: (name: string) => string
  flag: (name: string) => boolean
}

/**
 * What a command accepts: its verbs with the names of their positional arguments, options with a value, and
 * flags.
 */
export interface ArgumentSpec {
  verbs: Readonly<Record<string, readonly string[]>>
  options?: readonly string[]
  flags?: readonly string[]
}

type OptionValues = Record<string, string | boolean | undefined>

/**
 * Parses the arguments of a command. Throws a UsageError that names an unknown, missing, empty or surplus
 * argument.
 */
export function parseArguments(
  command: string,
  args: string[],
  { verbs, options = [], flags = [] }: ArgumentSpec,
): CommandArguments {
  const { values, positionals } = parseOptions(args, options, flags)
  const [verb = '', ...rest] = positionals
  const names = verbs[verb]
  if (names === undefined) throw unknownVerb(command, verb, Object.keys(verbs))
  checkPositionals(`${command} ${verb}`, names, rest)
  const option = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null)
  return {
    verb,
    option,
    required: (name) => {
      const value = option(name)
      if (value === null || value === '') throw new UsageError(`--${name} is required.`)
      return value
    },
    positional: (name) => {
      const value = rest[names.indexOf(name)]
      if (value === undefined) throw new TypeError(`${command} ${verb} has no ${name}`)
      return value
    },
    flag: (name) => values[name] === true,
  }
}

function parseOptions(
  args: string[],
  options: readonly string[],
  flags: readonly string[],
): { values: OptionValues; positionals: string[] } {
  const spec = Object.fromEntries([
    ...options.map((name) => [name, { type: 'string' as const }]),
    ...flags.map((name) => [name, { type: 'boolean' as const }]),
  ])
  try {
    const { values, positionals } = parseArgs({ args, options: spec, allowPositionals: true })
    return { values: values as OptionValues, positionals }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Node adds advice about arguments that begin with a dash, which does not help here.
    throw new UsageError(`${error.message.split('. To specify')[0] ?? ''}.`.replace('..', '.'))
  }
}

function unknownVerb(command: string, verb: string, verbs: string[]): UsageError {
  const known = verbs.join(', ')
  return new UsageError(
    verb === ''
      ? `"${command}" requires one of: ${known}.`
      : `There is no command "${command} ${verb}". Use one of: ${known}.`,
  )
}

function checkPositionals(call: string, names: readonly string[], given: string[]): void {
  const missing = names[given.length]
  if (missing !== undefined) throw new UsageError(`"${call}" requires ${missing}.`)
  const surplus = given[names.length]
  if (surplus !== undefined)
    throw new UsageError(`Unexpected argument "${surplus}". Put quotes around values that contain spaces.`)
  const empty = names.find((_name, i) => given[i]?.trim() === '')
  if (empty !== undefined) throw new UsageError(`${empty} of "${call}" must not be empty.`)
}

/** The value of --email. Throws a UsageError if it is not an email address. */
export function requiredEmail(args: CommandArguments): string {
  const address = args.required('email')
  const problem = emailAddressError(address)
  if (problem !== null) throw new UsageError(`--email: "${address}" is not an email address. ${problem}`)
  return address
}

/** The value of --password, or a generated one. Throws a UsageError if it is too short. */
export function givenOrNewPassword(args: CommandArguments): string {
  const given = args.option('password')
  if (given !== null && [...given].length < PASSWORD_MIN)
    throw new UsageError(`--password: use at least ${PASSWORD_MIN} characters.`)
  return given ?? randomBytes(12).toString('base64url')
}
