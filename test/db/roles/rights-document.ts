/** Makes the tables of ops/docs/database-rights.md; run as a program, writes them to the file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DATABASE_ROLES, FUNCTIONS, SEQUENCES, TABLES, type Rights } from '../../../db/roles/grants.js'
import { ROOT } from '../../../ops/config/paths.js'

const FILE = join(ROOT, 'ops/docs/database-rights.md')

export function rightsDocument(): string {
  const section = (kind: string, objects: Record<string, Rights>): string => {
    const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
    const head = [row([kind, ...DATABASE_ROLES]), row([kind, ...DATABASE_ROLES].map(() => '---'))]
    const rows = Object.entries(objects).map(([name, rights]) =>
      row([`\`${name}\``, ...DATABASE_ROLES.map((role) => rights[role] ?? '')]),
    )
    return `${[...head, ...rows].join('\n')}\n`
  }
  return [section('Table', TABLES), section('Sequence', SEQUENCES), section('Function', FUNCTIONS)].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const document = readFileSync(FILE, 'utf8')
  writeFileSync(FILE, document.slice(0, document.indexOf('| Table |')) + rightsDocument())
}
