/**
 * Writes what is made of the alarms (ops/deploy/prometheus/rules.yaml) and the dashboards
 * (ops/deploy/grafana/dashboards.yaml): `node --import tsx test/checks/monitoring.ts`. A test fails while a file is not
 * what this writes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { ROOT } from '../../ops/config/paths.js'

type Json = Record<string, unknown>

export interface Alarm {
  /** Its name in Prometheus; without `Tripfold`, the paragraph of ops/docs/runbook.md. */
  alert: string
  /** PromQL: the alarm is on while this returns anything. */
  expr: string
  /** How long it has to hold; absent: it is on at once. */
  for?: string
  /** `page`: somebody has to act now. `ticket`: within a working day. */
  labels: { severity: 'page' | 'ticket' }
  annotations: { summary: string; runbook: string }
}

interface Panel {
  title: string
  /** What to look for, in a sentence. */
  description: string
  /** Grafana's name of the unit. */
  unit: string
  /** Absent: a plot over time. */
  kind?: 'number'
  /** From this value on the panel is red. */
  alarm?: number
  /** PromQL by its legend. */
  series?: Record<string, string>
  /** In place of series: a histogram, with a matcher if it needs one. */
  percentiles?: string
}

interface Dashboard {
  /** File name and Grafana's uid. */
  id: string
  title: string
  rows: Array<{ title: string; panels: Panel[] }>
}

const RULES = 'ops/deploy/prometheus/rules.yaml'
/** A chart can only read files of its own. */
const RULES_OF_CHART = 'ops/deploy/helm/tripfold/files/rules.yaml'
const DASHBOARDS = 'ops/deploy/grafana/dashboards.yaml'
const TABLE = 'ops/docs/alarms.md'
const BEGIN = '<!-- made by test/checks/monitoring.ts -->\n'
const END = '<!-- end -->\n'

/** Grafana's grid is 24 wide; heights count 30 pixels. */
const GRID = 24
const SHAPES = { number: { columns: 6, h: 4 }, plot: { columns: 2, h: 8 } }
const SCHEMA_VERSION = 39
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' }

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** All alarms, in the order of the rule file. */
export function alarms(): Alarm[] {
  return (parse(textOf(RULES)) as { groups: Array<{ rules: Alarm[] }> }).groups.flatMap(({ rules }) => rules)
}

/** The PromQL of every plot. */
export function plottedExpressions(): string[] {
  const panels = dashboards().flatMap(({ rows }) => rows.flatMap((row) => row.panels))
  return panels.flatMap((panel) => seriesOf(panel).map(([, expression]) => expression))
}

/** The text of each file by its path below the root. */
export function monitoringFiles(): Map<string, string> {
  return new Map([
    [RULES_OF_CHART, textOf(RULES)],
    ...dashboards().map((one): [string, string] => [
      `ops/deploy/grafana/dashboards/${one.id}.json`,
      `${JSON.stringify(grafanaDashboard(one), null, 2)}\n`,
    ]),
    [TABLE, withAlarmTable(textOf(TABLE))],
  ])
}

function dashboards(): Dashboard[] {
  return parse(textOf(DASHBOARDS)) as Dashboard[]
}

function withAlarmTable(document: string): string {
  const [before, rest] = document.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error('the document lacks a mark of the table')
  const rows = alarms().map(({ alert, expr, for: lasts = '0s', labels, annotations }) => {
    const name = alert.replace(/^Tripfold/, '')
    const link = `[${name}](runbook.md#${name.toLowerCase()})`
    return `| ${link} | \`${expr.replaceAll('|', '\\|')}\` | ${lasts} | ${labels.severity} | ${annotations.summary} |`
  })
  const head = '| Alarm | Expression | For | Severity | Meaning |\n|---|---|---|---|---|\n'
  return `${before}${BEGIN}\n${head}${rows.join('\n')}\n\n${END}${after}`
}

/** The JSON that Grafana 10 and later import; the reader chooses the Prometheus server. */
function grafanaDashboard({ id, title, rows }: Dashboard): Json {
  return {
    uid: id,
    title,
    tags: ['tripfold'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    graphTooltip: 1,
    refresh: '10s',
    time: { from: 'now-1h', to: 'now' },
    timezone: 'browser',
    templating: {
      list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
    },
    links: [{ title: 'Tripfold', type: 'dashboards', tags: ['tripfold'], asDropdown: true, keepTime: true }],
    panels: laidOut(rows),
  }
}

function laidOut(rows: Dashboard['rows']): Json[] {
  const panels: Json[] = []
  let y = 0
  for (const { title, panels: ofRow } of rows) {
    panels.push({ id: panels.length + 1, type: 'row', title, gridPos: { x: 0, y, w: GRID, h: 1 } })
    y += 1
    const { columns, h } = SHAPES[ofRow.every(({ kind }) => kind === 'number') ? 'number' : 'plot']
    const w = GRID / columns
    for (const [i, panel] of ofRow.entries()) {
      const gridPos = { x: (i % columns) * w, y: y + Math.floor(i / columns) * h, w, h }
      panels.push({ id: panels.length + 1, gridPos, ...drawn(panel) })
    }
    y += Math.ceil(ofRow.length / columns) * h
  }
  return panels
}

function drawn(panel: Panel): Json {
  const { title, description, unit, kind, alarm } = panel
  const steps = [
    { color: 'green', value: null },
    ...(alarm === undefined ? [] : [{ color: 'red', value: alarm }]),
  ]
  const defaults = { unit, min: 0, thresholds: { mode: 'absolute', steps } }
  const plotted = { custom: { fillOpacity: 8, showPoints: 'never' }, color: { mode: 'palette-classic' } }
  return {
    title,
    description,
    datasource: DATASOURCE,
    type: kind === 'number' ? 'stat' : 'timeseries',
    fieldConfig: { defaults: kind === 'number' ? defaults : { ...defaults, ...plotted }, overrides: [] },
    options:
      kind === 'number'
        ? { colorMode: 'background', graphMode: 'area', reduceOptions: { calcs: ['lastNotNull'] } }
        : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: seriesOf(panel).map(([legendFormat, expr], i) => ({
      refId: String.fromCharCode(65 + i),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  }
}

/** Each expression of a panel after its legend; of a histogram the median and the 99th percentile over five minutes. */
function seriesOf({ series, percentiles }: Panel): Array<[legend: string, expression: string]> {
  if (percentiles === undefined) return Object.entries(series ?? {})
  const buckets = percentiles.replace(/^\w+/, '$&_bucket')
  const quantile = (share: number): string =>
    `histogram_quantile(${share}, sum by (le) (rate(${buckets}[5m])))`
  return [
    ['median', quantile(0.5)],
    ['99 %', quantile(0.99)],
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, text] of monitoringFiles()) writeFileSync(join(ROOT, path), text)
