/** `npm run cli -- COMMAND`: the command line for operators. */
import { runCommand, UsageError, type Command } from './cli/command.js'
import { app } from './cli/commands/app.js'
import { audit } from './cli/commands/security/audit.js'
import { dead } from './cli/commands/dead.js'
import { developer } from './cli/commands/developer.js'
import { explain } from './cli/commands/explain.js'
import { key } from './cli/commands/security/key.js'
import { listen } from './cli/commands/listen.js'
import { member } from './cli/commands/member.js'
import { migrate } from './cli/commands/migrate.js'
import { partitions } from './cli/commands/partitions.js'
import { rebuild } from './cli/commands/rebuild.js'
import { scale } from './cli/commands/scale.js'
import { config, facts } from './cli/commands/settings.js'
import { source } from './cli/commands/source.js'
import { status } from './cli/commands/status.js'
import { stream } from './cli/commands/stream.js'
import { token } from './cli/commands/security/token.js'
import { ConfigError, EXIT_CONFIG } from './config/config.js'

interface Entry {
  usage: Command['usage']
  run: (args: string[]) => Promise<number>
}

const onService = (command: Command): Entry => ({
  usage: command.usage,
  run: async (args) => await runCommand(command, args),
})

const COMMANDS: Record<string, Entry> = {
  status: onService(status),
  scale,
  dead: onService(dead),
  explain: onService(explain),
  stream: onService(stream),
  partitions: onService(partitions),
  developer,
  app,
  member,
  source,
  token,
  listen,
  key,
  audit,
  rebuild: onService(rebuild),
  migrate,
  config,
  facts,
}
const EXIT_USAGE = 64
const HELP = new Set(['help', '--help', '-h'])

process.exit(await main(process.argv.slice(2)))

async function main([first = 'help', ...rest]: string[]): Promise<number> {
  const isHelp = HELP.has(first)
  const name = isHelp ? (rest[0] ?? '') : first
  const entry = COMMANDS[name]
  if (entry === undefined && name !== '') {
    console.error(`There is no command "${name}". Use one of: ${Object.keys(COMMANDS).join(', ')}.`)
    console.error('`npm run cli -- help` describes them.')
    return EXIT_USAGE
  }
  if (entry === undefined) {
    console.log('Commands for operators. They work on DATABASE_URL and NATS_URL if those are set,')
    console.log('else on the stack that runs from this clone.')
    console.log('`npm run cli -- help COMMAND` describes one command.\n')
    printUsage(Object.values(COMMANDS), 'log')
    return 0
  }
  if (isHelp || rest.some((argument) => argument === '--help' || argument === '-h')) {
    printUsage([entry], 'log')
    return 0
  }
  return await run(entry, rest)
}

async function run(entry: Entry, args: string[]): Promise<number> {
  try {
    return await entry.run(args)
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(error.message)
      return EXIT_CONFIG
    }
    if (!isUsageError(error)) throw error
    console.error(`${error.message}\n`)
    printUsage([entry], 'error')
    return EXIT_USAGE
  }
}

function isUsageError(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  )
}

function printUsage(entries: Entry[], to: 'log' | 'error'): void {
  for (const [i, { usage }] of entries.entries()) {
    if (i > 0) console[to]('')
    for (const [call, about] of usage) console[to](`npm run cli -- ${call}\n    ${about}`)
  }
}
