/** The operations page: what an operator sees without Prometheus, on the operations port of any process. */
import type { Readiness } from '../../process/operations-port.js'
import type { Snapshot } from '../../metrics/registry.js'
import { bytes, duration, short } from './format-number.js'
import { escaped } from './html-text.js'
import type { History } from './history.js'
import { plots } from './plots.js'
import { lastHalt } from './last-halt.js'
import { partitionGrid } from './partition-grid.js'
import { processTable } from './process-tables.js'
import { serviceTotal, serviceValue } from './sample.js'
import { STYLE } from './style.js'

const REFRESH_S = 10

/** The page as HTML. It needs no script; when it is live it asks for itself again every ten seconds. */
export function operationsPage(
  readiness: Readiness,
  metrics: Snapshot,
  history: History,
  isLive = false,
  now = Date.now(),
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isLive ? `<meta http-equiv="refresh" content="${REFRESH_S}">` : ''}
<title>Tripfold operations</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Tripfold operations</h1>${stateOf(readiness)}</header>
<main>
<section aria-label="Now" class="cards">${cards(metrics)}</section>
<h2>Last hour, UTC</h2>
${plots(metrics, history, now)}
<h2>Processes</h2>
${processTable(metrics)}
<h2>Partitions</h2>
${partitionGrid(metrics)}
<h2>Last halt</h2>
${lastHalt(metrics, now)}
<h2>Trouble</h2>
${trouble(metrics)}
</main>
<footer>${isLive ? '<a href="/">Stop refreshing</a>' : `<a href="/?live">Refresh every ${REFRESH_S} s</a>`} <a href="/metrics">/metrics</a> <a href="/readyz">/readyz</a> <a href="/healthz">/healthz</a></footer>
</body>
</html>
`
}

function stateOf({ ready, checks }: Readiness): string {
  const failed = Object.entries(checks).filter(([, result]) => result !== 'ok')
  if (ready && failed.length === 0) return '<p class="good">ready</p>'
  const items = failed.map(([name, result]) => `<li><b>${escaped(name)}</b> ${escaped(result)}</li>`)
  return `<div class="bad"><p>not ready</p><ul>${items.join('')}</ul></div>`
}

interface Card {
  name: string
  value: number | null
  show: (value: number) => string
  /** From this value on it is marked. */
  alarm?: number
}

function cards(metrics: Snapshot): string {
  const one = (name: string, metric: string, show: Card['show'], alarm?: number, where = {}): Card => ({
    name,
    value: serviceValue(metrics, metric, where),
    show,
    ...(alarm === undefined ? {} : { alarm }),
  })
  const waiting = serviceTotal(metrics, 'tripfold_service_partition_lag', 'partition')
  const all: Card[] = [
    { name: 'Messages waiting', value: waiting, show: short, alarm: 5_000 },
    one('Fold workers', 'tripfold_service_fold_workers', short),
    one('Halted partitions', 'tripfold_service_partitions_halted', short, 1),
    one('Parked members', 'tripfold_service_dead_letter_members', short, 1),
    one('Oldest webhook due', 'tripfold_service_webhook_oldest_due_seconds', duration, 300, { state: 'due' }),
    one('Database', 'tripfold_service_database_bytes', bytes),
  ]
  return all.map((one) => card(one, isServiceKnown(metrics))).join('')
}

/** Whether Postgres gave the state of the service; without it an absent number is not a zero. */
const isServiceKnown = (metrics: Snapshot): boolean =>
  serviceValue(metrics, 'tripfold_service_partitions_unowned') !== null

function card({ name, value, show, alarm }: Card, isKnown: boolean): string {
  const isBad = alarm !== undefined && value !== null && value >= alarm
  const absent = isKnown ? 'none' : 'not known'
  const shown = value === null ? absent : show(value)
  return `<dl class="${isBad ? 'bad' : ''}"><dt>${name}</dt><dd>${shown}</dd></dl>`
}

const DELIVERY_STATES: Array<[state: string, meaning: string]> = [
  ['due', 'due now'],
  ['breaker_open', 'due, but the circuit breaker of the webhook is open: its receiver fails'],
  ['scheduled', 'waiting for a retry'],
  ['waiting', 'behind an earlier event of the same member'],
]

function trouble(metrics: Snapshot): string {
  const deliveries = DELIVERY_STATES.map(([state, meaning]): [string, number, string] => [
    `deliveries: ${meaning}`,
    serviceTotal(metrics, 'tripfold_service_webhook_deliveries', 'state', { state }),
    'npm run cli -- status',
  ])
  const rows: Array<[string, number, string]> = [
    [
      'parked members',
      serviceValue(metrics, 'tripfold_service_dead_letter_members') ?? 0,
      'npm run cli -- dead list',
    ],
    [
      'messages of parked members',
      serviceValue(metrics, 'tripfold_service_dead_letter_messages') ?? 0,
      'npm run cli -- dead list',
    ],
    [
      'halted partitions',
      serviceTotal(metrics, 'tripfold_service_partitions_halted', 'status'),
      'npm run cli -- stream',
    ],
    ...deliveries,
  ]
  const isKnown = isServiceKnown(metrics)
  const cells = rows.map(
    ([what, count, command]) =>
      `<tr class="${count > 0 ? 'some' : ''}"><th scope="row">${what}</th><td>${isKnown ? short(count) : 'not known'}</td><td><code>${command}</code></td></tr>`,
  )
  return `<div class="scroll" tabindex="0"><table><thead><tr><th>What</th><th>Now</th><th>Look with</th></tr></thead><tbody>${cells.join('')}</tbody></table></div>`
}
