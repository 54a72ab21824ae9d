import type { Alarm } from './alarm.js'

const BEGIN = '<!-- made by ops/monitoring/make.ts -->\n'
const END = '<!-- end -->\n'

/**
 * The document with the table of all alarms between its two marks.
 * @throws Error if the document lacks a mark
 */
export function withAlarmTable(document: string, groups: Readonly<Record<string, readonly Alarm[]>>): string {
  const [before, rest] = document.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error('the document lacks a mark of the table')
  const rows = Object.values(groups).flat().map(row)
  const head = '| Alarm | Expression | For | Severity | Meaning |\n|---|---|---|---|---|\n'
  return `${before}${BEGIN}\n${head}${rows.join('\n')}\n\n${END}${after}`
}

function row({ name, expression, lasts, severity, meaning }: Alarm): string {
  const link = `[${name}](runbook.md#${name.toLowerCase()})`
  return `| ${link} | \`${expression.replaceAll('|', '\\|')}\` | ${lasts} | ${severity} | ${meaning} |`
}
