import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import t from 'tap'
import { ROOT } from '../../../ops/config/paths.js'
import { ALARM_GROUPS } from '../../../ops/monitoring/alarms/all.js'
import { DASHBOARDS } from '../../../ops/monitoring/dashboards/all.js'
import { monitoringFiles } from '../../../ops/monitoring/make.js'

const document = (name: string): string => readFileSync(join(ROOT, 'ops/docs', name), 'utf8')
const alarms = Object.values(ALARM_GROUPS).flat()
const expressions = [
  ...alarms.map(({ expression }) => expression),
  ...DASHBOARDS.flatMap(({ rows }) =>
    rows.flatMap(({ panels }) => panels.flatMap(({ series }) => series.map(([expression]) => expression))),
  ),
]

t.test('rules, dashboards and the table of alarms are what ops/monitoring makes', (t) => {
  for (const [path, text] of monitoringFiles()) t.equal(readFileSync(join(ROOT, path), 'utf8'), text, path)
  t.end()
})

t.test('every expression is PromQL', (t) => {
  for (const expression of expressions) t.equal(mistakeIn(expression), null, expression)
  t.not(mistakeIn('sum(rate(x[5m])'), null, 'a mistake is seen')
  t.end()
})

t.test('every metric in an alarm or a plot is one that a process shows', (t) => {
  const shown = new Set(
    [...document('metrics.md').matchAll(/^\| `(tripfold_\w+)`/gm)].map(([, name]) => name),
  )
  for (const expression of expressions)
    for (const [name] of expression.matchAll(/tripfold_\w+/g))
      t.ok(shown.has(name) || shown.has(name.replace(/_bucket$/, '')), name)
  t.end()
})

t.test('the runbook has a paragraph for every alarm: what it means, how to look, what to do', (t) => {
  const paragraphs = new Map(
    document('runbook.md')
      .split(/^### /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text]),
  )
  for (const { name } of alarms) {
    const text = paragraphs.get(name) ?? ''
    for (const part of [/\*\*Means\*\*/, /\*\*Look\*\*/, /\*\*do\*\*/i])
      t.match(text, part, `${name}: ${String(part)}`)
  }
  t.equal(paragraphs.size, alarms.length, 'and for nothing else')
  t.end()
})

/** Where the first mistake of an expression is; null if there is none. */
function mistakeIn(expression: string): number | null {
  let at: number | null = null
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.type.isError) at ??= node.from
    },
  })
  return at
}
