/** Commands that need no server. */
import { parseArgs } from 'node:util'
import { loadConfig, settingTable } from '../../config/config.js'
import { shownSettings } from '../../config/shown-settings.js'
import { readReadyFile, readRunConfig } from '../../stack/ready-file.js'

export const config = {
  usage: [
    [
      'config [--markdown]',
      'print every setting with its value here, or of the stack that runs from this clone, and its default; --markdown prints the table of ops/docs/settings.md',
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
  const given = loadConfig()
  const inEffect = shownSettings(readRunConfig(given.DATA_DIR) ?? given)
  return settingTable()
    .map(({ name, defaultValue, description }) => {
      const value = inEffect[name] ?? ''
      const note = value === defaultValue || defaultValue === '' ? '' : ` (default ${defaultValue})`
      return `${name} = ${value}${note}\n    ${description}`
    })
    .join('\n')
}
