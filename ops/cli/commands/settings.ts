/** Commands that need no server. */
import { parseArgs } from 'node:util'
import { loadConfig, settingTable } from '../../config/config.js'
import { readReadyFile } from '../../stack/ready-file.js'

export const config = {
  usage: [
    [
      'config [--markdown]',
      'print every setting with its default; --markdown prints the table of ops/docs/settings.md',
    ],
  ] as Array<[string, string]>,
  run: async (args: string[]): Promise<number> => {
    const { values } = parseArgs({ args, options: { markdown: { type: 'boolean', default: false } } })
    console.log(values.markdown ? markdownTable() : plainTable())
    return 0
  },
}

export const facts = {
  usage: [
    ['facts', 'print addresses and credentials of the running stack as JSON (.tripfold/ready.json)'],
  ] as Array<[string, string]>,
  run: async (args: string[]): Promise<number> => {
    parseArgs({ args, options: {} })
    const ready = readReadyFile(loadConfig().DATA_DIR)
    console.log(
      ready === null ? 'No stack is running here. Start one with npm start.' : JSON.stringify(ready, null, 2),
    )
    return ready === null ? 1 : 0
  },
}

function markdownTable(): string {
  const rows = settingTable().map(({ name, defaultValue, description }) => {
    const shownDefault = defaultValue === '' ? '' : `\`${defaultValue}\``
    return `| \`${name}\` | ${shownDefault} | ${description} |`
  })
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function plainTable(): string {
  return settingTable()
    .map(({ name, defaultValue, description }) => {
      const shownDefault = defaultValue === '' ? '' : ` (${defaultValue})`
      return `${name}${shownDefault}\n    ${description}`
    })
    .join('\n')
}
