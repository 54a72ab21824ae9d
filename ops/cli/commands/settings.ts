/** Commands that need no server. */
import type { Command } from '@commander-js/extra-typings'
import { loadConfig, settingTable } from '../../config/config.js'
import { shownSettings } from '../../config/shown-settings.js'
import { readReadyFile, readRunConfig } from '../../stack/ready-file.js'
import { failed, type Answer } from '../answer.js'
import type { Run } from '../run.js'

/** Settings, and where the running stack is. */
export function addSettingsCommands(program: Command, run: Run): void {
  program
    .command('config')
    .description(
      'print every setting with its default and its value, here or in the stack that runs from this clone',
    )
    .option('--markdown', 'print the table of ops/docs/settings.md')
    .action(run(async (_context, { markdown = false }) => settings(markdown)))
  program
    .command('facts')
    .description('print addresses and credentials of the running stack as JSON (.tripfold/ready.json)')
    .action(
      run(async () => {
        const ready = readReadyFile(loadConfig().DATA_DIR)
        return ready === null
          ? failed('No stack is running here. Start one with npm start.')
          : { data: ready, lines: [JSON.stringify(ready, null, 2)] }
      }),
    )
}

function settings(isMarkdown: boolean): Answer {
  const given = loadConfig()
  const inEffect = shownSettings(readRunConfig(given.DATA_DIR) ?? given)
  return { data: inEffect, lines: [isMarkdown ? markdownTable() : plainTable(inEffect)] }
}

function markdownTable(): string {
  const rows = settingTable().map(({ name, defaultValue, description }) => {
    const shownDefault = defaultValue === '' ? '' : `\`${defaultValue}\``
    return `| \`${name}\` | ${shownDefault} | ${description} |`
  })
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function plainTable(inEffect: Readonly<Record<string, string>>): string {
  return settingTable()
    .map(({ name, defaultValue, description }) => {
      const value = inEffect[name] ?? ''
      const note = value === defaultValue || defaultValue === '' ? '' : ` (default ${defaultValue})`
      return `${name} = ${value}${note}\n    ${description}`
    })
    .join('\n')
}
