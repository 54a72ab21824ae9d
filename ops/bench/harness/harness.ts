/**
 * The frame every benchmark runs in: product and bare baseline take turns in one run, each warmed up first, and what is
 * compared is the median over the rounds. Absolute figures drift with the machine; the ratio within one run is the result.
 *
 * To add a bench: write `ops/bench/<name>.ts` that exports `bench: Bench`, and a line for it in `ops/bench/benches.ts`.
 * `prepare` starts what the contestants need (servers on 127.0.0.1, each in a process of its own: `spawnPart` in process.ts;
 * load from `startLoad` in load.ts), hands every `close` to `tools.defer`, and returns the contestants in the order in which
 * they take turns. A round is bounded in seconds (`tools.seconds`) and returns plain numbers; figures of one name stand in
 * one row of the table. `ratio` sees the medians by contestant and says what is compared.
 */
import { median } from './statistics.js'

/** What one round measured: plain numbers by name; the unit belongs to the name (`requests per s`, `p50 ms`). */
export type Figures = Record<string, number>

export interface Contestant {
  name: string
  /** Brings the side to speed; its figures are thrown away. Left out: a round is run for it. */
  warm?: () => Promise<void>
  round: () => Promise<Figures>
}

export interface Contest {
  contestants: Contestant[]
  /** The one number of this bench, from the medians by contestant name. */
  ratio: (medians: Record<string, Figures>) => number
}

export interface BenchTools {
  /** How long a round's measured part should last. */
  seconds: number
  rounds: number
  /** How large the work should be, where a bench can be asked for that; left out: as large as the bench sees fit. */
  size: Size
  /** Runs at the end, last handed in first, also after a failure. */
  defer: (close: () => Promise<unknown> | unknown) => void
  print: (line: string) => void
}

export interface Size {
  members?: number
  segments?: number
}

export interface Bench {
  name: string
  /** What the ratio is, in words. */
  about: string
  goal: { atLeast: number } | { atMost: number } | null
  /** Rounds when none are asked for; at least 3. */
  rounds?: number
  /** Seconds of a round when none are asked for. */
  seconds?: number
  prepare: (tools: BenchTools) => Promise<Contest>
}

export interface Outcome {
  name: string
  ratio: number
  figures: Record<string, Figures>
  /** Every round of every contestant, in order. */
  rounds: Record<string, Figures[]>
}

/**
 * Runs a bench: warms every contestant, then lets them take turns for `rounds` rounds (at least 3), changing who goes first
 * from round to round so that neither always meets the warmer machine.
 */
export async function runBench(
  bench: Bench,
  options: { rounds?: number; seconds?: number; size?: Size; print: (line: string) => void },
): Promise<Outcome> {
  const rounds = Math.max(3, options.rounds ?? bench.rounds ?? 3)
  const closers: Array<() => Promise<unknown> | unknown> = []
  const tools: BenchTools = {
    seconds: options.seconds ?? bench.seconds ?? 4,
    rounds,
    size: options.size ?? {},
    defer: (close) => {
      closers.push(close)
    },
    print: options.print,
  }
  try {
    const contest = await bench.prepare(tools)
    const taken: Record<string, Figures[]> = {}
    for (const side of contest.contestants) {
      taken[side.name] = []
      options.print(`warming up: ${side.name}`)
      await (side.warm?.() ?? side.round())
    }
    for (let round = 1; round <= rounds; round++) {
      const order = round % 2 === 1 ? contest.contestants : contest.contestants.toReversed()
      for (const side of order) {
        const figures = await side.round()
        taken[side.name]?.push(figures)
        options.print(`round ${round} of ${rounds}, ${side.name}: ${oneLine(figures)}`)
      }
    }
    const figures = Object.fromEntries(Object.entries(taken).map(([name, all]) => [name, medians(all)]))
    return { name: bench.name, ratio: contest.ratio(figures), figures, rounds: taken }
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

function medians(all: Figures[]): Figures {
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))]
  return Object.fromEntries(names.map((name) => [name, median(all.flatMap((one) => one[name] ?? []))]))
}

/** Whether a ratio meets a goal; a bench without a goal always does. */
export function meets(goal: Bench['goal'], ratio: number): boolean {
  if (goal === null) return true
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost
}

/** The medians as a table (a row a figure, a column a contestant) and the ratio with its goal, ready to print. */
export function renderOutcome(bench: Bench, outcome: Outcome): string {
  const sides = Object.keys(outcome.figures)
  const rows = [...new Set(sides.flatMap((side) => Object.keys(outcome.figures[side] ?? {})))]
  const cells = [
    ['', ...sides],
    ...rows.map((row) => [row, ...sides.map((side) => show(outcome.figures[side]?.[row]))]),
  ]
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? []
  const lines = cells.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  const goal =
    bench.goal === null
      ? ''
      : 'atLeast' in bench.goal
        ? `, goal >= ${bench.goal.atLeast}`
        : `, goal <= ${bench.goal.atMost}`
  const verdict = bench.goal === null ? '' : meets(bench.goal, outcome.ratio) ? ': met' : ': NOT met'
  return [...lines, '', `${bench.about}: ${outcome.ratio.toFixed(3)}${goal}${verdict}`].join('\n')
}

function show(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '-'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return Number(value.toPrecision(3)).toString()
}

function oneLine(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${show(value)}`)
    .join(', ')
}
