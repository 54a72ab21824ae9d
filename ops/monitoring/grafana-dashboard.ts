import type { Dashboard, Panel, Row } from './dashboard.js'

type Json = Record<string, unknown>

/** Grafana's grid is 24 wide; heights count 30 pixels. */
const GRID = 24
const NUMBERS_IN_ROW = 6
const PLOTS_IN_ROW = 2
const NUMBER_HEIGHT = 4
const PLOT_HEIGHT = 8
const SCHEMA_VERSION = 39
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' }

/** A dashboard in the JSON that Grafana 10 and later import; the reader chooses the Prometheus server. */
export function grafanaDashboard({ id, title, rows }: Dashboard): Json {
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

function laidOut(rows: Row[]): Json[] {
  const panels: Json[] = []
  let y = 0
  for (const { title, panels: ofRow } of rows) {
    panels.push({ id: panels.length + 1, type: 'row', title, gridPos: { x: 0, y, w: GRID, h: 1 } })
    y += 1
    const areNumbers = ofRow.every(({ kind }) => kind === 'number')
    const columns = areNumbers ? NUMBERS_IN_ROW : PLOTS_IN_ROW
    const h = areNumbers ? NUMBER_HEIGHT : PLOT_HEIGHT
    const w = GRID / columns
    for (const [i, panel] of ofRow.entries()) {
      const gridPos = { x: (i % columns) * w, y: y + Math.floor(i / columns) * h, w, h }
      panels.push({ id: panels.length + 1, gridPos, ...drawn(panel) })
    }
    y += Math.ceil(ofRow.length / columns) * h
  }
  return panels
}

function drawn({ title, description, unit, kind, series, alarm }: Panel): Json {
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
    targets: series.map(([expr, legendFormat], i) => ({
      refId: String.fromCharCode(65 + i),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  }
}
