/**
 * A trace as a picture: one bar for each span, below the one before it. Made of received spans; the one in the documents by
 * `SCREENSHOTS=1 npm test -- test/ops/wiring/tracing/tracing.test.ts`.
 */

/** A span as OTLP has it in JSON, its attributes as an object. */
export interface DrawnSpan {
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, string | number | boolean>
  resource: Record<string, string | number | boolean>
  /** `code` 2: it failed. */
  status: { code?: number; message?: string }
}

interface Row {
  span: DrawnSpan
  depth: number
  /** Milliseconds since the trace began. */
  from: number
  ms: number
}

const WIDTH = 1_000
const LEFT = 300
const RIGHT = 210
const ROW = 26
const TOP = 64
const MIN_BAR = 3
const FAILED = 2
const NS_PER_MS = 1_000_000
const TICKS = 4
const COLOURS: Record<string, string> = { api: '#2563eb', fold: '#7c3aed', deliver: '#0f766e' }
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2937 }
  .title { font-size: 15px; font-weight: 600 } .quiet { fill: #6b7280; font-size: 12px } .failed { fill: #b91c1c; font-size: 12px }
  .ground { fill: #ffffff } .line { stroke: #e5e7eb } .branch { stroke: #9ca3af; fill: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #e5e7eb } .quiet { fill: #9ca3af } .failed { fill: #fca5a5 } .ground { fill: #111827 }
    .line { stroke: #374151 }
  }`

/** The SVG; its ground and text follow the reader's light or dark scheme. */
export function traceWaterfall(spans: readonly DrawnSpan[], title: string): string {
  const rows = rowsOf(spans)
  const total = Math.max(...rows.map(({ from, ms }) => from + ms))
  const height = TOP + rows.length * ROW + 14
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    `<text class="title" x="16" y="26">${escaped(title)}</text>`,
    ...legend(),
    ...ticks(total, height),
    ...rows.flatMap((row, i) => drawnRow(row, TOP + i * ROW, total)),
    '</svg>',
    '',
  ].join('\n')
}

/** Each span after the one before it, in order of time. */
function rowsOf(spans: readonly DrawnSpan[]): Row[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const byTime = spans.toSorted((a, b) => Number(startOf(a) - startOf(b)))
  const [first] = byTime
  if (first === undefined) return []
  const begin = startOf(first)
  const below = (isChild: (span: DrawnSpan) => boolean, depth: number): Row[] =>
    byTime.filter(isChild).flatMap((span) => [
      {
        span,
        depth,
        from: Number(startOf(span) - begin) / NS_PER_MS,
        ms: Number(BigInt(span.endTimeUnixNano) - startOf(span)) / NS_PER_MS,
      },
      ...below(({ parentSpanId }) => parentSpanId === span.spanId, depth + 1),
    ])
  return below(({ parentSpanId }) => !ids.has(parentSpanId ?? ''), 0)
}

function startOf({ startTimeUnixNano }: DrawnSpan): bigint {
  return BigInt(startTimeUnixNano)
}

function legend(): string[] {
  return Object.entries(COLOURS).flatMap(([role, colour], i) => {
    const x = WIDTH - RIGHT - 100 + i * 80
    return [
      `<rect x="${x}" y="16" width="11" height="11" rx="2" fill="${colour}"/>`,
      `<text class="quiet" x="${x + 16}" y="26">${role}</text>`,
    ]
  })
}

function ticks(total: number, height: number): string[] {
  return Array.from({ length: TICKS + 1 }, (_, i) => {
    const x = xOf((total * i) / TICKS, total)
    return [
      `<line class="line" x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${height - 10}"/>`,
      `<text class="quiet" x="${x}" y="${TOP - 12}" text-anchor="middle">${shown((total * i) / TICKS)}</text>`,
    ]
  }).flat()
}

function drawnRow({ span, depth, from, ms }: Row, y: number, total: number): string[] {
  const x = xOf(from, total)
  const width = Math.max(MIN_BAR, xOf(from + ms, total) - x)
  const indent = 16 + depth * 18
  const hasFailed = span.status.code === FAILED
  const colour = COLOURS[String(span.resource['tripfold.role'])] ?? '#6b7280'
  const note = [shown(ms), hasFailed ? (span.status.message ?? 'failed') : detailOf(span)].filter(
    (text) => text !== '',
  )
  return [
    ...(depth === 0 ? [] : [`<path class="branch" d="M${indent - 10} ${y - 4}v15h7"/>`]),
    `<text x="${indent}" y="${y + 15}">${escaped(span.name)}</text>`,
    `<rect x="${x}" y="${y + 4}" width="${width.toFixed(1)}" height="${ROW - 12}" rx="2" fill="${colour}"/>`,
    `<text class="${hasFailed ? 'failed' : 'quiet'}" x="${(x + width + 6).toFixed(1)}" y="${y + 15}">${escaped(note.join(' · '))}</text>`,
  ]
}

/** What tells this span from the next one of its name. */
function detailOf({ attributes }: DrawnSpan): string {
  const segments = attributes['tripfold.segments']
  if (segments !== undefined) return `${segments} segments`
  const type = attributes['tripfold.event.type']
  const status = attributes['http.response.status_code']
  return [type, status].filter((one) => one !== undefined).join(' ')
}

function xOf(ms: number, total: number): number {
  return Math.round((LEFT + (ms / total) * (WIDTH - LEFT - RIGHT)) * 10) / 10
}

function shown(ms: number): string {
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
