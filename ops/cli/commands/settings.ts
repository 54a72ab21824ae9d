/** Commands that need no running service. */
import { parseArgs } from 'node:util'
import { loadConfig, settingTable } from '../../config/config.js'
import { readReadyFile } from '../../stack/ready-file.js'

export const config = {
  usage: [
    ['config [--markdown]', 'every setting: variable, default, meaning; as in README.md with --markdown'],
  ] as Array<[string, string]>,
  run: async (args: string[]): Promise<number> => {
    const { values } = parseArgs({ args, options: { markdown: { type: 'boolean', default: false } } })
    console.log(values.markdown ? markdownTable() : plainTable())
    return 0
  },
}

export const facts = {
  usage: [['facts', 'what a running stack printed at its start, as JSON']] as Array<[string, string]>,
  run: async (args: string[]): Promise<number> => {
    parseArgs({ args, options: {} })
    const known = readReadyFile(loadConfig().DATA_DIR)
    console.log(known === null ? 'No stack is ready here: npm start' : JSON.stringify(known, null, 2))
    return known === null ? 1 : 0
  },
}

function markdownTable(): string {
  const rows = settingTable().map(
    ({ name, usual, about }) => `| \`${name}\` | ${usual === '' ? '' : `\`${usual}\``} | ${about} |`,
  )
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function plainTable(): string {
  return settingTable()
    .map(({ name, usual, about }) => `${name}${usual === '' ? '' : ` (${usual})`}\n    ${about}`)
    .join('\n')
}
