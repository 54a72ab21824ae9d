import type { Alarm } from './alarm.js'

const HEAD = '# Made from ops/monitoring/alarms by ops/monitoring/make.ts. Do not edit.\n'

/** A Prometheus rule file, YAML, with one group of alerting rules for each list. */
export function ruleFile(groups: Readonly<Record<string, readonly Alarm[]>>): string {
  const lines = Object.entries(groups).flatMap(([name, alarms]) => [
    `  - name: tripfold-${name}`,
    '    rules:',
    ...alarms.flatMap(rule),
  ])
  return `${HEAD}groups:\n${lines.join('\n')}\n`
}

function rule(alarm: Alarm): string[] {
  return [
    `      - alert: Tripfold${alarm.name}`,
    `        expr: ${quoted(alarm.expression)}`,
    ...(alarm.lasts === '0s' ? [] : [`        for: ${alarm.lasts}`]),
    `        labels: { severity: ${alarm.severity} }`,
    '        annotations:',
    `          summary: ${quoted(alarm.meaning.replaceAll('`', ''))}`,
    `          runbook: ops/docs/runbook.md#${alarm.name.toLowerCase()}`,
  ]
}

/** YAML's double quotes read JSON's escapes. */
function quoted(text: string): string {
  return JSON.stringify(text)
}
