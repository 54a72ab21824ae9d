import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { alarms, monitoringFiles, plottedExpressions } from './monitoring.js'

const document = (name: string): string => readFileSync(join(ROOT, 'ops/docs', name), 'utf8')
const expressions = [...alarms().map(({ expr }) => expr), ...plottedExpressions()]

t.test(
  'the rules of the chart, the dashboards and the table of alarms are what is made of their sources',
  (t) => {
    for (const [path, text] of monitoringFiles()) t.equal(readFileSync(join(ROOT, path), 'utf8'), text, path)
    t.end()
  },
)

t.test('every expression is PromQL', (t) => {
  t.same(
    expressions.filter((expression) => mistakeIn(expression) !== null),
    [],
  )
  t.not(mistakeIn('sum(rate(x[5m])'), null, 'a mistake is seen')
  t.end()
})

t.test('every metric in an alarm or a plot is one that a process shows', (t) => {
  const shown = new Set(
    [...document('metrics.md').matchAll(/^\| `(tripfold_\w+)`/gm)].map(([, name]) => name),
  )
  const named = expressions.flatMap((expression) => expression.match(/tripfold_\w+/g) ?? [])
  t.same(
    named.filter((name) => !shown.has(name.replace(/_bucket$/, ''))),
    [],
  )
  t.end()
})

t.test('the runbook has a paragraph for every alarm: what it means, how to look, what to do', (t) => {
  const paragraphs = new Map(
    document('runbook.md')
      .split(/^### /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text]),
  )
  const names = alarms().map(({ alert }) => alert.replace(/^Tripfold/, ''))
  t.same([...paragraphs.keys()].sort(), names.toSorted(), 'and for nothing else')
  const parts = [/\*\*Means\*\*/, /\*\*Look\*\*/, /\*\*do\*\*/i]
  t.same(
    names.filter((name) => !parts.every((part) => part.test(paragraphs.get(name) ?? ''))),
    [],
  )
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
