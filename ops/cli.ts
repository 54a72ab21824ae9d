/** `npm run cli -- COMMAND`: what operators do by hand. */
import { runCommand, UsageError, type Command } from './cli/command.js'
import { app } from './cli/commands/app.js'
import { dead } from './cli/commands/dead.js'
import { developer } from './cli/commands/developer.js'
import { explain } from './cli/commands/explain.js'
import { key } from './cli/commands/key.js'
import { member } from './cli/commands/member.js'
import { partitions } from './cli/commands/partitions.js'
import { rebuild } from './cli/commands/rebuild.js'
import { config, facts } from './cli/commands/settings.js'
import { scale } from './cli/commands/scale.js'
import { source } from './cli/commands/source.js'
import { status } from './cli/commands/status.js'
import { stream } from './cli/commands/stream.js'
import { token } from './cli/commands/token.js'
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
  key,
  rebuild: onService(rebuild),
  config,
  facts,
}
const EXIT_USAGE = 64

const HELP = new Set(['help', '--help', '-h'])

const [first = 'help', ...rest] = process.argv.slice(2)
const wantsHelp = HELP.has(first) || rest.some((word) => word === '--help' || word === '-h')
const [name, args] = HELP.has(first) ? [rest[0] ?? '', []] : [first, rest]
const entry = COMMANDS[name]
if (name !== '' && entry === undefined) {
  console.error(
    `There is no command "${name}". There are ${Object.keys(COMMANDS).join(', ')}; npm run cli -- help tells what they do.`,
  )
  process.exit(EXIT_USAGE)
}
if (entry === undefined || wantsHelp) {
  if (entry === undefined)
    console.log(
      'What operators do by hand, on the stack that runs from this clone or on that of DATABASE_URL and NATS_URL.\nnpm run cli -- help COMMAND tells of one command.\n',
    )
  usage(entry === undefined ? Object.values(COMMANDS) : [entry], 'log')
  process.exit(0)
}
process.exit(await run(entry))

async function run(chosen: Entry): Promise<number> {
  try {
    return await chosen.run(args)
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(error.message)
      return EXIT_CONFIG
    }
    const misused =
      error instanceof UsageError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    if (!misused) throw error
    console.error(`${error.message}\n`)
    usage([chosen], 'error')
    return EXIT_USAGE
  }
}

function usage(of: Entry[], to: 'log' | 'error'): void {
  for (const [i, { usage: lines }] of of.entries()) {
    if (i > 0) console[to]('')
    for (const [call, about] of lines) console[to](`npm run cli -- ${call}\n    ${about}`)
  }
}
