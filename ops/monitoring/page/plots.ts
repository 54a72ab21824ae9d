/** The plots of the operations page: those that its process has numbers for, and where to find the others. */
import type { Snapshot } from '../../metrics/registry.js'
import { duration, perSecond, short } from './format-number.js'
import type { History, Point } from './history.js'
import { plot } from './plot.js'
import { METRICS, type Sample } from './sample.js'

type Role = 'api' | 'fold' | 'deliver'

interface Numbers {
  name: string
  of: Exclude<keyof Sample, 'at'>
  role: Role
  points: (history: History) => Point[]
}

type Plot = [title: string, unit: string, format: (value: number) => string, lines: Numbers[]]

type Total = 'accepted' | 'folded' | 'requests' | 'failed' | 'attempts'
type Level = 'waiting' | 'due'
type Times = 'readable' | 'answered' | 'delivered'

function rate(name: string, role: Role, of: Total): Numbers {
  return { name, role, of, points: (history) => history.rates((one) => one[of]) }
}

function level(of: Level): Numbers {
  return { name: 'now', role: 'api', of, points: (history) => history.levels((one) => one[of]) }
}

function medianAndTail(role: Role, of: Times): Numbers[] {
  const line = (name: string, quantile: number): Numbers => ({
    name,
    role,
    of,
    points: (history) => history.quantiles((one) => one[of], quantile),
  })
  return [line('median', 0.5), line('99 %', 0.99)]
}

const PLOTS: Plot[] = [
  [
    'Messages',
    'messages a second',
    perSecond,
    [rate('accepted', 'api', 'accepted'), rate('folded', 'fold', 'folded')],
  ],
  ['Accepted to readable', '', duration, medianAndTail('fold', 'readable')],
  ['Messages waiting', 'messages', short, [level('waiting')]],
  [
    'Requests',
    'requests a second',
    perSecond,
    [rate('all', 'api', 'requests'), rate('5xx', 'api', 'failed')],
  ],
  ['Time of a request', '', duration, medianAndTail('api', 'answered')],
  ['Webhook attempts', 'attempts a second', perSecond, [rate('now', 'deliver', 'attempts')]],
  ['Event to receiver', '', duration, medianAndTail('deliver', 'delivered')],
  ['Deliveries due', 'deliveries', short, [level('due')]],
]

/** The plots as HTML, with a sentence for each other role whose page has more. */
export function plots(metrics: Snapshot, history: History, now: number): string {
  const counted = new Set(metrics.map(({ name }) => name))
  const drawn: string[] = []
  const elsewhere = new Map<Role, Set<string>>()
  for (const [title, unit, format, lines] of PLOTS) {
    const own = lines.filter(({ of }) => counted.has(METRICS[of]))
    const shown = own.map(({ name, points }) => ({ name, points: points(history) }))
    if (own.length > 0) drawn.push(plot({ title, unit, format, now }, shown))
    for (const line of lines) {
      if (own.includes(line)) continue
      const missing = own.length === 0 ? title : `${title} (${line.name})`
      elsewhere.set(line.role, (elsewhere.get(line.role) ?? new Set()).add(missing))
    }
  }
  const others = [...elsewhere].map(
    ([role, titles]) =>
      `<p class="elsewhere">On the pages of ${role} processes: ${[...titles].join(', ')}.</p>`,
  )
  return `<section aria-label="Last hour" class="plots">${drawn.join('\n')}</section>${others.join('')}`
}
