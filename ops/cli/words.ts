/** Words given to a command of the authorization server: the verb, what it is about, options. */
import { parseArgs } from 'node:util'
import { UsageFault } from './command.js'
import { table } from './table.js'

/** A command that opens what it needs by itself (desk.ts). */
export interface DeskCommand {
  usage: Array<[call: string, about: string]>
  /** Runs with the words after the command's name; the exit code. Throws a UsageFault for words it does not know. */
  run: (args: string[]) => Promise<number>
}

export interface Words {
  /** First word: what to do. */
  verb: string
  /** Other words, in order. */
  rest: string[]
  option: (name: string) => string | null
  /** An option that has to be there. */
  need: (name: string) => string
  /** A word that has to be there. */
  word: (index: number, what: string) => string
  flag: (name: string) => boolean
}

/** Reads the words of a command; `options` take a value, `flags` do not. */
export function readWords (args: string[], options: readonly string[] = [], flags: readonly string[] = []): Words {
  const spec = Object.fromEntries([...options.map(name => [name, { type: 'string' as const }]), ...flags.map(name => [name, { type: 'boolean' as const }])])
  const read = (): { values: Record<string, string | boolean | undefined>, positionals: string[] } => {
    try {
      const { values, positionals } = parseArgs({ args, options: spec, allowPositionals: true })
      return { values: values as Record<string, string | boolean | undefined>, positionals }
    } catch (error) {
      throw new UsageFault(error instanceof Error ? error.message : String(error))
    }
  }
  const { values, positionals: [verb = '', ...rest] } = read()
  const option = (name: string): string | null => typeof values[name] === 'string' ? values[name] : null
  return {
    verb,
    rest,
    option,
    need: name => {
      const value = option(name)
      if (value === null || value === '') throw new UsageFault(`--${name} is missing`)
      return value
    },
    word: (index, what) => {
      const value = rest[index]
      if (value === undefined) throw new UsageFault(`${what} is missing`)
      return value
    },
    flag: name => values[name] === true
  }
}

/** Prints rows under headings. */
export function printTable (headings: string[], rows: string[][]): void {
  for (const line of table(headings, rows)) console.log(line)
}
