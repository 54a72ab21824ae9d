/** `npm run cli -- COMMAND`: what operators do by hand. */
import { loadConfig, settingTable } from './config.js'
import { readyFacts } from './running.js'

const USAGE_ERROR = 64

interface Command { about: string, run: (args: string[]) => Promise<number> }

const COMMANDS: Record<string, Command> = {
  config: {
    about: 'every setting: variable, default, meaning (--markdown: as in README.md)',
    run: async args => {
      console.log(args.includes('--markdown') ? markdownTable() : plainTable())
      return 0
    }
  },
  facts: {
    about: 'what a running stack printed at its start, as JSON',
    run: async () => {
      const facts = readyFacts(loadConfig().DATA_DIR)
      console.log(facts === null ? 'No stack is ready here: npm start' : JSON.stringify(facts, null, 2))
      return facts === null ? 1 : 0
    }
  }
}

function markdownTable (): string {
  const rows = settingTable().map(({ name, usual, about }) => `| \`${name}\` | ${usual === '' ? '' : `\`${usual}\``} | ${about} |`)
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function plainTable (): string {
  return settingTable().map(({ name, usual, about }) => `${name}${usual === '' ? '' : ` (${usual})`}\n    ${about}`).join('\n')
}

function help (): string {
  const width = Math.max(...Object.keys(COMMANDS).map(name => name.length))
  return ['npm run cli -- COMMAND', '', ...Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)].join('\n')
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = COMMANDS[name]
if (command === undefined) {
  console[name === 'help' ? 'log' : 'error'](help())
  process.exit(name === 'help' ? 0 : USAGE_ERROR)
}
process.exit(await command.run(args))
