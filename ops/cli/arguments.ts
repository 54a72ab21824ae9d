/** Words given to a command of the authorization server: the verb, what it is about, options. */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { isEmailAddress } from '../../api/pages/lib/form-checks.js'
import { PASSWORD_MIN } from '../../api/pages/sign-in/passwords.js'
import { UsageError } from './command.js'
import { table } from './table.js'

/** A command that opens what it needs by itself (desk.ts). */
export interface DatabaseCommand {
  usage: Array<[call: string, about: string]>
  /** Runs with the words after the command's name; the exit code. Throws a UsageFault for words it does not know. */
  run: (args: string[]) => Promise<number>
}

export interface CommandArguments {
  /** First word: what to do. */
  verb: string
  option: (name: string) => string | null
  /** An option that has to be there. */
  required: (name: string) => string
  /** The word behind the verb that has this name. */
  positional: (name: string) => string
  flag: (name: string) => boolean
}

/** What a command knows: its verbs with the names of the words behind each, options with a value, and flags. */
export interface ArgumentSpec {
  verbs: Readonly<Record<string, readonly string[]>>
  options?: readonly string[]
  flags?: readonly string[]
}

/** Reads the words of a command. A verb that is not known, and words that are missing, empty or too many, are UsageFaults that say so. */
export function parseArguments(
  command: string,
  args: string[],
  { verbs, options = [], flags = [] }: ArgumentSpec,
): CommandArguments {
  const spec = Object.fromEntries([
    ...options.map((name) => [name, { type: 'string' as const }]),
    ...flags.map((name) => [name, { type: 'boolean' as const }]),
  ])
  const read = (): { values: Record<string, string | boolean | undefined>; positionals: string[] } => {
    try {
      const { values, positionals } = parseArgs({ args, options: spec, allowPositionals: true })
      return { values: values as Record<string, string | boolean | undefined>, positionals }
    } catch (error) {
      // What Node adds about words that begin with a dash is of no use here.
      throw new UsageError(
        error instanceof Error
          ? `${error.message.split('. To specify')[0] ?? ''}.`.replace('..', '.')
          : String(error),
      )
    }
  }
  const {
    values,
    positionals: [verb = '', ...rest],
  } = read()
  const names = verbs[verb]
  const known = Object.keys(verbs).join(', ')
  if (names === undefined)
    throw new UsageError(
      verb === ''
        ? `Say what ${command} should do: ${known}.`
        : `There is no "${command} ${verb}"; there are ${known}.`,
    )
  const missing = names[rest.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing behind "${command} ${verb}".`)
  const extra = rest[names.length]
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one word too many; put quotes around what has spaces.`)
  const empty = names.find((_name, i) => rest[i]?.trim() === '')
  if (empty !== undefined) throw new UsageError(`${empty} is empty behind "${command} ${verb}".`)
  const option = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null)
  return {
    verb,
    option,
    required: (name) => {
      const value = option(name)
      if (value === null || value === '') throw new UsageError(`--${name} is missing.`)
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

/** An email address given as an option; a UsageFault when it cannot be one. */
export function requiredEmail(words: CommandArguments): string {
  const address = words.required('email')
  if (!isEmailAddress(address)) throw new UsageError(`--email: "${address}" is not an email address.`)
  return address
}

/** A password given as an option, or a new one; a UsageFault when it is too short. */
export function givenOrNewPassword(words: CommandArguments): string {
  const given = words.option('password')
  if (given !== null && [...given].length < PASSWORD_MIN)
    throw new UsageError(`--password: use at least ${PASSWORD_MIN} characters.`)
  return given ?? randomBytes(12).toString('base64url')
}

/** Prints rows under headings. */
export function printTable(headings: string[], rows: string[][]): void {
  for (const line of table(headings, rows)) console.log(line)
}
